"""Whether this machine's own screen shows the kiosk page: the screen's watchdog asks (systemd/kiosk.sh)."""

import threading
import time
from collections.abc import Callable

GRACE = 15.0
"""Seconds without a stream in which a page may load anew."""


class Presence:
    """The streams of kiosk pages on this machine. Safe to call from any thread.

    clock: monotonic seconds.

    >>> presence = Presence()
    >>> ended = presence.begins()
    >>> presence.now
    True
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._open = 0
        self._last: float | None = None

    def begins(self) -> Callable[[], None]:
        """A page has opened its stream; gives what is to be called when that ends."""
        with self._lock:
            self._open += 1
        return self._ends

    @property
    def now(self) -> bool:
        """Whether one is shown, or was until a moment ago."""
        with self._lock:
            recent = self._last is not None and self._clock() - self._last < GRACE
            return self._open > 0 or recent

    def _ends(self) -> None:
        with self._lock:
            self._open -= 1
            self._last = self._clock()
