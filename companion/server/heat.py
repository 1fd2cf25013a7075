"""Where everybody went: the places of the board by how often they were visited."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from companion.server.drawing import CELL, Area, Drawing

STEPS = (1, 2, 4, 7, 11)
"""The fewest visits of each shade, the palest first; they differ in lightness, so no colour is needed."""


@dataclass(frozen=True, slots=True)
class Heat:
    """The visited places, to be drawn over a board's outline.

    squares: by shade (1 to 5), path data of its squares. rooms: each with its shade (0: never) and number.
    numbers: x, y, number and shade of every visited square. legend: the shades with what they mean: `4–6`.
    """

    squares: Mapping[int, str]
    rooms: tuple[tuple[Area, int, int], ...]
    numbers: tuple[tuple[float, float, int, int], ...]
    legend: tuple[tuple[int, str], ...]


def heat(drawing: Drawing, visits: Mapping[str, int]) -> Heat:
    """Shade a board. visits: by place; places that are not named were never visited."""
    squares: dict[int, str] = {}
    numbers = []
    for spot in drawing.squares:
        if count := visits.get(spot.name, 0):
            left, top = spot.x - CELL / 2 + 1, spot.y - CELL / 2 + 1
            squares[shade(count)] = squares.get(shade(count), "") + f"M{left:g} {top:g}h38v38h-38z"
            numbers.append((spot.x, spot.y, count, shade(count)))
    rooms = tuple((area, shade(visits.get(area.name, 0)), visits.get(area.name, 0)) for area in drawing.rooms)
    return Heat(squares, rooms, tuple(numbers), _LEGEND)


def shade(count: int) -> int:
    """The shade of a number of visits.

    >>> [shade(count) for count in (0, 1, 3, 10, 11, 40)]
    [0, 1, 2, 4, 5, 5]
    """
    return bisect_right(STEPS, count)


def _range(least: int, beyond: int) -> str:
    return str(least) if beyond == least + 1 else f"{least}–{beyond - 1}"


_LEGEND = (
    *enumerate(map(_range, STEPS, STEPS[1:]), 1),
    (len(STEPS), f"{STEPS[-1]}+"),
)
