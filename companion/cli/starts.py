"""How many starts in a row have failed: after two the next one is a safe one."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = "starts"
SAFE_AFTER = 2
"""Failed starts until nothing is asked of the hardware or of the old games any more."""

SOUND_AFTER = 5.0
"""Seconds that the table must have lived for a start to count as a good one."""

CUT_SHORT = "The last two starts were cut short within seconds."


class Starts:
    """Counts in a file of the data folder, so that also a start that was killed has counted.

    A folder that cannot be written counts nothing. clock: monotonic seconds.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._sound_at: float | None = None
        self._failed, self._told = 0, ""
        try:
            count, _, self._told = self._file.read_text(encoding="utf-8").partition(" ")
            self._failed = int(count)
        except (OSError, ValueError):
            return

    @property
    def safe(self) -> bool:
        """Whether this start is a safe one."""
        return self._failed >= SAFE_AFTER

    @property
    def why(self) -> str:
        """A sentence: what the last failed start said, or that it could not say anything."""
        return self._told or CUT_SHORT

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A start, and all that follows it: failed until it has lived, or was ended in good order."""
        self._write("")
        self._sound_at = self._clock() + SOUND_AFTER
        try:
            yield
        except Exception as fault:
            if self._sound_at is not None:
                self._write(str(fault) or type(fault).__name__)
            raise
        except BaseException:  # a signal: somebody wants it to end
            self._good()
            raise
        else:
            self._good()

    def alive(self) -> None:
        """The table's loop has come round."""
        if self._sound_at is not None and self._clock() >= self._sound_at:
            self._good()

    def _good(self) -> None:
        self._sound_at = None
        self._file.unlink(missing_ok=True)

    def _write(self, why: str) -> None:
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file.write_text(f"{self._failed + 1} {why}", encoding="utf-8")
        except OSError:
            return
