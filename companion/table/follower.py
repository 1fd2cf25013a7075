"""The thread that keeps something outside, lamps say, as the public view has it."""

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Self

from companion.table.table import Table

IDLE = 0.2
"""Seconds between two looks whether to end: what a close waits at most."""

log = logging.getLogger(__name__)


class Follower:
    """Shows every new public view, the newest if there were several, while the block runs it is entered for.

    show: called with the view on the thread of the follower; gives the seconds after which it wants to be
    called again although nothing has changed, None for never. One that fails is logged, and called again for
    the next view.
    """

    def __init__(self, table: Table, show: Callable[[Mapping[str, Any]], float | None]) -> None:
        self._table = table
        self._show = show
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="follower", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        view = self._table.view(None)
        due = self._shown(view)
        while not self._stop.is_set():
            rest = due - time.monotonic()
            version = self._table.wait(view["version"], max(0.0, min(rest, IDLE)))
            if version != view["version"]:
                view = self._table.view(None)
            elif time.monotonic() < due:
                continue
            due = self._shown(view)

    def _shown(self, view: Mapping[str, Any]) -> float:
        """Show it; gives when to show it again, of the monotonic clock."""
        try:
            again = self._show(view)
        except Exception:  # a lamp that fails must not end the others, nor the game
            log.exception("The view could not be shown outside.")
            again = None
        return math.inf if again is None else time.monotonic() + again
