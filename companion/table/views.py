"""What a screen may show: the engine's view, and what only the table knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules import Standing, State, log, view
from companion.sensing import Judgement
from companion.table.sitting import Sitting
from companion.table.watch import correction_data


def view_of(
    sitting: Sitting | None,
    seat: str | None,
    judgement: Judgement | None,
    notices: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """What a seat, or everybody else, may see; ready for JSON.

    judgement: how the sensed board stands against the game, None without one. notices: what is to be said
        about the board beside that.
    """
    if sitting is None:
        seen = _unopened()
    else:
        seen = _opened(sitting, seat if seat in sitting.seating.names else None)
    mine = seen["turn"] is not None and seen["turn"] == seen["seat"]
    seen["ask_room"] = mine and judgement is not None and judgement.ask_room
    seen["ask"] = list(judgement.ask) if mine and judgement else []
    seen["notices"] = list(notices)
    seen["corrections"] = [correction_data(one) for one in judgement.corrections] if judgement else []
    return seen


def _opened(sitting: Sitting, seat: str | None) -> dict[str, Any]:
    game = sitting.game
    if game is None:
        seen = view(_before_the_deal(sitting), seat) | {"phase": "lobby", "log": [], "fairness": None}
    else:
        seen = view(game.state, seat) | {"log": log(game.events, seat), "fairness": game.fairness()}
    if seat is not None:
        taken = sitting.seating.of(seat)
        seen |= {"suspect": taken.suspect, "language": taken.language, "notes": sitting.notes_of(seat)}
    return seen


def _before_the_deal(sitting: Sitting) -> State:
    """The lobby as a state in which nobody holds or does anything, so that it is seen like any other."""
    names = sitting.seating.names
    return State(
        board=sitting.board,
        ruleset=sitting.ruleset,
        seats=sitting.seating.players,
        case=("", "", ""),
        hands=dict.fromkeys(names, ()),
        tokens=sitting.board.starts,
        weapons={},
        standings=dict.fromkeys(names, Standing.PLAYING),
    )


def _unopened() -> dict[str, Any]:
    """What there is to see before the host has opened the first lobby."""
    nothing = dict.fromkeys(("rules", "board", "seat", "turn", "frame", "winner", "fairness"))
    empty: dict[str, Any] = {name: [] for name in ("seats", "beneath", "awaits", "acts", "log")}
    return nothing | empty | {"phase": "none", "options": {}, "tokens": {}, "weapons": {}}
