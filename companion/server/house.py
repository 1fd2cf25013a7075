"""The house options as the host may set them: which there are, and what each may be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.server.dressing import View
from companion.words import Words

_SWITCH = ("off", "on")
OPTIONS: Mapping[str, Sequence[str]] = {
    "dice": ("1", "2", "3", "4"),
    "begins": ("scarlet", "highest"),
    "revisit": _SWITCH,
    "must-suggest": _SWITCH,
    "accuse-after-suggestion": _SWITCH,
    "honour": _SWITCH,
}
"""The options that pages offer for every rule set, with the values to choose from (RULES.md section 2)."""

BASE = "base"
CLAIMING: Mapping[str, Sequence[str]] = {
    BASE: ("travel", "classic"),
    "window": ("0", "6", "12", "20", "30"),
    "untie": ("5", "6"),
    "bar-leaving": _SWITCH,
}
"""Those that only mean something where cards are claimed, on top of a base."""


@dataclass(frozen=True, slots=True)
class HouseOption:
    """One option: its word, its label, the value it has, and the values with what the page calls them."""

    word: str
    label: str
    value: str
    values: Sequence[tuple[str, str]]


def house_options(view: View, words: Words) -> list[HouseOption]:
    """The options of the lobby's rule set."""
    set_so = view["options"]
    offered = {**OPTIONS, **(CLAIMING if BASE in set_so else {})}
    return [
        HouseOption(word, words.name("option", word), set_so[word], _named(values, set_so[word], words))
        for word, values in offered.items()
        if word in set_so
    ]


def _named(values: Sequence[str], current: str, words: Words) -> list[tuple[str, str]]:
    """Also the value that was set some other way, so that setting another option leaves it alone."""
    if current.isdigit():
        return [(value, value) for value in sorted({*values, current}, key=int)]
    return [(value, words.name("value", value)) for value in values]
