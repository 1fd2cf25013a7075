"""The folder of one virtual board, gone with it, however it ends."""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "companion-board-"
YOUNG = 60.0  # seconds in which a folder may have been made and not locked yet


class Folder:
    """A folder of one's own among the temporary files, locked as long as this process lives.

    Making one first removes those whose owner was killed before it could.
    """

    def __init__(self) -> None:
        _sweep(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = os.open(self.path, os.O_RDONLY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def close(self) -> None:
        """Remove it; may be called twice."""
        if self._lock >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1


def _sweep(around: Path) -> None:
    """Remove what was left behind; another user's folders stay."""
    for left in around.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if left.stat().st_uid != os.getuid() or time.time() - left.stat().st_mtime < YOUNG:
                continue
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(lock)
