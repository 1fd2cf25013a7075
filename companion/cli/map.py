"""`companion map`: propose a wiring for any board."""

from pathlib import Path

import click

from companion.cli.inputs import board_of
from companion.hardware import HardwareFault, builds, propose, read_hardware, write_files
from companion.hardware.folder import BOARD, Hardware
from companion.sensing.inputs import KINDS


@click.command("map")
@click.argument("source", metavar="BOARD")
@click.option(
    "--to",
    "folder",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The folder to write; it must not exist, or be empty.",
)
@click.option(
    "--squares",
    "kind",
    type=click.Choice(list(KINDS)),
    default="74hc165",
    help="How squares are sensed: shift registers, port expanders, or a matrix with diodes.",
)
@click.option(
    "--build",
    type=click.Choice([name for name, build in builds().items() if build.folder == "."]),
    default="full",
    help="reeds: squares only; full: with readers and lamps.",
)
def command(source: str, folder: Path, kind: str, build: str) -> None:
    """Propose which input is which square of BOARD (a board file, or classic), and write a hardware folder.

    Squares that lie together come to the same chip, and chips, rooms and lamps follow each other on a short
    way. The folder is for `--hardware` of `companion run`, `flash`, `doctor` and `parts`; change in it what
    you like, and let the doctor look at it again.
    """
    board = board_of(source, "BOARD")
    if folder.exists() and any(folder.iterdir()):
        raise click.ClickException(f"{folder} is not empty: choose a new folder, so that nothing is lost.")
    try:
        files = propose(board, kind, builds()[build].without)
    except HardwareFault as fault:
        raise click.ClickException(str(fault)) from None
    if Path(source).is_file():
        files[BOARD] = Path(source).read_text(encoding="utf-8-sig")
    try:
        write_files(files, folder)
    except OSError as fault:
        raise click.ClickException(f"{folder} cannot be written: {fault.strerror}.") from None
    for line in plan(read_hardware(folder, board)):
        click.echo(line)
    click.echo(f"Written to {folder}. Go on with: companion parts --hardware {folder}")


def plan(built: Hardware) -> list[str]:
    """A line for each chip, for the readers and for the lamps."""
    lines = []
    for inputs in built.chips.values():
        name = " ".join(inputs[0].name.split(" ")[:2])
        wired = " ".join(f"{one.leg}={one.square}" for one in inputs if one.square)
        lines.append(f"{name:<12}{wired}")
    if built.readers:
        rooms = sorted(built.readers.values(), key=lambda one: one.address)
        lines.append("readers     " + " ".join(f"{one.address}={one.room}" for one in rooms))
    if built.lamps:
        lamps = " ".join(f"{one.number}={one.door.square}" for one in built.lamps if one.door)
        lines.append(f"lamps       {lamps}")
    return lines
