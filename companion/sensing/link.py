"""The serial link to the board: finds it, keeps it, finds it again, for ever, on a thread of its own."""

import errno
import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from companion.board import Door
from companion.sensing.ports import PORT_FAULTS, Port, explain, open_port
from companion.sensing.report import Report
from companion.sensing.session import Session
from companion.sensing.wiring import Wiring

LinkStatus = Literal["ok", "lost", "wrong", "none"]
Tap = Callable[[Literal["<", ">"], bytes, float], None]
"""Raw bytes as they were read ("<") or written (">"), in pieces of any size, and the link's clock then."""
RETRY = 2.0  # seconds between looks for the board
UNPLUGGED = "The board was unplugged: plug it in again."
NO_PICO = "No Pico is plugged in: connect the board's USB cable."

_log = logging.getLogger(__name__)


class Link:
    """Reports and states of one board, given to two callbacks on the link's thread.

    ``find`` names the ports to try (``pico_ports``, or ``only(port)``). ``on_report(report)`` gets every
    full state. ``on_status(status, detail)`` gets every change: "none" until a board was found, "ok",
    "lost" once it has gone, "wrong" for a device that may not be used; ``detail`` is one English sentence,
    or empty. ``tap`` gets every byte of both directions, as it crosses the port. ``clock`` is monotonic.
    ``opener`` and ``retry`` (seconds) are for tests.

    A callback that fails is logged and the link goes on.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]],
        wiring: Wiring,
        on_report: Callable[[Report], None],
        on_status: Callable[[LinkStatus, str], None],
        *,
        tap: Tap | None = None,
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
        self._port: Port | None = None
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

    def greet_again(self) -> None:
        """Open a new session with the board that is there: it tells its whole state, as a first picture.

        Call it from any thread.
        """
        self._greeting.set()

    def close(self) -> None:
        """End the thread and give the port back. May be called twice, or without a start."""
        self._closing.set()
        port = self._port
        if port is not None:
            try:
                port.cancel_read()
            except PORT_FAULTS:
                _log.debug("the port was closed at the same moment")
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._try_ports()
            except Exception:  # whatever it is, the board may be there again in two seconds
                _log.exception("the link stumbled and goes on")
            self._closing.wait(self._retry)

    def _try_ports(self) -> None:
        ports = self._find()
        if not ports:
            self._missing(UNPLUGGED if self._had_board else NO_PICO)
        for name in ports:
            if not self._closing.is_set():
                self._use(name)

    def _use(self, name: str) -> None:
        """Open one port and stay with it as long as it is the board."""
        try:
            port = self._port = self._opener(name)
        except PORT_FAULTS as fault:
            gone = self._had_board and getattr(fault, "errno", None) == errno.ENOENT
            self._missing(UNPLUGGED if gone else explain(name, fault))
            return
        session = Session(self._wiring, self._clock())
        try:
            self._talk(port, session)
        except PORT_FAULTS as fault:
            if not self._closing.is_set():
                _log.info("the port %s has gone: %s", name, fault)
                self._missing(UNPLUGGED)
        finally:
            self._port = None
            try:
                port.close()
            except PORT_FAULTS as fault:
                _log.debug("closing %s: %s", name, fault)

    def _talk(self, port: Port, session: Session) -> None:
        while not self._closing.is_set():
            now = self._clock()
            if self._greeting.is_set():
                self._greeting.clear()
                session = Session(self._wiring, now)
            sent = session.due(now, self._lamps, self._attended)
            if session.stage in ("lost", "wrong"):
                self._tell(session.stage, session.detail)
                return
            if sent:
                port.write(sent)
                self._overhear(">", sent, now)
            # One read for all that is there: readline() is half as fast (HARDWARE: Firmware without a Pico).
            heard = port.read(port.in_waiting or 1)
            now = self._clock()
            if heard:
                self._overhear("<", heard, now)
            reports = session.receive(heard, now)
            self._counters = session.counters
            if session.stage == "ok":
                self._had_board = True
                self._tell("ok", session.detail)
            for report in reports:
                self._call(self._on_report, report)

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
