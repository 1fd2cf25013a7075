"""What the lamps on and around the board have to show of the public view."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.board import Board, Door
from companion.rules import RULESETS
from companion.table.house import THROWN

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


def dice_wanted(view: Mapping[str, Any], view_of: Callable[[str], Mapping[str, Any]]) -> bool:
    """Whether the table waits for dice, so that the dice button does something.

    view_of: gives a seat's view, as ``Table.view`` does.
    """
    frame = view["frame"]
    if frame is not None and frame["kind"] in ("window", "reaction"):
        return False  # they may pass or doubt, and each one's view costs time
    return any(offer["act"] in THROWN for seat in view["awaits"] for offer in view_of(seat)["acts"])


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
