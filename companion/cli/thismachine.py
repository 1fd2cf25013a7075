"""The machine that a run is on, as its pages tell of it and ask something of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from companion.cli.finding import Machine
from companion.cli.logtail import LogTail
from companion.cli.selfcheck import SelfCheck
from companion.cli.wishes import Wishes
from companion.sensing import FOLDER
from companion.sensing.recording import recordings
from companion.server.machine import Trouble


class ThisMachine:
    """See companion.server.machine.Machine.

    looked_at: data folder and port. check: what is wrong with it. wishes: what it does when asked.
    tail: the log. settings: this run's options. names: gives everybody who has played here.
    """

    def __init__(
        self,
        looked_at: Machine,
        check: SelfCheck,
        wishes: Wishes,
        tail: LogTail,
        settings: Mapping[str, object],
        names: Callable[[], Iterable[str]],
    ) -> None:
        self._looked_at = looked_at
        self._check = check
        self._wishes = wishes
        self._tail = tail
        self._settings = settings
        self._names = names

    @property
    def troubles(self) -> Sequence[Trouble]:
        """See Machine."""
        return self._check.troubles

    @property
    def clock_set(self) -> bool:
        """See Machine."""
        return self._check.clock_set

    @property
    def can(self) -> frozenset[str]:
        """See Machine."""
        return self._wishes.can

    def ask(self, wish: str) -> None:
        """See Machine."""
        self._wishes.ask(wish)

    @property
    def update_said(self) -> str:
        """See Machine."""
        return self._wishes.update_said

    @property
    def recordings(self) -> tuple[int, int]:
        """See Machine."""
        sizes = [_size(file) for file in recordings(self._looked_at.data / FOLDER)]
        return len(sizes), sum(sizes)

    def support(self) -> bytes:
        """See Machine. The board and the pins are in use, so what would take them is not looked at."""
        from companion.cli.bundle import bundle  # these two would make every start longer
        from companion.cli.doctor import UNTOUCHING

        return bundle(
            findings=[finding for check in UNTOUCHING for finding in check(self._looked_at)],
            names=self._names(),
            data=self._looked_at.data,
            log=list(self._tail.lines),
            settings=self._settings,
            told={"troubles": "; ".join(map(str, self.troubles)) or "none"},
        )


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0  # it has just made room
