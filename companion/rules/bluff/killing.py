"""A killed token goes back to its start (R29, R30)."""

from dataclasses import replace

from companion.board import nearest_free
from companion.rules.movement import step_aside
from companion.rules.state import Step


def kill(step: Step, seat: str) -> Step:
    """Send a seat's token to its start, or to the nearest free square (R29).

    It loses its position, rope and seduction, and the right to suggest by summons; its cards stay (R30).
    """
    state = step.state
    suspect = state.suspect_of(seat)
    others = state.occupied() - {state.tokens[suspect]}
    end = nearest_free(state.board, state.board.starts[suspect], others)
    kept = tuple(condition for condition in state.conditions if condition.seat != seat)
    origin = state.tokens[suspect]
    state = replace(state.with_token(suspect, end), conditions=kept, summoned=state.summoned - {seat})
    step = step.into(state).tell("killed", **{"seat": seat, "suspect": suspect, "from": origin, "to": end})
    return step if state.plays(seat) else step_aside(step, seat)
