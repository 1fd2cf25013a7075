"""The board as shapes: what a page needs to draw any board from its data, and where its pieces stand.

All lengths are SVG units; one square is `CELL` wide, row 0 on top.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from companion.board import SUSPECTS, Board
from companion.rules import WEAPONS

CELL = 40
"""Width and height of one square."""

_NAME, _TOKENS, _WEAPONS = 0.21, 0.48, 0.74
"""How far down in a room its name, the tokens and the weapons stand."""

_EMBLEM = 0.6
"""The same for the middle of its emblem."""

_LIGHT = 0.55
"""How far the light of a room reaches from there, of its width and height."""

_RADIUS = 0.45
"""Half the size of a piece, in squares."""

_GAP = 0.88
"""From one piece to the next, in squares, where the room is wide enough."""

_CLEAR = 0.9
"""How far above or below the mouth of a passage a piece has to stand to leave it free, in squares."""

_WIDE = 5
"""Rows of a room with so many squares are wide enough to stand in."""

_TURNED = {"N": 0, "E": 90, "S": 180, "W": 270}
Cell = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """A point with what stands there: a square, a start, a passage's mouth.

    turned: degrees clockwise, where the thing has a direction.
    """

    name: str
    x: float
    y: float
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Area:
    """A room, or the closed middle: its outline as SVG path data, and the point for its name.

    middle: of its wide part, where its emblem lies.
    light: the half axes of the light that falls there.
    """

    name: str
    outline: str
    x: float
    y: float
    middle: Point
    light: Point


class Drawing:
    """The shapes of one board.

    board: a board that holds together.

    >>> from companion.board import load_board
    >>> drawing = Drawing(load_board("classic"))
    >>> drawing.width, drawing.height, drawing.at("scarlet", "Q0")
    (960, 1000, (660.0, 20.0))
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = board.columns * CELL
        self.height = board.rows * CELL
        self._cells: dict[str, set[Cell]] = defaultdict(set)
        for row, line in enumerate(board.map):
            for column, letter in enumerate(line):
                self._cells[board.legend[letter].split(" ")[0]].add((column, row))

    @cached_property
    def squares(self) -> tuple[Spot, ...]:
        """The middle of every corridor square."""
        return tuple(Spot(name, *_middle(*self.board.position(name))) for name in self.board.squares)

    @cached_property
    def tiles(self) -> tuple[str, str]:
        """The squares as path data, in two shades like a chessboard's."""
        shades = ["", ""]
        for square in self.board.squares:
            column, row = self.board.position(square)
            shades[(column + row) % 2] += f"M{column * CELL + 1} {row * CELL + 1}h38v38h-38z"
        return shades[0], shades[1]

    @cached_property
    def starts(self) -> tuple[Spot, ...]:
        """Every suspect's start square."""
        return tuple(
            Spot(suspect, *_middle(*self.board.position(square)))
            for suspect, square in self.board.starts.items()
        )

    @cached_property
    def rooms(self) -> tuple[Area, ...]:
        """The rooms; the name stands in the middle of the upper part."""
        return tuple(map(self._area, self.board.rooms))

    @cached_property
    def stairs(self) -> Area | None:
        """The closed middle of the board, where the case file lies; None on a board without one."""
        cells = self._cells["stairs"]
        if not cells:
            return None
        x, y = ((min(axis) + max(axis) + 1) * CELL / 2 for axis in zip(*cells, strict=True))
        return Area("stairs", _outline(cells), x, y, (x, y), (x, y))

    @cached_property
    def doors(self) -> tuple[Spot, ...]:
        """The middle of each door's square; turned so that up is into the room."""
        return tuple(
            Spot(door.room, *_middle(*self.board.position(door.square)), _TURNED[door.into])
            for door in self.board.doors
        )

    @cached_property
    def passages(self) -> tuple[Spot, ...]:
        """The mouth of each secret passage: its room's corner farthest from the middle of the board."""
        middle = (self.board.columns / 2, self.board.rows / 2)
        mouths = []
        for room in self.board.passages:
            column, row = max(self._cells[room], key=lambda cell: _squared(cell, middle))
            turned = (
                (45 if row > middle[1] else 135) if column < middle[0] else (315 if row > middle[1] else 225)
            )
            mouths.append(Spot(room, *_middle(column, row), turned))
        return tuple(mouths)

    def at(self, piece: str, place: str) -> Point:
        """Where a token or a weapon that stands at a place is drawn.

        In a room every piece has its own spot, so that nothing moves when another piece comes or goes.
        """
        if self.board.is_square(place):
            return _middle(*self.board.position(place))
        return self._spots[place][piece]

    @cached_property
    def _spots(self) -> dict[str, dict[str, Point]]:
        return {room: self._spots_in(room) for room in self.board.rooms}

    def _spots_in(self, room: str) -> dict[str, Point]:
        spots = dict(zip(SUSPECTS, self._along(room, _TOKENS), strict=True))
        return spots | dict(zip(WEAPONS, self._along(room, _WEAPONS), strict=True))

    def _along(self, room: str, height: float) -> list[Point]:
        """Six points side by side at a height of a room."""
        y, first, last = self._level(room, height)
        for mouth in self.passages:
            if mouth.name == room and abs(mouth.y / CELL - y) < _CLEAR:
                column = mouth.x // CELL
                first, last = first + (column == first), last - (column == last - 1)
        gap = min(_GAP, (last - first) / len(SUSPECTS))
        left = (first + last - gap * (len(SUSPECTS) - 1)) / 2
        return [((left + gap * number) * CELL, y * CELL) for number in range(len(SUSPECTS))]

    def _level(self, area: str, height: float) -> tuple[float, float, float]:
        """A height inside an area (0 the top of its wide part, 1 the bottom) and its ends, in squares."""
        rows: dict[int, list[int]] = defaultdict(list)
        for column, row in self._cells[area]:
            rows[row].append(column)
        widest = max(map(len, rows.values()))
        wide = [row for row, columns in rows.items() if len(columns) >= min(_WIDE, widest)]
        y = min(wide) + (max(wide) - min(wide) + 1) * height
        near = [rows[row] for row in (int(y - _RADIUS), int(y + _RADIUS)) if row in rows]
        return y, max(map(min, near)), min(map(max, near)) + 1

    def _area(self, name: str) -> Area:
        y, first, last = self._level(name, _NAME)
        middle, left, right = self._level(name, _EMBLEM)
        return Area(
            name,
            _outline(self._cells[name]),
            (first + last) * CELL / 2,
            y * CELL,
            ((left + right) * CELL / 2, middle * CELL),
            ((right - left) * CELL * _LIGHT, (middle - y) * CELL / _EMBLEM * _LIGHT),
        )


