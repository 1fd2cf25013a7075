"""Who is near enough: same room, adjacent square, line of sight (R25, R26)."""

from companion.board import line_of_sight
from companion.rules.refusals import NotAdjacent, NoTarget, NotInRoom, OutOfSight
from companion.rules.state import State


def same_room(state: State, seat: str, other: str) -> bool:
    """Whether both tokens stand in one room."""
    room = state.room_of(seat)
    return room is not None and room == state.room_of(other)


def check_at_hand(state: State, seat: str, target: str) -> None:
    """Refuse who is neither in the same room nor on an adjacent square; never across a door (R25)."""
    here, there = state.place_of(seat), state.place_of(target)
    both_outside = state.board.is_square(here) and state.board.is_square(there)
    if not same_room(state, seat, target) and not (both_outside and state.board.adjacent(here, there)):
        raise NotAdjacent(seat=target)


def check_in_sight(state: State, seat: str, target: str) -> None:
    """Refuse a target that is neither in the same room nor in line of sight (R26)."""
    here, there = state.place_of(seat), state.place_of(target)
    if not same_room(state, seat, target) and not line_of_sight(state.board, here, there, state.occupied()):
        raise OutOfSight(seat=target)


def check_in_same_room(state: State, seat: str, target: str) -> str:
    """Refuse a target that is not in the same room; gives the room."""
    room = state.room_of(seat)
    if room is None:
        raise NotInRoom
    if not same_room(state, seat, target):
        raise NoTarget(seat=target)
    return room
