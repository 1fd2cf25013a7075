"""`companion settings`: a settings file to begin with, what one says, whether one can be used."""

from pathlib import Path

import click

from companion.cli.options_file import examine, read_settings, settable, template
from companion.cli.run import command as run


@click.command("settings")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--check", is_flag=True, help="Only look whether the file can be used.")
@click.option("--get", "wanted", metavar="NAME", help="Print what one option is, with the file or without.")
def command(file: Path | None, check: bool, wanted: str | None) -> None:
    """Print a settings file with every option of `companion run`, or what FILE makes of it."""
    if check and file is None:
        raise click.UsageError("--check needs the FILE to look at.")
    if wanted is not None:
        values, flaws = examine(file, run) if file else ({}, [])
        for flaw in flaws:  # whoever asks for one option is helped by the good lines
            click.echo(flaw.sentence, err=True)
        options = {option.opts[-1].lstrip("-"): option for option in settable(run)}
        option = options.get(wanted)
        if option is None:
            raise click.UsageError(f"There is no option {wanted}; there are {', '.join(options)}.")
        value = values.get(option.name or "", option.default)
        click.echo("" if value is None else value)
        return
    values = read_settings(file, run) if file else {}
    if check:
        click.echo(f"{file} is in order.")
    elif file is None:
        click.echo(template(run), nl=False)
    else:
        hidden = {option.name for option in settable(run) if option.hide_input}
        for name, value in values.items():
            click.echo(f"{name} = {'(not shown)' if value and name in hidden else value}")
