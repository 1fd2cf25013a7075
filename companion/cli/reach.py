"""`companion reach`: the places where a move may end."""

import json

import click

from companion.board import BoardFault, load_board, reach


@click.command()
@click.argument("place")
@click.argument("steps", type=click.IntRange(0, 99))
@click.option("--occupied", multiple=True, metavar="PLACE", help="A square that another token stands on.")
@click.option("--board", "board_name", default="classic", metavar="FILE", help="A board file of your own.")
def command(place: str, steps: int, occupied: tuple[str, ...], board_name: str) -> None:
    """Where a move of exactly STEPS steps from PLACE may end."""
    board = load_board(board_name)
    found = reach(board, place, steps, occupied=occupied)
    click.echo(json.dumps({"squares": sorted(found.squares), "rooms": sorted(found.rooms)}))
