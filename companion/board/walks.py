"""Where a walk of exactly so many steps can end."""

from companion.board.lattice import Lattice, cells_in

Way = tuple[int, ...]


def self_avoiding_ends(lattice: Lattice, first: int, free: int, steps: int) -> dict[int, Way]:
    """Every cell on which a walk of ``steps`` steps ends that uses no cell twice, with one such walk.

    first: the cells on which the first step may be made, a part of ``free``: all cells that may be used.
    """
    ways: dict[int, Way] = {}
    wanted = 0
    for number, cells in enumerate(lattice.layers(first, free), start=1):
        if number <= steps and (steps - number) % 2 == 0:
            wanted |= cells
    around = lattice.around

    def walk(cell: int, free: int, way: Way) -> None:
        nonlocal wanted
        if len(way) == steps:
            if wanted >> cell & 1:
                wanted ^= 1 << cell
                ways[cell] = way
            return
        for step in around[cell]:
            if free >> step & 1 and wanted:
                walk(step, free ^ (1 << step), (*way, step))

    for cell in cells_in(first):
        walk(cell, free ^ (1 << cell), (cell,))
    return ways


def free_ends(lattice: Lattice, first: int, free: int, steps: int) -> dict[int, Way]:
    """The same for walks that may use cells again (house option ``revisit``)."""
    layers = [first]
    while len(layers) < steps:
        layers.append(lattice.spread(layers[-1]) & free)
    ways: dict[int, Way] = {}
    for end in cells_in(layers[-1]):
        way = [end]
        for layer in reversed(layers[:-1]):
            way.append(next(cell for cell in lattice.around[way[-1]] if layer >> cell & 1))
        ways[end] = tuple(reversed(way))
    return ways


def shortest_ways(lattice: Lattice, first: int, free: int, steps: int) -> dict[int, Way]:
    """A shortest walk to every cell that at most ``steps`` steps reach."""
    ways: dict[int, Way] = {}
    before = 0
    for _, cells in zip(range(steps), lattice.layers(first, free), strict=False):
        for cell in cells_in(cells):
            start = next((ways[step] for step in lattice.around[cell] if before >> step & 1), ())
            ways[cell] = (*start, cell)
        before = cells
    return ways
