"""The places that a roll can reach, each with one way to it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.board.geometry import Board
from companion.board.walks import free_ends, self_avoiding_ends, shortest_ways

Ways = Mapping[str, tuple[str, ...]]

MOST_STEPS = 200
"""No roll comes near; it keeps a slip of the finger from asking for hours of search."""


@dataclass(frozen=True)
class Reach:
    """Where a move of exactly ``steps`` steps may end.

    ``square_ways`` and ``room_ways`` give one way to each end. ``breaks`` gives, for each barred room
    with a door that can be tried (R24), the squares of its doors on which the token can stand with at
    least one step left, the nearest first; the square where the token stands already may be one.
    """

    steps: int
    square_ways: Ways
    room_ways: Ways
    breaks: Ways

    @cached_property
    def squares(self) -> frozenset[str]:
        """The squares among the ends."""
        return frozenset(self.square_ways)

    @cached_property
    def rooms(self) -> frozenset[str]:
        """The rooms among the ends."""
        return frozenset(self.room_ways)

    @cached_property
    def places(self) -> frozenset[str]:
        """All ends, squares and rooms."""
        return self.squares | self.rooms

    def way(self, place: str) -> tuple[str, ...]:
        """One way to an end, step by step without the origin, a room last. KeyError if it is no end.

        To a square it has exactly ``steps`` steps, to a room as few as possible.

        >>> from companion.board import load_board
        >>> reach(load_board("classic"), "Q0", 3).way("P2")
        ('Q1', 'Q2', 'P2')
        """
        return self.room_ways[place] if place in self.room_ways else self.square_ways[place]


def reach(
    board: Board,
    origin: str,
    steps: int,
    *,
    occupied: Collection[str] = (),
    barred: Collection[str] = (),
    left: str | None = None,
    visited: Collection[str] = (),
    revisit: bool = False,
) -> Reach:
    """Where a token can end that moves exactly so many steps (RULES.md section 3).

    origin: the place it starts from. From a room the first step goes onto a free door square of it.
    steps: the roll. A square is an end only after all of them; a room costs one step from a door's
    square and ends the move, the surplus is lost. No step at all ends where it began.
    occupied: the places of the tokens; squares block, rooms do not, and the token itself may be named.
    barred: rooms that nobody enters by a door.
    left: the room that the token left this turn, not entered again; a room as origin counts by itself.
    visited: squares used earlier in the same turn, not used again; the origin counts by itself.
    revisit: the house option by which squares may be used again in a turn.

    ValueError for a place that the board does not have, or fewer than 0 steps.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> board.ordered(reach(board, "Q0", 4).places)
    ['P1', 'Q2', 'P3', 'Q4']
    >>> board.ordered(reach(board, "lounge", 4).rooms)
    ['dining']
    """
    _check(board, origin, steps, (*occupied, *visited, *barred, *([left] if left else ())))
    blocked = occupied if revisit else (*occupied, *visited)
    first, free = _ground(board, origin, blocked, revisit)
    if steps:
        ends = free_ends if revisit else self_avoiding_ends
        squares = _named(board, ends(board.lattice, first, free, steps))
    else:
        squares = {origin: ()} if board.is_square(origin) else {}
    stands = _named(board, shortest_ways(board.lattice, first, free, steps - 1))
    if board.is_square(origin) and steps:
        stands[origin] = ()
    rooms: dict[str, tuple[str, ...]] = {}
    breaks: dict[str, tuple[str, ...]] = {}
    for room in board.rooms:
        fronts = dict.fromkeys(door.square for door in board.doors_of(room) if door.square in stands)
        if not fronts or room in (origin, left):
            continue
        nearest_first = sorted(fronts, key=lambda square: len(stands[square]))
        if room in barred:
            breaks[room] = tuple(nearest_first)
        else:
            rooms[room] = (*stands[nearest_first[0]], room)
    return Reach(steps, squares, rooms, breaks)


def farthest_reach(
    board: Board,
    origin: str,
    steps: int,
    *,
    occupied: Collection[str] = (),
    barred: Collection[str] = (),
    left: str | None = None,
    visited: Collection[str] = (),
    revisit: bool = False,
) -> Reach:
    """Like ``reach``, for the largest number of steps up to the roll that has any end (R1).

    ``steps`` of the answer is that number; it is 0, with no end, for a token that cannot move at all.
    The barred doors that can be tried are those of the full roll: trying one is an offer, not a duty.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> farthest_reach(board, "Q0", 6, occupied=("Q2", "P2")).steps
    2
    """
    found = full = reach(
        board, origin, steps, occupied=occupied, barred=barred, left=left, visited=visited, revisit=revisit
    )
    fewer = steps
    while fewer > 0:
        if found.places:
            return Reach(fewer, found.square_ways, found.room_ways, full.breaks)
        fewer -= 1
        found = reach(
            board,
            origin,
            fewer,
            occupied=occupied,
            barred=barred,
            left=left,
            visited=visited,
            revisit=revisit,
        )
    return Reach(0, {}, {}, full.breaks)


def _check(board: Board, origin: str, steps: int, places: Collection[str]) -> None:
    if not 0 <= steps <= MOST_STEPS:
        raise ValueError(f"a move has 0 to {MOST_STEPS} steps, not {steps}")
    for place in (origin, *places):
        if not board.is_place(place):
            raise ValueError(f"{place!r} is not a place of the board {board.name}")


def _ground(board: Board, origin: str, blocked: Collection[str], revisit: bool) -> tuple[int, int]:
    """The cells for the first step and the free cells, as bits; the token itself never blocks."""
    lattice = board.lattice
    taken = {place for place in blocked if board.is_square(place)} - {origin}
    free = lattice.all & ~lattice.set_of(taken)
    if board.is_room(origin):
        return lattice.set_of(door.square for door in board.doors_of(origin)) & free, free
    first = lattice.set_of(board.neighbours(origin)) & free
    return first, free if revisit else free & ~lattice.set_of([origin])


def _named(board: Board, ways: Mapping[int, tuple[int, ...]]) -> dict[str, tuple[str, ...]]:
    square = board.lattice.square
    return {square[end]: tuple(square[cell] for cell in way) for end, way in ways.items()}
