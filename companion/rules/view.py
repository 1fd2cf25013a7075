"""What a seat, or the public, may see: the only way out of the engine towards a screen.

Two states that differ only in what a seat cannot know give that seat the same view.
"""

from collections.abc import Iterable

from companion.rules.engine import awaits, legal
from companion.rules.event import Event
from companion.rules.state import Standing, State


def view(state: State, seat: str | None = None) -> dict[str, object]:
    """The game as one seat may see it, ready for JSON.

    seat: a name, or None for the public view of the table.
    """
    seen: dict[str, object] = {
        "rules": state.ruleset.name,
        "options": state.ruleset.options(),
        "board": state.board.name,
        "phase": "play" if state.outcome is None else "over",
        "seat": seat,
        "seats": [
            {
                "name": one.name,
                "suspect": one.suspect,
                "cards": len(state.hands[one.name]),
                "status": state.standings[one.name].value,
                "in_turn": one.name == state.in_turn,
            }
            for one in state.seats
        ],
        "turn": state.in_turn,
        "frame": state.top.public() if state.stack else None,
        "beneath": [frame.public() for frame in state.stack[:-1]],
        "tokens": dict(state.tokens),
        "weapons": dict(state.weapons),
        "bullets": state.bullets,
        "barred": list(state.barred),
        **{kind: state.bound(kind) for kind in ("tied", "seduced")},
        "awaits": list(awaits(state)),
        "acts": [] if seat is None else [offer.as_json() for offer in legal(state, seat)],
        "winner": state.outcome.winner if state.outcome else None,
    }
    if seat is not None:
        seen["hand"] = list(state.hands[seat])
    if state.outcome is not None or (seat is not None and state.standings[seat] is Standing.ACCUSED):
        seen["case"] = list(state.case)
    return seen


def log(events: Iterable[Event], seat: str | None = None) -> list[dict[str, object]]:
    """What happened so far, as one seat or the public may know it, ready for JSON.

    events: of the whole game, in order.
    Numbered by what this seat sees, so that the numbers tell nothing of what it does not.
    """
    seen = (event.seen_by(seat) for event in events)
    return [{"n": n, **told} for n, told in enumerate((told for told in seen if told is not None), 1)]
