"""The dice that lie on the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.server.dressing import View

_THROWN = ("first", "rolled", "broken", "stays-tied", "freed")
"""Kinds of event that tell of dice."""

_RECENT = 2
"""Events, the newest of the log, in which dice are looked at that the game needs no more."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw. number: of its event, so that a page sees whether these dice are news."""

    number: int
    dice: Sequence[int]


def newest_throw(view: View) -> Throw | None:
    """The newest throw for as long as it matters: the roll of the running turn, or one just made."""
    if view["phase"] != "play":
        return None
    entry = next((one for one in reversed(view["log"]) if one["kind"] in _THROWN), None)
    needed = view["frame"]["kind"] == "turn" and view["frame"]["dice"]
    if entry is None or not (needed or entry in view["log"][-_RECENT:]):
        return None
    return Throw(entry["n"], entry["args"].get("dice") or [entry["args"]["die"]])
