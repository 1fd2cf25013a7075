"""What each seat did, counted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import pairwise

from companion.rules import Event, State
from companion.table.chronicle.moments import Moment


class Deed(StrEnum):
    """What is counted of a seat."""

    TURNS = "turns"
    ROOMS = "rooms"  # entered by its own will: on foot, by passage or by a room card
    SUGGESTIONS = "suggestions"
    ACCUSATIONS = "accusations"
    SHOWN = "shown"  # cards that it had to show
    CLAIMS = "claims"
    LIES = "lies"  # claims of a card that it did not hold
    CAUGHT = "caught"  # lies that somebody doubted
    GIVEN_UP = "given-up"  # true claims that it did not prove when doubted
    RIGHT_DOUBTS = "right-doubts"  # the doubted card was not shown
    WRONG_DOUBTS = "wrong-doubts"
    SHOTS = "shots"
    STABS = "stabs"
    FALLEN = "fallen"  # sent back to its start
    BARS = "bars"
    ROPES = "ropes"
    ELIMINATED = "eliminated"


_COUNTED: Mapping[str, Deed] = {
    "turn": Deed.TURNS,
    "suggested": Deed.SUGGESTIONS,
    "accused": Deed.ACCUSATIONS,
    "shown": Deed.SHOWN,
    "claimed": Deed.CLAIMS,
    "shot": Deed.SHOTS,
    "stabbed": Deed.STABS,
    "killed": Deed.FALLEN,
    "barred": Deed.BARS,
    "tied": Deed.ROPES,
    "eliminated": Deed.ELIMINATED,
}
"""By kind of event: the deed of its `seat`."""

_ENTRIES = ("moved", "passage", "teleported")


def deeds(played: Iterable[Moment]) -> dict[str, Counter[Deed]]:
    """The counted deeds of every seat, clockwise.

    played: the moments of one game, the deal first.
    """
    played = tuple(played)
    counted: dict[str, Counter[Deed]] = {seat: Counter() for seat in played[0].state.names}
    for event in played[0].events:
        _count(counted, event)
    doubter = ""
    for before, now in pairwise(played):
        for event in now.events:
            _count(counted, event)
            if event.kind in _ENTRIES and now.state.board.is_room(str(event.args["to"])):
                counted[str(event.args["seat"])][Deed.ROOMS] += 1
            if event.kind == "claimed" and _is_lie(before.state, event):
                counted[str(event.args["seat"])][Deed.LIES] += 1
            if event.kind == "challenged":
                doubter = str(event.args["seat"])
            if event.kind == "revealed":
                counted[doubter][Deed.WRONG_DOUBTS] += 1
            if event.kind == "conceded":
                counted[doubter][Deed.RIGHT_DOUBTS] += 1
                lied = _is_lie(before.state, event)
                counted[str(event.args["seat"])][Deed.CAUGHT if lied else Deed.GIVEN_UP] += 1
    return counted


def _count(counted: Mapping[str, Counter[Deed]], event: Event) -> None:
    if event.kind in _COUNTED:
        counted[str(event.args["seat"])][_COUNTED[event.kind]] += 1


def _is_lie(before: State, event: Event) -> bool:
    """Whether the seat did not hold the card; no card changes hands between what is said and its act."""
    return event.args["card"] not in before.hands[str(event.args["seat"])]
