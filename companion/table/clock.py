"""The two clocks: one for timers, one for people."""

import time
from typing import Protocol


class Clock(Protocol):
    """Where the table takes its time from; tests bring one that they move."""

    def monotonic(self) -> float:
        """Seconds that never jump, for every timer."""

    def now(self) -> float:
        """Seconds since 1970 as the wall clock has them, for what people read."""


class SystemClock:
    """The computer's clocks. A Pi has no battery: its wall clock may jump when the network comes."""

    def monotonic(self) -> float:
        """See Clock."""
        return time.monotonic()

    def now(self) -> float:
        """See Clock."""
        return time.time()
