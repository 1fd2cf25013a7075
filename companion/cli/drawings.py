"""`companion drawings`: circuits, pinouts, the template in real size, and the models to print."""

import shutil
import subprocess
import sys
from pathlib import Path

import click

from companion.assets import asset_dir
from companion.cli.wired import hardware_option, refused
from companion.drawings import LARGE, Prints, booklet, read_prints, svg
from companion.drawings.models import OPENSCAD, render
from companion.hardware import HardwareFault, usable_hardware

PRINTS = "prints.toml"
"""In a hardware folder: its measures; without one the shipped ones serve."""


@click.command()
@click.option(
    "--to",
    "target",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="The folder for the files; it is made if it is not there.",
)
@hardware_option
@click.option("--models", "printed", is_flag=True, help="Render the models to print, too (needs OpenSCAD).")
def command(target: Path, hardware: Path | None, printed: bool) -> None:
    """Draw a hardware folder: each chip, the Pico, the header, the board in real size on sheets of A4."""
    try:
        from companion.drawings import pdf  # the only part that needs a package of its own
    except ModuleNotFoundError:
        raise click.ClickException(
            f"The drawings need the package fpdf2: {sys.executable} -m pip install fpdf2, then again."
        ) from None
    try:
        built = usable_hardware(hardware)
        own = built.folder / PRINTS
        prints = read_prints(own if own.is_file() else asset_dir("hardware") / PRINTS, built.mounting.pitch)
    except HardwareFault as fault:
        raise refused(fault, hardware) from None
    drawn = booklet(built, prints)
    small = [sheet for name, sheet in drawn.items() if name not in LARGE]
    made = {f"{name}.svg": svg(sheet).encode() for name, sheet in drawn.items()}
    made |= {file: pdf.tiles(drawn[name]) for name, file in LARGE.items()}
    made |= {"drawings.pdf": pdf.pages(small, f"Drawings of {built.folder.name}/")}
    try:
        target.mkdir(parents=True, exist_ok=True)
        for file, content in made.items():
            (target / file).write_bytes(content)
    except OSError as fault:
        raise click.ClickException(f"{target} cannot be written: {fault.strerror}.") from None
    files = " and ".join(LARGE.values())
    click.echo(f"{len(drawn)} drawings, drawings.pdf, {files} are in {target}.")
    if printed:
        _render(target, prints)


def _render(target: Path, prints: Prints) -> None:
    if not shutil.which(OPENSCAD):
        raise click.ClickException(
            "The models need OpenSCAD: sudo apt-get install openscad, then companion drawings --models again."
        )
    try:
        for made in render(asset_dir("hardware") / "models", target, prints):
            click.echo(f"{made.name} is in {target}.")
    except subprocess.CalledProcessError as fault:
        raise click.ClickException(f"OpenSCAD refuses a model: {fault.stderr.strip()}") from None
