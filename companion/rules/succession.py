"""Whose turn comes next, and when there is none: the turns of a game one after another."""

from dataclasses import replace

from companion.rules.state import Outcome, Standing, Step


def begin_turn(step: Step, seat: str) -> Step:
    """Give the turn to a seat; whatever clings to it (a rope) speaks first."""
    state = step.state
    turn = state.ruleset.turn(seat, dice=state.ruleset.dice, entry=seat in state.summoned)
    state = replace(state, stack=(turn,), summoned=state.summoned - {seat})
    for condition in state.conditions:
        frame = condition.at_turn(state) if condition.seat == seat else None
        state = state.push(frame) if frame else state
    return step.into(state).tell("turn", seat=seat)


def end_turn(step: Step) -> Step:
    """End the running turn; without anybody left to play, the game ends without a winner (R6)."""
    state = step.state
    seat = state.in_turn
    assert seat is not None, "a turn ends only while one runs"
    step = step.tell("ended", seat=seat)
    for following in (*state.after(seat), seat):
        if state.plays(following):
            return begin_turn(step, following)
    return finish(step, None)


def drop_out(step: Step, seat: str, standing: Standing) -> Step:
    """Take a seat out of the investigation; in its own turn the turn ends at once."""
    step = step.into(step.state.with_standing(seat, standing))
    if step.state.in_turn == seat:
        return end_turn(step)
    return step


def finish(step: Step, winner: str | None) -> Step:
    """End the game and show the case file to everybody."""
    suspect, weapon, room = step.state.case
    step = step.into(replace(step.state, stack=(), outcome=Outcome(winner)))
    step = step.tell("case", suspect=suspect, weapon=weapon, room=room)
    return step.tell("drawn") if winner is None else step.tell("won", seat=winner)
