"""What a screen may show: the engine's view, and what only the table knows."""

from typing import Any

from companion.rules import BULLETS, Standing, log, view
from companion.sensing import Judgement
from companion.table.sitting import Sitting
from companion.table.watch import correction_data


def view_of(sitting: Sitting | None, seat: str | None, judgement: Judgement | None) -> dict[str, Any]:
    """What a seat, or everybody else, may see; ready for JSON.

    judgement: how the sensed board stands against the game, None without one.
    """
    if sitting is None:
        seen = _nothing_dealt() | {"phase": "none", "rules": None, "options": {}, "board": None}
    else:
        seen = _sitting_view(sitting, seat if seat in sitting.seating.names else None)
    mine = seen["turn"] is not None and seen["turn"] == seen["seat"]
    seen["ask_room"] = mine and judgement is not None and judgement.ask_room
    seen["corrections"] = [correction_data(one) for one in judgement.corrections] if judgement else []
    return seen


def _sitting_view(sitting: Sitting, seat: str | None) -> dict[str, Any]:
    game = sitting.game
    if game is None:
        seen = _lobby(sitting, seat)
    else:
        seen = view(game.state, seat) | {"log": log(game.events, seat), "fairness": game.fairness()}
    if seat is not None:
        taken = sitting.seating.of(seat)
        seen |= {"suspect": taken.suspect, "language": taken.language, "notes": sitting.notes_of(seat)}
    return seen


def _lobby(sitting: Sitting, seat: str | None) -> dict[str, Any]:
    """The fields of the engine's view, before the deal."""
    seats = [
        {
            "name": taken.name,
            "suspect": taken.suspect,
            "cards": 0,
            "status": Standing.PLAYING.value,
            "in_turn": False,
        }
        for taken in sitting.seating.seats
    ]
    seen = _nothing_dealt() | {
        "phase": "lobby",
        "rules": sitting.ruleset.name,
        "options": sitting.ruleset.options(),
        "board": sitting.board.name,
        "seat": seat,
        "seats": seats,
        "tokens": dict(sitting.board.starts),
    }
    return seen if seat is None else seen | {"hand": []}


def _nothing_dealt() -> dict[str, Any]:
    return {
        "seat": None,
        "seats": [],
        "turn": None,
        "frame": None,
        "tokens": {},
        "weapons": {},
        "bullets": BULLETS,
        "barred": [],
        "tied": [],
        "awaits": [],
        "acts": [],
        "winner": None,
        "log": [],
        "fairness": None,
    }
