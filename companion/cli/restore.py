"""`companion restore`: take a copy of the games back."""

from pathlib import Path

import click

from companion.cli.paths import data_folder
from companion.table import Backups, JournalError


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where games are kept.")
def command(file: Path, data: Path | None) -> None:
    """Put FILE, made by `companion backup`, in the place of the present games; those are kept as a copy."""
    folder = data or data_folder()
    try:
        Backups(folder).take_back(file)
    except JournalError as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"The next start in {folder} goes on with the games of {file}.")
