"""Who sees whom along the corridor (R26), and where a token goes whose start is taken (R29)."""

from collections.abc import Collection

from companion.board.geometry import Board, square_at


def line_of_sight(board: Board, one: str, other: str, occupied: Collection[str] = ()) -> bool:
    """Whether a token on one place sees a token on the other (R26).

    Both must be different squares in one row or one column, and every square between them a free
    corridor square. Nobody looks into or out of a room. ``occupied``: places of all tokens; the two
    ends may be among them, rooms are ignored.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> line_of_sight(board, "H7", "X7", ()), line_of_sight(board, "H7", "X7", ("Q7",))
    (True, False)
    >>> line_of_sight(board, "H7", "H12", ()), line_of_sight(board, "R6", "lounge", ())
    (True, False)
    """
    if one == other or not (board.is_square(one) and board.is_square(other)):
        return False
    (left, top), (right, bottom) = sorted((board.position(one), board.position(other)))
    if left != right and top != bottom:
        return False
    top, bottom = min(top, bottom), max(top, bottom)
    line = (square_at(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))
    between = (square for square in line if square not in (one, other))
    return all(board.is_square(square) and square not in occupied for square in between)


def nearest_free(board: Board, square: str, occupied: Collection[str] = ()) -> str:
    """The square itself if it is free, else the nearest free one (R29).

    Nearest by the fewest steps over corridor squares, then the lowest row, then the lowest column.
    Tokens do not lengthen the way: a killed token is lifted and put down, it does not walk.
    ``occupied``: places of the other tokens; rooms are ignored. ValueError if it is no square or no
    square is free.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> nearest_free(board, "Q0", ()), nearest_free(board, "Q0", ("Q0", "Q1"))
    ('Q0', 'P1')
    """
    if not board.is_square(square):
        raise ValueError(f"{square!r} is not a square of the board {board.name}")
    layer, seen = {square}, {square}
    while layer:
        free = [candidate for candidate in layer if candidate not in occupied]
        if free:
            return min(free, key=lambda name: board.position(name)[::-1])
        layer = {step for name in layer for step in board.neighbours(name)} - seen
        seen |= layer
    raise ValueError(f"no square of the board {board.name} is free")
