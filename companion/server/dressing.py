"""Words and names of a view, dressed so that sentences can take them."""

from collections.abc import Mapping
from typing import Any

from companion.words import Player, Words

View = Mapping[str, Any]
"""A view of the table as `/api/view` gives it."""

_PLAYERS = frozenset(
    {"seat", "against", "attacker", "challenger", "claimer", "giver", "taker", "target", "neighbour"}
)
_BETWEEN_SEATS = frozenset({"shown", "paid", "penalty", "swap", "eliminated"})
"""Kinds of event and frame whose `to` is a seat; elsewhere it is a place."""

_SIDES = 6
"""Of a die."""

_FRAME = (
    "seat", "suspect", "weapon", "room", "card", "class", "claimer", "challenger", "attacker", "target", "to",
)  # fmt: skip


def dressed(kind: str, args: Mapping[str, Any], words: Words) -> dict[str, object]:
    """The names of an event or a frame: players as they typed theirs, cards and places as nouns.

    kind: the event's or the frame's.
    args: what it says.
    """
    players = _PLAYERS | {"to"} if kind in _BETWEEN_SEATS else _PLAYERS
    filled: dict[str, object] = {}
    for name, value in args.items():
        if name == "case":
            filled |= zip(("suspect", "weapon", "room"), map(words.noun, value), strict=True)
        elif name == "seats":
            filled[name] = words.listing(value)
        elif name == "dice" and isinstance(value, tuple):
            filled[name] = " + ".join(map(str, value))
        elif isinstance(value, int):
            filled[name] = filled["n"] = value
        elif isinstance(value, str):
            filled[name] = Player(value) if name in players else words.noun(value)
    return filled


def dressed_frame(frame: Mapping[str, Any], words: Words) -> dict[str, object]:
    """The names of a frame that its sentences may use."""
    names = dressed(frame["kind"], {name: frame[name] for name in _FRAME if frame.get(name)}, words)
    if "attack" in frame:
        names["card"] = words.noun(frame["attack"])
    if "needs" in frame:
        names["faces"] = words.either(map(str, range(frame["needs"], _SIDES + 1)))
    return names
