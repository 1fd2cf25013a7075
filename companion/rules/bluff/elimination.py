"""Who cannot pay a penalty is out of the game (R38)."""

from collections.abc import Callable

from companion.rules.movement import step_aside
from companion.rules.state import Standing, Step
from companion.rules.succession import end_turn, finish


def eliminate(step: Step, seat: str, heir: str, go_on: Callable[[Step], Step]) -> Step:
    """Take a seat out of the game and give all its cards to whom it owed one.

    go_on: what happens next, unless the game ends with it, or the seat was in turn and the next one plays.
    The token stays as an unplayed suspect's, off any door's square (R7).
    """
    state = step.state
    state = state.with_hand(heir, {*state.hands[heir], *state.hands[seat]}).with_hand(seat, ())
    state = state.with_standing(seat, Standing.ELIMINATED)
    step = step.into(state).confide(
        "eliminated", {"seat": seat, "to": heir}, {"cards": step.state.hands[seat]}, seat, heir
    )
    step = step_aside(step, seat)
    remaining = [one for one in state.names if state.standings[one] is not Standing.ELIMINATED]
    if len(remaining) == 1 and state.plays(remaining[0]):
        return finish(step, remaining[0])
    if state.in_turn == seat:
        return end_turn(step)
    return go_on(step)
