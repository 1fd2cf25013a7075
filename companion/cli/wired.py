"""Which hardware folder a command works with, and the board that it is for."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from companion.board import Board
from companion.cli.inputs import board_of
from companion.hardware import HardwareFault
from companion.hardware.folder import BOARD, PICO

F = TypeVar("F", bound=Callable[..., object])


def hardware_option(command: F) -> F:
    """The option `--hardware FOLDER`; its parameter is `hardware`."""
    return click.option(
        "--hardware",
        type=click.Path(path_type=Path),
        callback=_folder,
        metavar="FOLDER",
        help="A hardware folder of your own (`companion map` writes one); without it, the shipped one.",
    )(command)


def _folder(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and not (value / PICO).is_file():
        raise click.BadParameter(f"{value} is no hardware folder: there is no {PICO} in it.")
    return value


def board_file(source: str, hardware: Path | None) -> str:
    """The board that is meant: `--board`, if it is given, else the one that a hardware folder is for."""
    own = hardware / BOARD if hardware else None
    return str(own) if own and own.is_file() and source == "classic" else source


def board_for(source: str, hardware: Path | None) -> Board:
    """The same, read; a usage error names every fault of it."""
    return board_of(board_file(source, hardware))


def refused(fault: HardwareFault, hardware: Path | None) -> click.ClickException:
    """What a command says of a hardware folder, None for the shipped one, on which nothing can run."""
    where = f" {hardware}" if hardware else ""
    advice = f"Look at all of it with: companion doctor --hardware{where}"
    return click.ClickException("\n".join([*fault.faults, advice]))
