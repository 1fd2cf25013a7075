"""`companion reach`: the places where a move may end."""

import json

import click

from companion.board import reach
from companion.cli.inputs import board_of

MOST_STEPS = 24
"""Four dice, all sixes: the candlestick's roll."""


@click.command()
@click.argument("place")
@click.argument("steps", type=click.IntRange(0, MOST_STEPS))
@click.option(
    "--occupied", multiple=True, metavar="PLACE", help="Where another token stands; may be repeated."
)
@click.option("--board", "source", default="classic", metavar="FILE", help="A board file of your own.")
def command(place: str, steps: int, occupied: tuple[str, ...], source: str) -> None:
    """Where a move of exactly STEPS steps from PLACE may end, as JSON."""
    board = board_of(source)
    for named in (place, *occupied):
        if not board.is_place(named):
            rooms = ", ".join(board.rooms)
            raise click.UsageError(
                f"{named} is no place of the board: name a square such as Q0, or a room ({rooms})."
            )
    found = reach(board, place, steps, occupied=occupied)
    inside = {
        kind: board.ordered(places) for kind, places in (("squares", found.squares), ("rooms", found.rooms))
    }
    click.echo(json.dumps(inside))
