"""What commands take from the command line and turn into boards and rule sets, each fault in a sentence."""

from collections.abc import Iterable

import click

from companion.board import Board, BoardFault, load_board
from companion.rules import OptionError, Ruleset, ruleset_of


def board_of(source: str, hint: str = "--board") -> Board:
    """The board of that name or path; a usage error names every fault of it, and what gave it: ``hint``."""
    try:
        return load_board(source)
    except BoardFault as fault:
        faults = "\n".join([f"{fault.source} cannot be used:", *fault.faults])
        raise click.BadParameter(faults, param_hint=hint) from None


def rules_of(name: str, options: Iterable[str]) -> Ruleset:
    """The rule set of that name with house options written NAME=VALUE; a usage error says what is wrong."""
    pairs = [option.partition("=") for option in options]
    try:
        return ruleset_of(name, {option: value for option, _, value in pairs})
    except OptionError as fault:
        raise click.BadParameter(f"{fault}.", param_hint="--rules and --option") from None
