"""The settings file of `companion run`: its options by name, as TOML; their own sentences document it."""

import difflib
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.service import Service
from companion.server.machine import Trouble

ABOUT = "settings"
"""The option that names the file; it cannot stand in it."""


_FLAWS, _FILE = "companion.flaws", "companion.settings"
"""Where a command's context has its settings file, and what is wrong with it."""

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a settings file: a sentence for the terminal, and what pages make their own of."""

    sentence: str
    trouble: Trouble


class SettingsFault(click.ClickException):
    """The settings file cannot be used; the message has a line for each fault."""


def settings_option(help: str) -> Callable[[F], F]:
    """The option `--settings FILE` of a command. help: its sentence."""
    return click.option(
        f"--{ABOUT}",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        is_eager=True,  # it brings the defaults of the others
        expose_value=False,
        callback=take,
        help=help,
    )


def take(ctx: click.Context, param: click.Parameter, path: Path | None) -> None:
    """The callback of `--settings FILE`, eager: what the command line leaves out is taken from there.

    At a terminal a flaw ends it, as somebody is there to put it right. A service takes the good lines and
    starts: its pages say what is wrong.
    """
    if path is None:
        return
    values, found = examine(path, ctx.command)
    if found and not Service().managed:
        raise _fault(found)
    ctx.meta[_FLAWS], ctx.meta[_FILE] = found, path
    ctx.default_map = values | dict(ctx.default_map or {})


def flaws() -> list[Flaw]:
    """What is wrong with the settings of the running command; it has started all the same."""
    found: list[Flaw] = click.get_current_context().meta.setdefault(_FLAWS, [])
    return found


def given() -> dict[str, object]:
    """All options of the running command and their values, by their names in the file."""
    ctx = click.get_current_context()
    return {_name(option): ctx.params.get(option.name or "") for option in settable(ctx.command)}


def or_else(option: str, make: Callable[[], T], instead: Callable[[], T]) -> T:
    """What options make together. A service whose options do not fit goes on with less, and says so.

    option: names them. Raises click.UsageError at a terminal.
    """
    try:
        return make()
    except click.UsageError as fault:
        if not Service().managed:
            raise
        file = click.get_current_context().meta.get(_FILE, "")
        told = Trouble("setting-value", {"file": str(file), "option": option})
        flaws().append(Flaw(f"{file}: {option}: {fault.message}", told))
        return instead()


def read_settings(path: Path, command: click.Command) -> dict[str, Any]:
    """The options that a file sets, by the names of the command's parameters.

    Raises SettingsFault, which names every fault at once: a file that cannot be read, no TOML, options that
    the command has not (with the one that was meant, if it is near), values that an option does not take.
    """
    values, wrong = examine(path, command)
    if wrong:
        raise _fault(wrong)
    return values


def examine(path: Path, command: click.Command) -> tuple[dict[str, Any], list[Flaw]]:
    """The options that a file sets well, by their parameters' names, and what is wrong with it."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        return {}, [_unread(path, f"The settings file {path} cannot be read: {fault.strerror}.")]
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        return {}, [_unread(path, f"The settings file {path} is not TOML: {fault}.")]
    options = {_name(option): option for option in settable(command)}
    values: dict[str, Any] = {}
    wrong: list[Flaw] = []
    for name, value in found.items():
        option = options.get(name)
        if option is None:
            wrong.append(_unknown(path, name, options))
            continue
        try:
            values[option.name or name] = _converted(option, value, command)
        except click.BadParameter as fault:
            details = {"file": str(path), "option": name}
            wrong.append(Flaw(f"{path}: {name}: {fault.message}", Trouble("setting-value", details)))
    return values, wrong


def _fault(wrong: Sequence[Flaw]) -> SettingsFault:
    return SettingsFault("\n".join(flaw.sentence for flaw in wrong))


def _unread(path: Path, sentence: str) -> Flaw:
    return Flaw(sentence, Trouble("settings-file", {"file": str(path)}))


def _unknown(path: Path, name: str, options: Iterable[str]) -> Flaw:
    """Names the option that was meant, if one is near."""
    details = {"file": str(path), "option": name}
    near = difflib.get_close_matches(name, list(options), 1)
    if near:
        meant = Trouble("setting-meant", details | {"meant": near[0]})
        return Flaw(f"{path}: there is no option {name}; did you mean {near[0]}.", meant)
    told = f"{path}: there is no option {name}; there are {', '.join(options)}."
    return Flaw(told, Trouble("setting-unknown", details))


def template(command: click.Command) -> str:
    """A settings file with every option, its sentence and its default, all commented out.

    What has no default stands there as "...".
    """
    head = (
        f"# Settings of `companion {command.name}`. Take the # away from what you change, then start the "
        "companion anew.\n"
        "# What the command line says goes before this file. Unknown names are told at the start.\n"
    )
    return head + "".join(_entries(command))


def settable(command: click.Command) -> Iterable[click.Option]:
    """The options that may stand in the file."""
    for option in command.params:
        if isinstance(option, click.Option) and option.name not in (ABOUT, "help"):
            yield option


def _entries(command: click.Command) -> Iterator[str]:
    for option in settable(command):
        default = option.default if isinstance(option.default, (str, int, bool)) else "..."
        choices = (
            f" One of {', '.join(option.type.choices)}." if isinstance(option.type, click.Choice) else ""
        )
        yield f"\n# {option.help or ''}{choices}\n# {_name(option)} = {json.dumps(default)}\n"


def _name(option: click.Option) -> str:
    """What the option is called in the file: its long form without dashes in front."""
    return max(option.opts, key=len).lstrip("-")


def _converted(option: click.Option, value: object, command: click.Command) -> object:
    if not isinstance(value, (str, int, float, bool)):
        raise click.BadParameter("A single value is wanted here, no list and no table.")
    if option.is_flag != isinstance(value, bool):
        raise click.BadParameter(
            "true or false is wanted here." if option.is_flag else "No true or false here."
        )
    return option.process_value(click.Context(command), value)
