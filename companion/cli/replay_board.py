"""`companion replay-board`: play recorded evenings again, from the board's raw lines on."""

from pathlib import Path

import click

from companion.sensing import RecordingFault, read_recording
from companion.table import rerun


@click.command("replay-board")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
def command(files: tuple[Path, ...]) -> None:
    """Play recordings through link, tracker and table; exit code 1 when one gives another game.

    `companion run` writes them into the folder recordings/ beside the journal. They name cards: show them to
    nobody who still plays.
    """
    failed = False
    for file in files:
        try:
            played = rerun(file, read_recording(file))
        except RecordingFault as fault:
            click.echo(fault, err=True)
            failed = True
            continue
        if played.difference:
            click.echo(f"{played.difference} The first {played.acts} acts are the same.", err=True)
            failed = True
        else:
            minutes, seconds = divmod(round(played.seconds), 60)
            click.echo(f"{file}: the same game, {played.acts} acts in {minutes} min {seconds} s")
    if failed:
        raise SystemExit(1)
