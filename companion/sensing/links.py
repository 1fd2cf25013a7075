"""One board on two Picos, the squares' and the rooms': two links that look like one."""

import dataclasses
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence

from companion.board import Door
from companion.sensing.conversation import Overhear
from companion.sensing.hello import OTHER_ROLE
from companion.sensing.link import NO_PICO, RETRY, UNPLUGGED, Link, LinkStatus
from companion.sensing.ports import Port, open_port
from companion.sensing.report import Report
from companion.sensing.wiring import Wiring

_BAD: Sequence[LinkStatus] = ("ok", "lost", "none", "wrong")  # the worst comes last


class Links:
    """Two Picos as one board: the arguments, the callbacks and the methods are those of ``Link``.

    Which Pico is which is told by the role in its HELLO, whatever ports they are on. A report has the newest
    of both; without the rooms' Pico nothing is known of the rooms. The status is the worse of the two, in
    words that say of which. ``tap`` gets the bytes of the squares' Pico, ``room_tap`` those of the rooms'.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]],
        wiring: Wiring,
        on_report: Callable[[Report], None],
        on_status: Callable[[LinkStatus, str], None],
        *,
        tap: Overhear | None = None,
        room_tap: Overhear | None = None,
        clock: Callable[[], float] = time.monotonic,
        opener: Callable[[str], Port] = open_port,
        retry: float = RETRY,
    ) -> None:
        self._find = find
        self._on_report = on_report
        self._on_status = on_status
        self._clock = clock
        self._lock = threading.RLock()
        self._said: dict[str, tuple[LinkStatus, str]] = {}
        self._status: tuple[LinkStatus, str] = ("none", "")
        self._newest: dict[str, Report] = {}
        self._links = {
            part.role: Link(
                self._finder(part.role),
                part,
                self._reporter(part.role),
                self._listener(part.role),
                tap=tap if part.inputs else room_tap,
                clock=clock,
                opener=opener,
                retry=retry,
            )
            for part in wiring.picos
        }

    @property
    def status(self) -> tuple[LinkStatus, str]:
        """The state of both links and its sentence, as last given to ``on_status``."""
        return self._status

    @property
    def counters(self) -> Mapping[str, int]:
        """What the boards count; of what both count, the squares' Pico's."""
        return {
            name: count
            for role in ("rooms", "squares")
            for name, count in self._links[role].counters.items()
        }

    @property
    def heard(self) -> float | None:
        """As ``Link.heard``, of the Pico that is behind."""
        return min((link.heard for link in self._links.values() if link.heard is not None), default=None)

    def start(self) -> None:
        """Begin."""
        for link in self._links.values():
            link.start()

    def light(self, doors: Collection[Door]) -> None:
        """As ``Link.light``."""
        for link in self._links.values():
            link.light(doors)

    def attend(self, rooms: Collection[str]) -> None:
        """As ``Link.attend``."""
        for link in self._links.values():
            link.attend(rooms)

    def greet_again(self) -> None:
        """As ``Link.greet_again``."""
        for link in self._links.values():
            link.greet_again()

    def close(self) -> None:
        """As ``Link.close``."""
        for link in self._links.values():
            link.close()

    def _finder(self, role: str) -> Callable[[], Sequence[str]]:
        def find() -> Sequence[str]:
            taken = [link.port for other, link in self._links.items() if other != role]
            return [port for port in self._find() if port not in taken]

        return find

    def _reporter(self, role: str) -> Callable[[Report], None]:
        def take(report: Report) -> None:
            with self._lock:
                self._newest[role] = report
                self._report(report)

        return take

    def _listener(self, role: str) -> Callable[[LinkStatus, str], None]:
        def take(status: LinkStatus, detail: str) -> None:
            with self._lock:
                self._said[role] = self._understood(role, status, detail)
                if status != "ok" and role in self._newest:
                    del self._newest[role]
                    self._report(Report(None, self._clock()))  # of the squares nothing is said without them
                self._tell()

        return take

    def _report(self, news: Report) -> None:
        """Give both halves, once the squares are known. The lock is held."""
        squares, rooms = self._newest.get("squares"), self._newest.get("rooms")
        if squares is None:
            return
        if rooms is not None:
            squares = dataclasses.replace(squares, rooms=rooms.rooms, strangers=rooms.strangers)
        self._on_report(dataclasses.replace(squares, at=news.at, resync=news.resync, tap=news.tap))

    def _understood(self, role: str, status: LinkStatus, detail: str) -> tuple[LinkStatus, str]:
        """What one link says, with its board's name; the other Pico is nothing to tell of."""
        if status == "ok":
            return status, detail
        others = [told for told in self._links[role].skipped if not told.startswith(OTHER_ROLE)]
        missing = f"The Pico of the {role} is missing: connect its USB cable."
        if status == "wrong" and not others and OTHER_ROLE in detail:
            return "none", missing
        if detail.startswith((NO_PICO, UNPLUGGED)):
            return status, missing
        return status, f"The Pico of the {role}: {' '.join(others) or detail}"

    def _tell(self) -> None:
        """Give the worse status, once both have said theirs. The lock is held."""
        if len(self._said) < len(self._links):
            return
        status = max((status for status, _ in self._said.values()), key=_BAD.index)
        detail = " ".join(filter(None, (self._said[role][1] for role in self._links)))
        if (status, detail) != self._status:
            self._status = (status, detail)
            self._on_status(status, detail)


def link_to(
    find: Callable[[], Sequence[str]],
    wiring: Wiring,
    on_report: Callable[[Report], None],
    on_status: Callable[[LinkStatus, str], None],
    tap: Overhear | None = None,
    room_tap: Overhear | None = None,
) -> Link | Links:
    """The link to a board, which has one Pico or two; not started yet."""
    if wiring.split:
        return Links(find, wiring, on_report, on_status, tap=tap, room_tap=room_tap)
    return Link(find, wiring, on_report, on_status, tap=tap)
