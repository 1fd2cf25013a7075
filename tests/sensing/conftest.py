"""What a link said, and waiting for it: on conditions with a deadline, never by sleeping."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from companion.sensing import LinkStatus, Report

DEADLINE = 15.0


LOOK_AGAIN = 0.05
"""Seconds between two looks when nothing comes."""


class Inbox:
    """The two callbacks of a link, and what came through them."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.arrivals: list[float] = []
        self.statuses: list[tuple[LinkStatus, str]] = []
        self._came = threading.Condition()

    def on_report(self, report: Report) -> None:
        with self._came:
            self.reports.append(report)
            self.arrivals.append(time.monotonic())
            self._came.notify_all()

    def on_status(self, status: LinkStatus, detail: str) -> None:
        with self._came:
            self.statuses.append((status, detail))
            self._came.notify_all()

    def wait(self, holds: Callable[["Inbox"], bool]) -> None:
        """Until this holds, be it something that comes through here or not; fails after DEADLINE."""
        until = time.monotonic() + DEADLINE
        with self._came:
            while not holds(self):
                if time.monotonic() > until:
                    pytest.fail(f"not in time; last {self.reports[-1:]} {self.statuses[-3:]}")
                self._came.wait(LOOK_AGAIN)

    def wait_squares(self, squares: set[str], after: int = 0) -> Report:
        """The first report, not counting so many, with exactly these squares."""
        found: list[Report] = []

        def there(_: "Inbox") -> bool:
            found[:] = [report for report in self.reports[after:] if report.squares == squares][:1]
            return bool(found)

        self.wait(there)
        return found[0]

    def wait_status(self, status: LinkStatus, words: str = "") -> str:
        """The sentence of the state of the link, once it is this one."""
        self.wait(
            lambda _: bool(self.statuses) and self.statuses[-1][0] == status and words in self.statuses[-1][1]
        )
        return self.statuses[-1][1]


@pytest.fixture
def inbox() -> Inbox:
    """A fresh inbox."""
    return Inbox()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Things to be closed at the end of the test, newest first."""
    with ExitStack() as opened:
        yield opened
