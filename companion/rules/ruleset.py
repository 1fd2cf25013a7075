"""A rule set as data, and the house options of a table (RULES.md section 2)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from companion.rules.turn import Turn
    from companion.rules.verb import Verb


class OptionError(ValueError):
    """A rule set, house option or value that does not exist; says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What differs between the ways to play.

    name: as records and pages call it.
    verbs: what a seat may do in its turn, by name.
    replies: what seats may do when something else waits for them, by name.
    dice: how many are thrown for a move, 1 to 4.
    begins: `scarlet`, or the next suspect that is played; `highest` die.
    turn: the frame of a turn.
    must_suggest: whoever enters a room suggests there or accuses.
    false_testimony: whether a seat that hid a card can be caught (R13).
    revisit: a square may be entered twice in a turn.
    accuse_after_suggestion: an accusation needs a suggestion in the same turn.
    bar_leaving: a bar also stops leaving.
    untie: the lowest die that frees a tied seat, 2 to 6.
    honour: a seat may answer `none` although it holds a named card (R13).
    window: seconds of a challenge window, 0 without limit.
    """

    name: str
    verbs: Mapping[str, "Verb"]
    replies: Mapping[str, "Verb"]
    dice: int
    begins: str
    must_suggest: bool
    false_testimony: bool
    turn: type["Turn"]
    revisit: bool = False
    accuse_after_suggestion: bool = False
    bar_leaving: bool = False
    untie: int = 6
    honour: bool = False
    window: int = 12

    def with_options(self, options: Mapping[str, object]) -> Self:
        """The rule set with the table's own options.

        options: names of OPTIONS, to words (`on`, `5`) or to the JSON values that mean them (true, 5).
        Raises OptionError with a sentence.
        """
        fields: dict[str, object] = {}
        for name, value in options.items():
            if name not in OPTIONS:
                raise OptionError(f"found option {name!r}, expected one of {', '.join(OPTIONS)}")
            fields[name.replace("-", "_")] = OPTIONS[name](name, _word(value))
        if fields.get("honour") and not self.false_testimony:
            raise OptionError(
                f"found honour=on, expected a rule set with false testimony, which {self.name} has not"
            )
        return replace(self, **fields)  # type: ignore[arg-type]  # OPTIONS holds each field's own type

    def options(self) -> dict[str, str]:
        """The house options as words, each with its value."""
        return {name: _word(getattr(self, name.replace("-", "_"))) for name in OPTIONS}


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _whole(low: int, high: int) -> Callable[[str, str], object]:
    def read(name: str, word: str) -> int:
        if word in {str(number) for number in range(low, high + 1)}:
            return int(word)
        raise OptionError(f"found {name}={word}, expected a whole number from {low} to {high}")

    return read


def _one_of(*words: str) -> Callable[[str, str], object]:
    def read(name: str, word: str) -> str:
        if word in words:
            return word
        raise OptionError(f"found {name}={word}, expected {' or '.join(words)}")

    return read


def _switch(name: str, word: str) -> object:
    return _one_of("on", "off")(name, word) == "on"


OPTIONS: Mapping[str, Callable[[str, str], object]] = {
    "dice": _whole(1, 4),
    "begins": _one_of("scarlet", "highest"),
    "revisit": _switch,
    "must-suggest": _switch,
    "accuse-after-suggestion": _switch,
    "bar-leaving": _switch,
    "untie": _whole(2, 6),
    "honour": _switch,
    "window": _whole(0, 600),
}
"""The house options: what reads each one's word."""
