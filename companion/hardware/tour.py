"""A short way past many points: what is wired together lies together."""

import math
from collections.abc import Sequence

Point = tuple[float, float]

ROUNDS = 20
"""Of untangling at most; a board is done after three or four."""


def tour(points: Sequence[Point]) -> list[int]:
    """The numbers of these points in an order that makes the way past all of them short; it does not return.

    It begins at the first point, goes to the nearest that is left, and then turns stretches around for as
    long as that makes it shorter (2-opt). The same points give the same way.

    >>> tour([(0, 0), (2, 0), (1, 0), (1, 1), (2, 1)])
    [0, 2, 1, 4, 3]
    """
    left = list(range(1, len(points)))
    way = [0] if points else []
    while left:
        here = points[way[-1]]
        nearest = min(left, key=lambda one: (math.dist(here, points[one]), one))
        left.remove(nearest)
        way.append(nearest)
    for _ in range(ROUNDS):
        if not _untangle(way, points):
            break
    return way


def _untangle(way: list[int], points: Sequence[Point]) -> bool:
    """Turn every stretch around that makes the way shorter; whether there was one."""
    shorter = False
    for begin in range(1, len(way) - 1):
        for end in range(begin + 1, len(way)):
            before, first, last = points[way[begin - 1]], points[way[begin]], points[way[end]]
            gain = math.dist(before, first) - math.dist(before, last)
            if end + 1 < len(way):
                after = points[way[end + 1]]
                gain += math.dist(last, after) - math.dist(first, after)
            if gain > 1e-9:
                way[begin : end + 1] = way[begin : end + 1][::-1]
                shorter = True
    return shorter


def length(points: Sequence[Point]) -> float:
    """Of the way past these points in this order."""
    return sum(math.dist(one, other) for one, other in zip(points, points[1:], strict=False))
