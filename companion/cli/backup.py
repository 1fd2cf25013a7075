"""`companion backup`: a copy of all games, also of those that a running companion plays."""

import json
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from companion.cli.options_file import examine
from companion.cli.paths import data_folder
from companion.cli.run import command as run
from companion.table import Backups, Journal, JournalError

SERVED_AT = Path("/run/companion/port")
"""Where the service notes its port, which is another than in the settings where another program has that."""

PATIENCE = 20
"""Seconds for the companion that runs: its disk may be slow."""


@click.command("backup")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where games are kept.")
@click.option("--port", type=int, metavar="PORT", help="Of the running companion's pages.")
@click.option(
    "--settings",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Take both from a settings file.",
)
def command(data: Path | None, port: int | None, settings: Path | None) -> None:
    """Copy all games into the folder `backups` of the data folder, and say where the copy is."""
    set_to: dict[str, Any] = examine(settings, run)[0] if settings else {}  # the run tells what is wrong
    folder = data or set_to.get("data") or data_folder()
    try:
        with closing(Journal.open(folder)) as journal:
            name = Backups(folder).take(journal)
    except JournalError as fault:
        if not fault.held:
            raise click.ClickException(str(fault)) from None
        noted = _noted_port() if settings else None
        name = _ask_the_running_one(port or noted or set_to.get("port", 8000), str(fault))
    click.echo(Backups(folder).path(name) or f"{name}, in the data folder of the companion that runs")


def _noted_port() -> int | None:
    try:
        return int(SERVED_AT.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _ask_the_running_one(port: int, held: str) -> str:
    """Only the process that plays can read the journal. held: what to say if there is none at this port."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/backup", b"{}")
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(json.load(answer)["backup"])
    except urllib.error.HTTPError as fault:
        raise click.ClickException(json.load(fault)["message"]) from None
    except OSError:
        raise click.ClickException(f"{held} It does not answer on port {port}: name its --port.") from None
