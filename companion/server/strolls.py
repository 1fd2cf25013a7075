"""The ways that the tokens stroll before a game: from each start into a room near by, and home."""

from collections import deque
from functools import lru_cache

from companion.board import Board
from companion.server.drawing import Drawing, Point


@lru_cache(maxsize=4)
def strolls(drawing: Drawing) -> dict[str, list[Point]]:
    """By suspect the corners of its way from the start into a room, each point in SVG units.

    Rooms are given out by the order of the suspects, so that two tokens share one only on a small board. A
    start from which no room can be reached has a way of one point.

    >>> from companion.board import load_board
    >>> strolls(Drawing(load_board("classic")))["scarlet"][0]
    (660.0, 20.0)
    """
    taken: set[str] = set()
    ways = {}
    for suspect, start in drawing.board.starts.items():
        walked, room = _walk(drawing.board, start, taken)
        points = [drawing.at(suspect, square) for square in walked]
        if room:
            taken.add(room)
            points.append(drawing.at(suspect, room))
        ways[suspect] = _corners(points)
    return ways


def _walk(board: Board, start: str, taken: set[str]) -> tuple[list[str], str | None]:
    """The shortest way of squares to a door, and its room; one that nobody strolls to if there is any."""
    came: dict[str, str | None] = {start: None}
    waiting, found = deque([start]), None
    while waiting:
        at = waiting.popleft()
        for room in board.rooms_at(at):
            found = found or (at, room)
            if room not in taken:
                return _back(came, at), room
        for beyond in board.neighbours(at):
            if beyond not in came:
                came[beyond] = at
                waiting.append(beyond)
    return (_back(came, found[0]), found[1]) if found else ([start], None)


def _back(came: dict[str, str | None], end: str) -> list[str]:
    way: list[str] = []
    at: str | None = end
    while at is not None:
        way.append(at)
        at = came[at]
    return way[::-1]


def _corners(points: list[Point]) -> list[Point]:
    """Only where the way turns, its ends included."""
    around = zip(points, points[1:], points[2:], strict=False)
    turns = [at for before, at, after in around if before[0] != after[0] and before[1] != after[1]]
    return [*dict.fromkeys([points[0], *turns, points[-1]])]
