"""The detective's notebook: 21 cards against the seats; what is certain is filled in by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules import CARDS, class_of
from companion.server.dressing import View
from companion.table import MARKS

_CYCLE = ("", *MARKS)
"""A tap turns each mark into the next, and the last into the first."""

SIGNS: Mapping[str, str] = {"": "", "no": "\u00d7", "yes": "\u2713", "maybe": "?"}
"""What a mark looks like; signs, not words, so that every language has the same."""

SAYS: Mapping[str, str] = {"": "notes.empty", "no": "notes.no", "yes": "notes.yes", "maybe": "notes.maybe"}
"""What a mark says to whoever hears the page instead of seeing it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of the grid.

    column: the seat's name.
    mark: what stands there.
    following: what a tap makes of it, None for a field that is certain.
    """

    column: str
    mark: str
    following: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """One card. opens: it is the first of its class."""

    card: str
    opens: bool
    cells: Sequence[Cell]


def notebook(view: View) -> list[Row]:
    """The grid of the seat whose view this is."""
    certain = _certain(view)
    rows = []
    for number, card in enumerate(CARDS):
        cells = []
        for seat in view["seats"]:
            column = seat["name"]
            mark = view["notes"].get(card, {}).get(column, "")
            known = certain.get((card, column))
            following = None if known else _CYCLE[(_CYCLE.index(mark) + 1) % len(_CYCLE)]
            cells.append(Cell(column, known or mark, following))
        rows.append(Row(card, number == 0 or class_of(card) != class_of(CARDS[number - 1]), cells))
    return rows


def _certain(view: View) -> Mapping[tuple[str, str], str]:
    """Own cards, in every column, and cards that were shown to this seat."""
    me, hand = view["seat"], view["hand"]
    known = {(card, me): "yes" if card in hand else "no" for card in CARDS}
    known |= {(card, seat["name"]): "no" for card in hand for seat in view["seats"] if seat["name"] != me}
    for entry in view["log"]:
        if entry["kind"] == "shown" and entry["args"].get("to") == me:
            known[(entry["args"]["card"], entry["args"]["seat"])] = "yes"
    return known
