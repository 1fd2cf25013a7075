"""A board as plain facts, and the questions that need nothing but the facts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.board.lattice import Lattice
from companion.board.words import CORRIDOR, ROOMS, STEPS

_SQUARE = re.compile(r"([A-Z])(0|[1-9][0-9]?)")


def square_at(column: int, row: int) -> str:
    """The name of the square in a column (0 = ``A``) and a row.

    >>> square_at(16, 7)
    'Q7'
    """
    return f"{chr(ord('A') + column)}{row}"


def position_of(name: str) -> tuple[int, int] | None:
    """Column and row that a square's name stands for, or None if it is not such a name.

    >>> position_of("Q7"), position_of("Q07"), position_of("lounge")
    ((16, 7), None, None)
    """
    found = _SQUARE.fullmatch(name)
    return (ord(found[1]) - ord("A"), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Door:
    """One square in front of a room, with the direction (``N E S W``) into the room."""

    room: str
    square: str
    into: str


@dataclass(frozen=True)
class Board:
    """A board that holds together: made by ``load_board`` or ``board_from_data``, which check it.

    ``legend`` gives each letter of ``map`` its meaning; ``map`` has one string a row, row 0 first.
    ``starts`` gives each suspect's start, ``passages`` each room's secret passage, both ways.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> len(board.squares), len(board.doors), board.starts["scarlet"], board.passages["kitchen"]
    (188, 17, 'Q0', 'study')
    """

    name: str
    columns: int
    rows: int
    legend: Mapping[str, str]
    map: tuple[str, ...]
    doors: tuple[Door, ...]
    starts: Mapping[str, str]
    passages: Mapping[str, str]

    def __hash__(self) -> int:
        return hash((self.name, self.map))

    @property
    def rooms(self) -> tuple[str, ...]:
        """The nine rooms, in the order of RULES.md."""
        return ROOMS

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """All corridor squares in board order: row by row from the top, each from column A on."""
        return tuple(self._positions)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """All squares, then all rooms: the order in which places are listed."""
        return self.squares + self.rooms

    def is_square(self, place: str) -> bool:
        """Whether this is a corridor square of the board (starts included)."""
        return place in self._positions

    def is_room(self, place: str) -> bool:
        """Whether this is a room."""
        return place in ROOMS

    def is_place(self, place: str) -> bool:
        """Whether a token can stand there: a square or a room."""
        return self.is_square(place) or self.is_room(place)

    def position(self, square: str) -> tuple[int, int]:
        """Column and row of a square, both from 0. KeyError if it is no square of this board."""
        return self._positions[square]

    def neighbours(self, square: str) -> tuple[str, ...]:
        """The squares one step away, in the order north, east, south, west.

        >>> from companion.board import load_board
        >>> load_board("classic").neighbours("Q1")
        ('Q0', 'Q2', 'P1')
        """
        return self._neighbours[square]

    def adjacent(self, one: str, other: str) -> bool:
        """Whether both are squares and one step apart; never across a door (R25).

        >>> from companion.board import load_board
        >>> board = load_board("classic")
        >>> board.adjacent("Q0", "Q1"), board.adjacent("R6", "lounge")
        (True, False)
        """
        return other in self._neighbours.get(one, ())

    def doors_of(self, room: str) -> tuple[Door, ...]:
        """The doors of a room, in the order of the board file. KeyError if it is no room."""
        return self._doors_of[room]

    def rooms_at(self, square: str) -> tuple[str, ...]:
        """The rooms that have a door on this square, most often none.

        >>> from companion.board import load_board
        >>> load_board("classic").rooms_at("R6")
        ('lounge',)
        """
        return self._rooms_at.get(square, ())

    def ordered(self, places: frozenset[str]) -> list[str]:
        """These places in board order: squares row by row, then rooms as RULES.md lists them.

        >>> from companion.board import load_board
        >>> load_board("classic").ordered(frozenset({"hall", "study", "B5", "A5", "X7", "H0"}))
        ['H0', 'A5', 'B5', 'X7', 'study', 'hall']
        """
        return [place for place in self.places if place in places]

    @cached_property
    def lattice(self) -> Lattice:
        """The corridor as bits, for the searches."""
        return Lattice(self.columns, self._positions)

    @cached_property
    def _positions(self) -> dict[str, tuple[int, int]]:
        return {
            square_at(column, row): (column, row)
            for row, line in enumerate(self.map)
            for column, letter in enumerate(line)
            if self.legend[letter] == CORRIDOR
        }

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        around = {
            square: [
                square_at(column + right, row + down) for right, down in STEPS.values() if column + right >= 0
            ]
            for square, (column, row) in self._positions.items()
        }
        return {square: tuple(filter(self.is_square, names)) for square, names in around.items()}

    @cached_property
    def _doors_of(self) -> dict[str, tuple[Door, ...]]:
        return {room: tuple(door for door in self.doors if door.room == room) for room in ROOMS}

    @cached_property
    def _rooms_at(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for door in self.doors:
            if door.room not in found.get(door.square, ()):
                found[door.square] = (*found.get(door.square, ()), door.room)
        return found
