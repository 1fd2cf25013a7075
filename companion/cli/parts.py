"""`companion parts`: what has to be bought for a board, and what it is about to cost."""

import csv
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.wired import hardware_option, refused
from companion.hardware import (
    HardwareFault,
    Line,
    builds,
    catalogue,
    cost,
    read_hardware,
    shopping_list,
)

COLUMNS = ("quantity", "part", "price", "cost", "owned", "purpose", "alternatives")


@click.command("parts")
@click.option("--build", "name", type=click.Choice(list(builds())), default="full", help="What is built.")
@hardware_option
@click.option("--csv", "as_csv", is_flag=True, help="As a table for a spreadsheet.")
def command(name: str, hardware: Path | None, as_csv: bool) -> None:
    """Print the shopping list of a build, worked out from the wiring, with estimated prices.

    What most people have already is listed, but not in the sum.
    """
    build = builds()[name]
    try:
        built = read_hardware(hardware) if hardware else build.hardware()
    except HardwareFault as fault:
        raise refused(fault, hardware) from None
    lines = shopping_list(built, name)
    if as_csv:
        _as_csv(lines)
        return
    few, many = build.hours
    if hardware:
        _as_text(f"For the board {built.board.name}, as {hardware} wires it", "", lines)
    else:
        _as_text(f"{build.title}: {build.about}", f" and {few} to {many} hours", lines)


def _as_csv(lines: Sequence[Line]) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(COLUMNS)
    for line in lines:
        part = line.part
        others = "; ".join(f"{one.name} ({one.price:.2f}): {one.why}" for one in part.alternatives)
        owned = "yes" if part.owned else ""
        table.writerow(
            (line.quantity, part.name, f"{part.price:.2f}", f"{line.cost:.2f}", owned, part.purpose, others)
        )


def _as_text(title: str, time: str, lines: Sequence[Line]) -> None:
    prices = catalogue()
    click.echo(f"{title}\n")
    for line in lines:
        part = line.part
        price = "owned" if part.owned else f"{line.cost:.2f}"
        click.echo(f"{line.quantity:>4} x {part.name} ... {price}")
        click.echo(f"       {part.purpose}")
        for one in part.alternatives:
            click.echo(f"       or {one.name}, {one.price:.2f} each: {one.why}")
    click.echo(
        f"\nAbout {cost(lines):.0f} {prices.currency}{time}: an estimate of "
        f"{prices.estimated:%Y-%m-%d}, without postage and without what is `owned`."
    )
