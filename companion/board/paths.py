"""A simple path of exactly so many steps between two squares, or the proof that there is none."""

from companion.board.blocks import chain_between
from companion.board.lattice import Lattice

Way = tuple[int, ...]


class PathSearch:
    """Depth-first search for a path from anywhere to one end, using no cell twice.

    Before each step it strikes out every cell that no path of the right length can use, and gives up
    where too few are left; what is left also names the situation, so that none is searched twice.
    """

    def __init__(self, lattice: Lattice, end: int) -> None:
        self.lattice = lattice
        self.end = end
        self.failed: set[tuple[int, int, int]] = set()
        self.looked = 0

    def find(self, start: int, free: int, steps: int) -> Way | None:
        """Such a path without its start, or None if there is none.

        free: the cells that may be used, the end among them, the start not among them; steps: 1 or more.
        """
        if steps == 1:
            return (self.end,) if self.end in self.lattice.around[start] else None
        useful = self._useful(start, free, steps)
        if not useful or (start, useful, steps) in self.failed:
            return None
        for step in self._promising_first(start, useful):
            way = self.find(step, useful ^ (1 << step), steps - 1)
            if way is not None:
                return (step, *way)
        self.failed.add((start, useful, steps))
        return None

    def _promising_first(self, start: int, useful: int) -> list[int]:
        """The next steps: first the ones with few ways on, lest they be cut off, then far from the end."""
        near, at = self.lattice.near, self.lattice.at
        column, row = at[self.end]

        def promise(step: int) -> tuple[int, int]:
            far = abs(at[step][0] - column) + abs(at[step][1] - row)
            return (near[step] & useful).bit_count(), -far

        open_steps = useful & ~(1 << self.end)
        return sorted((step for step in self.lattice.around[start] if open_steps >> step & 1), key=promise)

    def _useful(self, start: int, free: int, steps: int) -> int:
        """The free cells that a path of so many steps may use, as far as is cheap to know; 0 for no path."""
        useful = self._near_enough(start, free, steps)
        # The blocks cost as much as five plain looks: for the first look, and for all of a long search.
        self.looked += 1
        if self.looked > 1 and self.looked < 2 * steps:
            return useful
        while useful:
            chain, longest = chain_between(self.lattice, start, self.end, useful)
            if longest < steps:
                return 0
            if chain == useful:
                break
            useful = self._near_enough(start, chain, steps)
        return useful

    def _near_enough(self, start: int, free: int, steps: int) -> int:
        """Strike out dead ends and what is too far from both ends together; 0 if too few are left."""
        width = self.lattice.width
        from_bit, end_bit = 1 << start, 1 << self.end
        while True:
            useful = free
            while True:
                cells = useful | from_bit
                east, west, south, north = cells << 1, cells >> 1, cells << width, cells >> width
                through = (east & west) | (south & north) | ((east | west) & (south | north))
                passable = useful & (through | end_bit)
                if passable == useful:
                    break
                useful = passable
            within = self._within(end_bit, useful ^ end_bit, steps - 1)
            last = len(within) - 1
            kept = 0
            layer, rest = from_bit, useful
            for left in range(steps - 1, -1, -1):
                layer = (layer << 1 | layer >> 1 | layer << width | layer >> width) & rest
                if not layer:
                    break
                rest ^= layer
                kept |= layer & within[min(left, last)]
            if not kept & end_bit:
                return 0
            if kept == free:
                break
            free = kept
        dark = (kept & self.lattice.dark).bit_count()
        light = kept.bit_count() - dark
        same, other = (dark, light) if self.lattice.dark & from_bit else (light, dark)
        return kept if same >= steps // 2 and other >= (steps + 1) // 2 else 0

    def _within(self, end_bit: int, free: int, steps: int) -> list[int]:
        """The cells within 0, 1, 2, ... steps of the end."""
        width = self.lattice.width
        layer = reached = end_bit
        within = [reached]
        for _ in range(steps):
            layer = (layer << 1 | layer >> 1 | layer << width | layer >> width) & free
            if not layer:
                break
            free ^= layer
            reached |= layer
            within.append(reached)
        return within