def _middle(column: int, row: int) -> Point:
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def _squared(cell: Cell, point: Point) -> float:
    return (cell[0] + 0.5 - point[0]) ** 2 + (cell[1] + 0.5 - point[1]) ** 2


def _outline(cells: set[Cell]) -> str:
    """SVG path data round a set of squares, clockwise, only corners named."""
    ways: dict[Cell, list[Cell]] = defaultdict(list)
    for column, row in sorted(cells):
        right, down = column + 1, row + 1
        for start, end, beyond in (
            ((column, row), (right, row), (column, row - 1)),
            ((right, row), (right, down), (right, row)),
            ((right, down), (column, down), (column, down)),
            ((column, down), (column, row), (column - 1, row)),
        ):
            if beyond not in cells:
                ways[start].append(end)
    path = []
    while ways:
        start = at = min(ways)
        corners = [start]
        while True:
            onward = ways[at].pop()
            if not ways[at]:
                del ways[at]
            if onward == start:
                break
            corners.append(onward)
            at = onward
        path.append("M" + "L".join(f"{x * CELL} {y * CELL}" for x, y in _bends(corners)) + "Z")
    return "".join(path)


def _bends(corners: list[Cell]) -> list[Cell]:
    """Only those corners at which a closed way changes its direction."""
    around = zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True)
    return [
        at
        for before, at, after in around
        if not (before[0] == at[0] == after[0] or before[1] == at[1] == after[1])
    ]
