"""The serial link to the board: finds it, keeps it, finds it again, for ever, on a thread of its own."""

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from serial import SerialTimeoutException

from companion.board import Door
from companion.sensing.conversation import Conversation, Overhear
from companion.sensing.hello import Hello
from companion.sensing.ports import PORT_FAULTS, Port, explain, open_port, strangers
from companion.sensing.report import Report
from companion.sensing.search import Found, Search, one_at_a_time
from companion.sensing.session import Session
from companion.sensing.wiring import Wiring

LinkStatus = Literal["ok", "lost", "wrong", "none"]
RETRY = 1.0  # seconds between looks for the board
UNPLUGGED = "The board was unplugged: plug it in again."
NO_PICO = "No Pico is plugged in: connect the board's USB cable."

_log = logging.getLogger(__name__)


class Link:
    """Reports and states of one board, given to two callbacks on the link's thread.

    ``find`` names the ports to try (``pico_ports``, or ``only(port)``). ``on_report(report)`` gets every
    full state. ``on_status(status, detail)`` gets every change: "none" until a board was found, "ok",
    "lost" once it has gone, "wrong" for a device that may not be used; ``detail`` is an English sentence or
    more, or empty. ``tap`` gets every byte of both directions, as it crosses the board's port. ``clock`` is
    monotonic. ``opener`` and ``retry`` (seconds) are for tests.

    A callback that fails is logged and the link goes on.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]],
        wiring: Wiring,
        on_report: Callable[[Report], None],
        on_status: Callable[[LinkStatus, str], None],
        *,
        tap: Overhear | None = None,
        clock: Callable[[], float] = time.monotonic,
        opener: Callable[[str], Port] = open_port,
        retry: float = RETRY,
    ) -> None:
        self._find = find
        self._wiring = wiring
        self._on_report = on_report
        self._on_status = on_status
        self._tap = tap
        self._clock = clock
        self._opener = opener
        self._retry = retry
        self._status: tuple[LinkStatus, str] = ("none", "")
        self._had_board = False
        self._lamps = ""
        self._attended: tuple[str, ...] = ()
        self._counters: Mapping[str, int] = {}
        self._closing = threading.Event()
        self._greeting = threading.Event()
        self._at_work: Search | Conversation | None = None
        self._device: Hello | None = None
        self._skipped: tuple[str, ...] = ()
        self._thread = threading.Thread(target=self._run, name="board link", daemon=True)

    @property
    def status(self) -> tuple[LinkStatus, str]:
        """The state of the link and its sentence, as last given to ``on_status``."""
        return self._status

    def start(self) -> None:
        """Begin; a port that is missing now is taken when it comes."""
        self._thread.start()

    def light(self, doors: Collection[Door]) -> None:
        """Let the lamps of these doors glow, and no others, also on a board that comes later.

        Doors without a lamp, and boards without lamps, change nothing. Call it from any thread.
        """
        if self._wiring.lamps:
            self._lamps = self._wiring.lamps.digits(doors)

    def attend(self, rooms: Collection[str]) -> None:
        """These rooms matter now: their readers look more often, also on a board that comes later.

        Rooms without a reader, and boards without readers, change nothing. Call it from any thread.
        """
        self._attended = tuple(sorted(rooms))

    @property
    def counters(self) -> Mapping[str, int]:
        """What the board counts of its own work (docs/PROTOCOL.md, BEAT); empty before its first BEAT."""
        return self._counters

    @property
    def port(self) -> str | None:
        """The port of the board; None while there is none."""
        board = self._at_work
        return board.name if isinstance(board, Conversation) else None

    @property
    def heard(self) -> float | None:
        """Until when (the clock's seconds) all that the board said was given on; None while there is none."""
        board = self._at_work
        return board.session.heard if isinstance(board, Conversation) else None

    @property
    def device(self) -> Hello | None:
        """Who the board said it is, and why its firmware runs; None while there is none."""
        return self._device

    @property
    def skipped(self) -> tuple[str, ...]:
        """A sentence for each port that the last search found and did not take."""
        return self._skipped

    def greet_again(self) -> None:
        """Open a new session with the board that is there: it tells its whole state, as a first picture.

        Call it from any thread.
        """
        self._greeting.set()

    def close(self) -> None:
        """End the thread and give the port back. May be called twice, or without a start."""
        self._closing.set()
        if at_work := self._at_work:
            at_work.interrupt()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._try_ports()
            except Exception:  # whatever it is, the board may be there again soon
                _log.exception("the link stumbled and goes on")
            self._closing.wait(self._retry)

    def _try_ports(self) -> None:
        """Look for the board, and stay with it as long as it is there."""
        with one_at_a_time(self._closing):
            search = self._at_work = Search(self._find, self._opener, self._wiring, self._clock)
            found = search.run(self._closing, self._overhear)
            self._at_work = board = found.board
        self._skipped = tuple(found.skipped.values())
        if board is None:
            if not self._closing.is_set():
                self._tell_why_not(found)
            return
        for sentence in self._skipped:
            _log.info("%s is the board; skipped: %s", board.name, sentence)
        if board.session.hello and board.session.hello.boot == "watchdog":
            _log.warning("the Pico on %s had hung, and its watchdog has started it again", board.name)
        try:
            self._stay(board, found.reports)
        except PORT_FAULTS as fault:
            if not self._closing.is_set():
                _log.info("the port %s has gone: %s", board.name, fault)
                stuck = isinstance(fault, SerialTimeoutException)
                self._missing(explain(board.name, fault) if stuck else UNPLUGGED)
        finally:
            self._at_work = self._device = None
            board.close()

    def _tell_why_not(self, found: Found) -> None:
        if not self._skipped:
            others = ", ".join(strangers())
            skipped = f" Skipped, since it is no Pico: {others}." if others else ""
            self._missing((UNPLUGGED if self._had_board else NO_PICO) + skipped)
        elif found.wrong:
            self._tell("wrong", " ".join(self._skipped))
        elif found.missing and self._had_board:
            self._missing(UNPLUGGED)
        else:
            self._missing(" ".join(self._skipped))

    def _stay(self, board: Conversation, reports: Sequence[Report]) -> None:
        while not self._closing.is_set():
            self._device = board.session.hello
            self._counters = board.session.counters
            if board.session.stage == "ok":
                self._had_board = True
                self._tell("ok", board.session.detail)
            for report in reports:
                self._call(self._on_report, report)
            if self._greeting.is_set():
                self._greeting.clear()
                board.session = Session(self._wiring, self._clock())
            reports = board.turn(self._lamps, self._attended)
            if board.session.stage in ("lost", "wrong"):
                self._tell(board.session.stage, board.session.detail)
                return

    def _overhear(self, direction: Literal["<", ">"], data: bytes, now: float) -> None:
        if self._tap:
            self._call(self._tap, direction, data, now)

    def _missing(self, detail: str) -> None:
        self._tell("lost" if self._had_board else "none", detail)

    def _tell(self, status: LinkStatus, detail: str) -> None:
        if (status, detail) != self._status:
            self._status = (status, detail)
            self._call(self._on_status, status, detail)

    def _call(self, callback: Callable[..., None], *args: object) -> None:
        try:
            callback(*args)
        except Exception:
            _log.exception("the link goes on after a fault in what it calls")
