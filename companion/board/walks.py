"""Where a walk of exactly so many steps can end."""

from companion.board.lattice import Lattice, cells_in
from companion.board.paths import PathSearch, Way

_Trail = tuple[int, "_Trail | None"]
"""A walk as its last cell and the walk before it."""

FOLLOWED = 6
"""Walks followed to each cell. More leave fewer ends to search for, and cost more: measured, not exact."""


def self_avoiding_ends(lattice: Lattice, first: int, free: int, steps: int) -> dict[int, Way]:
    """Every cell on which a walk of ``steps`` steps ends that uses no cell twice, with one such walk.

    first: the cells on which the first step may be made, a part of ``free``: all cells that may be used.

    Exact: most ends are found by following a few walks to each cell, step by step. What that leaves in
    doubt is searched for one by one, until it is found or proven impossible.
    """
    ways, doubtful = _follow_some(lattice, first, free, steps)
    for colour in (lattice.dark, ~lattice.dark):  # doors of a room differ: every step changes the colour
        starts = first & colour
        for end in cells_in(_in_range(lattice, starts, free, steps) & doubtful):
            search = PathSearch(lattice, end)
            for start in cells_in(starts & ~(1 << end)):
                way = search.find(start, free ^ (1 << start), steps - 1)
                if way is not None:
                    ways[end] = (start, *way)
                    break
    return ways


def _in_range(lattice: Lattice, starts: int, free: int, steps: int) -> int:
    """The cells that a walk from starts of one colour could end on, by distance and colour."""
    layers = enumerate(lattice.layers(starts, free), start=1)
    return sum(cells for number, cells in layers if number <= steps and (steps - number) % 2 == 0)


def _follow_some(lattice: Lattice, first: int, free: int, steps: int) -> tuple[dict[int, Way], int]:
    """Walks of ``steps`` steps by their end, and the cells that others not followed might end on."""
    walks: dict[int, dict[int, _Trail]] = {
        cell: {free ^ (1 << cell): (cell, None)} for cell in cells_in(first)
    }
    doubtful = 0
    for _ in range(steps - 1):
        doubtful = lattice.spread(doubtful) & free
        longer: dict[int, dict[int, _Trail]] = {}
        for cell, trails in walks.items():
            for step in lattice.around[cell]:
                bit = 1 << step
                for unused, trail in trails.items():
                    if unused & bit:
                        longer.setdefault(step, {}).setdefault(unused ^ bit, (step, trail))
        for cell, trails in longer.items():
            if len(trails) > FOLLOWED:
                doubtful |= 1 << cell
                picked = list(trails.items())
                longer[cell] = dict(picked[number * len(picked) // FOLLOWED] for number in range(FOLLOWED))
        walks = longer
    ways = {cell: _way(next(iter(trails.values()))) for cell, trails in walks.items()}
    return ways, doubtful & ~sum(1 << cell for cell in ways)


def _way(trail: "_Trail") -> Way:
    way: list[int] = []
    rest: _Trail | None = trail
    while rest:
        cell, rest = rest
        way.append(cell)
    return tuple(reversed(way))


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
