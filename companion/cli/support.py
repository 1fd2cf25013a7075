"""`companion support`: pack what helps others to help, without any card, token or name."""

import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import click

from companion.cli.bundle import bundle
from companion.cli.doctor import CHECKS
from companion.cli.finding import Machine
from companion.cli.paths import data_folder
from companion.table import Journal, JournalError

PATIENCE = 60
"""Seconds for a companion that plays meanwhile."""


@click.command("support")
@click.argument("file", default="companion-support.zip", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where games are kept.")
@click.option("--port", type=int, default=8000, help="Of the running companion's pages.")
def command(file: Path, data: Path | None, port: int) -> None:
    """Write FILE, a zip with versions, checks, settings, the last log lines and the board's lines.

    A companion that runs on this machine packs it; without one it has no log and no settings.
    """
    packed = _by_the_running_one(port) or _by_myself(data or data_folder(), port)
    try:
        file.write_bytes(packed)
    except OSError as fault:
        raise click.ClickException(f"{file} cannot be written: {fault.strerror}. Name another.") from None
    click.echo(f"{file} holds no card, no token and no name: it may be shown to anybody.")


def _by_the_running_one(port: int) -> bytes | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/support", timeout=PATIENCE) as answer:
            return bytes(answer.read())
    except OSError:
        return None


def _by_myself(folder: Path, port: int) -> bytes:
    machine = Machine(folder, port)
    findings = [finding for check in CHECKS for finding in check(machine)]
    try:
        with closing(Journal.open(folder)) as journal:
            names = journal.players()
    except JournalError as fault:
        raise click.ClickException(f"{fault} Without it nobody knows which names to leave out.") from None
    return bundle(findings=findings, names=names, data=folder)
