"""Which squares lie on any simple path between two, and how long such a path can be at most."""

from companion.board.lattice import Lattice


def chain_between(lattice: Lattice, start: int, end: int, free: int) -> tuple[int, int]:
    """The squares on simple paths from start to end, and an upper bound on the steps of one.

    free: the squares that may be used; the end among them and reachable, the start not among them.

    A simple path passes cut squares in one order only, so it stays in the chain of two-connected
    blocks between its ends (Hopcroft and Tarjan 1973, a depth-first search with low points). In a block it
    changes colour with every step, as on a chessboard, so the rarer colour bounds its length.
    """
    around = lattice.around
    number = {start: 0}
    low = {start: 0}
    path = [(start, iter(around[start]))]
    open_cells = [start]
    block_of: dict[int, tuple[int, int]] = {}  # cell -> (cut cell through which it is entered, block)
    while path:
        cell, steps = path[-1]
        for step in steps:
            if step in number:
                if number[step] < low[cell]:
                    low[cell] = number[step]
            elif free >> step & 1:
                number[step] = low[step] = len(number)
                open_cells.append(step)
                path.append((step, iter(around[step])))
                break
        else:
            path.pop()
            if not path:
                break
            parent = path[-1][0]
            if low[cell] < number[parent]:
                low[parent] = min(low[parent], low[cell])
                continue
            cut = open_cells.index(cell)
            block = 0
            for member in open_cells[cut:]:
                block |= 1 << member
            for member in open_cells[cut:]:
                block_of[member] = (parent, block)
            del open_cells[cut:]
    chain = longest = 0
    while end != start:
        entry, block = block_of[end]
        chain |= block
        longest += _longest(lattice, entry, end, block)
        end = entry
    return chain, longest


def _longest(lattice: Lattice, entry: int, end: int, block: int) -> int:
    """At most so many steps lead from the entry, which is not in the block's set, to the end in it."""
    dark = (block & lattice.dark).bit_count()
    light = block.bit_count() - dark
    entry_dark = lattice.dark >> entry & 1
    same, other = (dark, light) if entry_dark else (light, dark)
    if entry_dark == lattice.dark >> end & 1:
        return 2 * min(same, other)
    return 2 * min(same, other - 1) + 1
