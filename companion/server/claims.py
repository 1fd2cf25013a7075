"""What claims there are: on their way, made this turn, and what the table shows of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.server.drawing import Drawing
from companion.server.dressing import View

_SHOT = "revolver"
"""The card whose claim needs a line of sight."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim on its way.

    number: counts from the first that was made.
    seat, card: who says to hold what.
    target: against whom, empty where it has none.
    """

    number: int
    seat: str
    card: str
    target: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The line of sight of a shot, from one point of the drawing to the other.

    fired: it is no mere claim any more.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    fired: bool


def on_their_way(view: View) -> list[Claimed]:
    """The claims that are not settled yet, each made against the one before."""
    made = [frame for frame in view["beneath"] if frame["kind"] == "claim"]
    return [Claimed(n, one["seat"], one["card"], one["target"]) for n, one in enumerate(made, 1)]


def of_this_turn(view: View) -> list[str]:
    """The cards that the seat in turn has claimed this turn."""
    frames = [*view["beneath"], *([view["frame"]] if view["frame"] else [])]
    return list(frames[0].get("claimed", ())) if frames else []


def sights(view: View, drawing: Drawing) -> list[Sight]:
    """The lines of sight of the shots on their way; inside a room nobody needs one."""
    suspects = {seat["name"]: seat["suspect"] for seat in view["seats"]}
    drawn = []
    for claim in on_their_way(view):
        if claim.card != _SHOT:
            continue
        pieces = [suspects[seat] for seat in (claim.seat, claim.target)]
        if all(drawing.board.is_square(view["tokens"][piece]) for piece in pieces):
            ends = [drawing.at(piece, view["tokens"][piece]) for piece in pieces]
            drawn.append(Sight(*ends[0], *ends[1], fired=_fired(view, claim)))
    return drawn


def _fired(view: View, claim: Claimed) -> bool:
    """A shot has been fired once the claim stands; whoever reacts answers it."""
    frames: list[Mapping[str, Any]] = [*view["beneath"], view["frame"]]
    depth = [one for one, frame in enumerate(frames) if frame["kind"] == "claim"][claim.number - 1]
    return frames[depth + 1]["kind"] in ("reaction", "claim")
