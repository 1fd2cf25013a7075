"""What the lamps on and around the board have to show of the public view."""

from collections.abc import Mapping
from typing import Any

from companion.board import Board, Door
from companion.rules import RULESETS

CLAIM = "claim"
"""The act that fires the revolver: without it there are no bullets to show."""


def bullets_of(view: Mapping[str, Any]) -> int | None:
    """How many bullets are left (R28); None where nothing is played, or by rules without a revolver.

    >>> bullets_of({"rules": "bluff", "bullets": 5}), bullets_of({"rules": "classic", "bullets": 6})
    (5, None)
    """
    if view["rules"] is None or CLAIM not in RULESETS[view["rules"]].verbs:
        return None
    bullets: int = view["bullets"]
    return bullets


def glowing_doors(view: Mapping[str, Any], board: Board) -> frozenset[Door]:
    """The doors of the barred rooms (R23); none where nothing is played.

    By rules that bar no rooms: the doors of the rooms, and at the squares, where a piece is to be put right.

    >>> from companion.board import load_board
    >>> sorted(door.square for door in glowing_doors({"barred": ["dining"]}, load_board("classic")))
    ['P12', 'R8']
    """
    if (rules := view.get("rules")) and CLAIM not in RULESETS[rules].verbs:
        calling = {correction["to"] for correction in view["corrections"]}
        return frozenset(door for door in board.doors if calling & {door.room, door.square})
    return frozenset(door for room in view.get("barred", ()) for door in board.doors_of(room))
