"""Looking at the door lamps of a virtual board, and waiting for what they show."""

import threading

from companion.sensing.virtual import Lamps, VirtualBoard

DARK = "000000"
DEADLINE = 15.0


class Eye:
    """Looks at the lamps of a virtual board."""

    def __init__(self, board: VirtualBoard) -> None:
        self.seen: list[Lamps] = []
        self._came = threading.Condition()
        board.watch_lamps(self)

    def __call__(self, lamps: Lamps) -> None:
        with self._came:
            self.seen.append(lamps)
            self._came.notify_all()

    def wait(self, squares: set[str]) -> Lamps:
        """Until the lamps at these squares glow and no others."""
        with self._came:
            assert self._came.wait_for(lambda: glowing(self.seen[-1]) == squares, DEADLINE), self.seen[-1]
            return self.seen[-1]


def glowing(lamps: Lamps) -> set[str]:
    return {door.square for door, colour in lamps.items() if colour != DARK}
