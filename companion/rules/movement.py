"""Where tokens may go and how they get there: reach of a roll, summons, stepping aside."""

from dataclasses import replace
from functools import lru_cache

from companion.board import Board, Reach, farthest_reach
from companion.rules.state import State, Step


def reach_of(state: State, seat: str, steps: int) -> Reach:
    """The places where a roll of so many steps may end, or of the most steps that lead anywhere (R1).

    steps: 1 to 24.
    """
    origin = state.place_of(seat)
    if state.room_of(seat) and not exits(state, seat):
        steps = 0  # a bar may stop leaving as well; a square hemmed in by tokens may still have a door
    return _reach(
        state.board,
        origin,
        steps,
        state.occupied() - {origin},
        frozenset(state.barred),
        state.ruleset.revisit,
    )


@lru_cache(maxsize=256)
def _reach(
    board: Board, origin: str, steps: int, occupied: frozenset[str], barred: frozenset[str], revisit: bool
) -> Reach:
    return farthest_reach(board, origin, steps, occupied=occupied, barred=barred, revisit=revisit)


def exits(state: State, seat: str) -> tuple[str, ...]:
    """The squares onto which a seat's token could step out of the room it stands in."""
    room = state.place_of(seat)
    if room in state.barred and state.ruleset.bar_leaving:
        return ()
    taken = state.occupied()
    return tuple(door.square for door in state.board.doors_of(room) if door.square not in taken)


def trapped(state: State, seat: str) -> bool:
    """Whether a seat is in a room that neither a free door nor a passage leads out of (R3)."""
    room = state.room_of(seat)
    return room is not None and room not in state.board.passages and not exits(state, seat)


def summon(step: Step, suspect: str, room: str) -> Step:
    """Bring a token into a room because a suggestion names it; its seat may suggest there next (R4, R12).

    A token that is there already is not summoned.
    """
    state = step.state
    if state.tokens[suspect] == room:
        return step
    seat = state.player_of(suspect)
    state = state.with_token(suspect, room)
    if seat is not None:
        state = replace(state, summoned=state.summoned | {seat})
    return step.into(state).tell("summoned", suspect=suspect, room=room)


def step_aside(step: Step, seat: str) -> Step:
    """Move the token of a seat that makes no more moves off a door's square, into the room behind it (R7)."""
    state = step.state
    place = state.place_of(seat)
    rooms = state.board.rooms_at(place) if state.board.is_square(place) else ()
    if not rooms:
        return step
    suspect = state.suspect_of(seat)
    return step.into(state.with_token(suspect, rooms[0])).tell("moved-aside", suspect=suspect, room=rooms[0])
