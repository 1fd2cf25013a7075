"""Whether a set-up as a whole is wrong: an empty board, or one that lies the other way round."""

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Literal

from companion.board import Board
from companion.board.geometry import square_at

SetUp = Literal["empty", "turned"]
FEW = 2  # pieces: fewer in the wrong place are told one by one


def set_up_fault(
    board: Board,
    expected: Mapping[str, str],
    squares: Collection[str] | None,
    rooms: Mapping[str, Collection[str]] | None = None,
) -> SetUp | None:
    """What is wrong with the whole, None where pieces are to be put right one by one, if at all.

    expected: the place of each token and weapon. squares, rooms: what is sensed, None where nothing is.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> set_up_fault(board, board.starts, ())
    'empty'
    >>> set_up_fault(board, board.starts, board.starts.values()) is None
    True
    >>> set_up_fault(board, {"scarlet": "H7", "plum": "H8", "green": "hall"}, {"Q16", "Q17"})
    'turned'
    """
    seen = [(place, None) for place in squares or ()]
    lying = [(room, piece) for room, pieces in (rooms or {}).items() for piece in pieces]
    wanted = {(place, None if board.is_square(place) else piece) for piece, place in expected.items()}
    around = turned(board)
    mirrored = {(around[place], piece) for place, piece in wanted if place in around}
    found = {*seen, *lying}
    if len(found & mirrored) >= FEW and len(found & mirrored) > len(found & wanted):
        return "turned"
    awaited = sum(board.is_square(place) for place in expected.values()) if squares is not None else 0
    return "empty" if awaited >= FEW and not found else None


@lru_cache(maxsize=4)
def turned(board: Board) -> Mapping[str, str]:
    """Where each place comes to lie when the board is turned by 180 degrees.

    A square that comes to lie beside the squares is not among them: on the classic board all the starts.
    """
    ends: dict[str, str] = {}
    for square in board.squares:
        column, row = board.position(square)
        end = square_at(board.columns - 1 - column, board.rows - 1 - row)
        if board.is_square(end):
            ends[square] = end
    under: dict[str, Counter[str]] = {room: Counter() for room in board.rooms}
    for line, opposite in zip(board.map, reversed(board.map), strict=True):
        for letter, other in zip(line, reversed(opposite), strict=True):
            room, over = (board.legend[one].split(" ")[0] for one in (letter, other))
            if board.is_room(room) and board.is_room(over):
                under[room][over] += 1
    ends |= {room: rooms.most_common(1)[0][0] for room, rooms in under.items() if rooms}
    return ends
