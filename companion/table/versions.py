"""One lock, one version, and the order of things: first onto the disk, then to everybody."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.table.errors import JournalError
from companion.table.journal import Journal

AHEAD = 1000
"""So many versions are reserved at a time, that not every arrow on the screen is a write to the disk."""

log = logging.getLogger(__name__)


class Versions:
    """Counts everything that a page may show; what waits for news waits here.

    The number only grows, also over a restart: it goes on behind the highest that anybody may have seen.

    lock: whoever reads or changes the table holds it; a thread may take it twice.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.lock = threading.Condition(threading.RLock())
        self.now = self._reserved = journal.reserved()

    def wait(self, version: int, timeout: float) -> int:
        """Wait until the version is another than this one, at most so many seconds; gives the version."""
        with self.lock:
            self.lock.wait_for(lambda: self.now != version, timeout)
            return self.now

    @contextmanager
    def change(self) -> Iterator[int]:
        """A change that the journal keeps: gives its version, commits, and tells it once it is committed.

        The lock must be held. Raises JournalError; then nothing was written and nobody is told.
        """
        version = self.now + 1
        reserved = self._reserved if version <= self._reserved else version + AHEAD
        with self._journal.commit():
            if reserved != self._reserved:
                self._journal.reserve(reserved)
            yield version
        self.now, self._reserved = version, reserved
        self.lock.notify_all()

    def tell(self) -> None:
        """A change that nobody needs to keep. The lock must be held."""
        if self.now == self._reserved:
            try:
                with self.change():
                    return
            except JournalError as fault:
                log.warning("%s", fault)  # the screens go on; only a restart might count from here again
        self.now += 1
        self.lock.notify_all()
