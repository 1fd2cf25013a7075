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
"""The options that pages offer, with the values to choose from (RULES.md section 2)."""


@dataclass(frozen=True, slots=True)
class HouseOption:
    """One option: its word, its label, the value it has, and the values with what the page calls them."""

    word: str
    label: str
    value: str
    values: Sequence[tuple[str, str]]


def house_options(view: View, words: Words) -> list[HouseOption]:
    """The options of the lobby's rule set."""
    return [
        HouseOption(
            word,
            words.name("option", word),
            view["options"][word],
            [(value, value if value.isdigit() else words.name("value", value)) for value in values],
        )
        for word, values in OPTIONS.items()
        if word in view["options"]
    ]
