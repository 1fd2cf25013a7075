"""The corridor as bits: a set of squares is one int, and a step of all of them is four shifts."""

from collections.abc import Iterable, Iterator, Mapping


class Lattice:
    """Squares numbered row by row, with one empty column between rows so that shifts do not wrap.

    Arguments: the board's number of columns, and (column, row) of every corridor square by its name.
    """

    def __init__(self, columns: int, positions: Mapping[str, tuple[int, int]]) -> None:
        self.width = columns + 1
        self.cell = {square: row * self.width + column for square, (column, row) in positions.items()}
        self.square = {cell: square for square, cell in self.cell.items()}
        self.at = {self.cell[square]: position for square, position in positions.items()}
        self.all = self.set_of(positions)
        self.dark = sum(1 << cell for cell, (column, row) in self.at.items() if (column + row) % 2 == 0)
        moves = (-self.width, 1, self.width, -1)
        self.around: dict[int, tuple[int, ...]] = {
            cell: tuple(cell + move for move in moves if cell + move in self.square) for cell in self.square
        }
        self.near = {cell: sum(1 << step for step in steps) for cell, steps in self.around.items()}

    def set_of(self, squares: Iterable[str]) -> int:
        """The set of these squares as bits. KeyError for what is no square."""
        bits = 0
        for square in squares:
            bits |= 1 << self.cell[square]
        return bits

    def spread(self, cells: int) -> int:
        """All cells one step from any of these, squares or not: mask the answer with what is free."""
        return cells << 1 | cells >> 1 | cells << self.width | cells >> self.width

    def layers(self, sources: int, free: int) -> Iterator[int]:
        """The sets at 0, 1, 2, ... steps from the sources over free squares, until nothing is new."""
        layer = sources
        free &= ~sources
        while layer:
            yield layer
            layer = self.spread(layer) & free
            free &= ~layer


def cells_in(cells: int) -> Iterator[int]:
    """The numbers of the cells in a set, lowest first: board order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
