"""The thread that makes the table look at the board when a token has come to rest."""

import logging
import threading
from collections.abc import Callable

from companion.table.table import Table

log = logging.getLogger(__name__)

IDLE = 0.2
"""Seconds between two questions whether there is something to look at; less than a token takes to settle."""


class Pacer:
    """Calls `table.tick()` when it is due.

    alive: called after every tick that came back, several times a second: a table that hangs is not alive.
    """

    def __init__(self, table: Table, *alive: Callable[[], None]) -> None:
        self._table = table
        self._alive = alive
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table clock", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        wait = 0.0
        while not self._stop.wait(wait):
            wait = min(IDLE, self._tick())
            for hear in self._alive:
                hear()

    def _tick(self) -> float:
        """Seconds until the next tick is due."""
        try:
            due = self._table.tick()
        except Exception:  # a window must run out all the same, and tokens come to rest
            log.exception("The table's clock has stumbled; it goes on.")
            return IDLE
        return IDLE if due is None else due
