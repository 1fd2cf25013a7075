"""A row of lamps that shows a number, and the moment at which the number falls."""

HALF = 0.25
"""Seconds that a blinking lamp is dark, and then lit."""

BLINKS = 3


class LampRow:
    """Decides which lamps are lit: the first so many; one that has just been lost blinks before it goes dark.

    lamps: how many there are. All times are monotonic seconds and never go back.

    >>> row = LampRow(3)
    >>> row.show(3, at=0.0)
    >>> row.show(2, at=10.0)
    >>> [row.lit(at) for at in (10.0, 10.25, 10.5, 11.5)]
    [(True, True, False), (True, True, True), (True, True, False), (True, True, False)]
    """

    def __init__(self, lamps: int) -> None:
        self._lamps = lamps
        self._count: int | None = None
        self._lost: dict[int, float] = {}

    def show(self, count: int | None, at: float) -> None:
        """Show a number from now on; None makes all dark at once. The first number takes nothing away."""
        if count is None:
            self._lost.clear()
        elif self._count is not None:
            for lamp in range(count, self._count):
                self._lost[lamp] = at
            for lamp in [lamp for lamp in self._lost if lamp < count]:
                del self._lost[lamp]
        self._count = count

    def lit(self, at: float) -> tuple[bool, ...]:
        """Which lamps are lit at a moment."""
        return tuple(lamp < (self._count or 0) or self._blinks(lamp, at) for lamp in range(self._lamps))

    def next(self, at: float) -> float | None:
        """Seconds until a lamp changes by itself; None if none will."""
        ages = [at - since for since in self._lost.values() if at - since < 2 * BLINKS * HALF]
        return min((HALF - age % HALF for age in ages), default=None)

    def _blinks(self, lamp: int, at: float) -> bool:
        """Whether a lost lamp is in the lit half of a blink."""
        halves = (at - self._lost[lamp]) // HALF if lamp in self._lost else 0
        return halves < 2 * BLINKS and halves % 2 == 1
