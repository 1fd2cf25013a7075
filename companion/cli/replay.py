"""`companion replay`: play records again and hold them to their checks."""

import json
from pathlib import Path

import click

from companion.records import RecordError, load_record, replay
from companion.rules import view

TABLE = "table"
"""Whose view is the public one."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--view",
    "seat",
    metavar="NAME",
    help=f"Print, as JSON, what that seat may know at the end ({TABLE}: the public view).",
)
def command(files: tuple[Path, ...], seat: str | None) -> None:
    """Play records and hold them to their checks; exit code 1 when one does not hold."""
    failed = False
    for file in files:
        try:
            record = load_record(file)
        except RecordError as fault:
            click.echo(fault, err=True)
            failed = True
            continue
        played = replay(record)
        for failure in played.failures:
            click.echo(failure, err=True)
        failed = failed or bool(played.failures)
        if seat is not None:
            if seat not in (TABLE, *played.state.names):
                seats = ", ".join(played.state.names)
                raise click.BadParameter(
                    f"{file} has no seat {seat}: name {TABLE} or one of {seats}.", param_hint="--view"
                )
            click.echo(json.dumps(view(played.state, None if seat == TABLE else seat), ensure_ascii=False))
        elif not played.failures:
            click.echo(f"{file}: holds")
    if failed:
        raise SystemExit(1)
