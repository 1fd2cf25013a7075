"""The sensors as they are now, read from the raw lines: for a page to watch, never for the game."""

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from typing import Any, Literal

from companion.sensing.ailments import Ailments, parts_of
from companion.sensing.calibration import Walk, serpentine
from companion.sensing.hello import Hello
from companion.sensing.lines import TIMES, Line, Splitter, decode
from companion.sensing.roomsets import RoomSets
from companion.sensing.taps import Taps
from companion.sensing.wiring import Wiring

MINUTE = 60.0


class Gauges:
    """Listens to one link's bytes and tells what they say. Safe to call from any thread.

    wiring: the board's. clock: monotonic, the link's.
    """

    def __init__(self, wiring: Wiring, clock: Callable[[], float] = time.monotonic) -> None:
        self._wiring = wiring
        self._clock = clock
        self._changed = threading.Condition()
        self._version = 0
        self._order: Sequence[str] = serpentine(filter(None, wiring.inputs))
        self._walk: Walk | None = None
        self._link: tuple[str, str] = ("none", "")
        self._splitters: dict[str, Splitter] = {}
        self._bad: deque[float] = deque()
        self._good: deque[float] = deque()
        self._afresh()

    def _afresh(self) -> None:
        self._hello: Hello | None = None
        self._squares: frozenset[str] | None = None
        self._spare: tuple[int, ...] = ()
        self._rooms = RoomSets()
        readers = self._wiring.readers
        self._taps = Taps(readers) if readers and not readers.sets else None
        self._tapped: dict[str, str] = {}  # door -> the UID that was held to its pad last, empty for none yet
        self._unread: frozenset[str] = frozenset()
        self._counters: dict[str, int] = {}
        self._scans: deque[tuple[int, int]] = deque(maxlen=2)  # the Pico's ms and its count of scans
        self._ailments = Ailments(parts_of(self._wiring))

    # -- what comes in --------------------------------------------------------------------------------

    def overhear(self, direction: Literal["<", ">"], data: bytes, at: float, pico: str = "") -> None:
        """The link's tap.

        pico: `rooms` for the second Pico of a board that has two: it is asked for no more than its rooms.
        """
        if direction == ">":
            return
        with self._changed:
            for raw in self._splitters.setdefault(pico, Splitter()).feed(data):
                line = decode(raw)
                (self._bad if line is None else self._good).append(at)
                if line and (not pico or line.kind in ("ROOM", "TAP")):
                    self._take(line, at)
                self._tell()

    def linked(self, status: str, detail: str) -> None:
        """The link's state and its sentence."""
        with self._changed:
            self._link = status, detail
            if status != "ok":
                self._afresh()
            self._tell()

    def _take(self, line: Line, at: float) -> None:
        if line.kind == "HELLO":
            self._hello = Hello.from_words(line.args)
            self._unread = frozenset()
        elif line.kind == "SQUARES":
            try:
                self._squares, self._spare = self._wiring.closed(line.args[0] if line.args else "")
            except ValueError:
                return  # the link says what is wrong with it
            if self._walk:
                self._walk.report(self._squares)
            self._look(at)
        elif line.kind == "ROOM":
            if self._rooms.take(line.args):
                self._look(at)
        elif line.kind == "TAP" and self._taps and line.args:
            room, uid = (*Taps.name(line.args), "")[:2]
            self._taps.take(line.args, line.ms)
            self._tapped[room] = uid or self._tapped.get(room, "")
        elif line.kind == "UNREAD":
            self._unread = self._wiring.unread([int(word) for word in line.args if word.isdecimal()])
            self._look(at)
        elif line.kind == "BEAT":
            for word in line.args:
                name, _, number = word.partition("=")
                if number.isdecimal():
                    self._counters[name] = int(number)
                    if name == "scans":
                        self._scans.append((line.ms, int(number)))

    def _look(self, at: float) -> None:
        readers = self._wiring.readers
        sets = self._rooms.sets.items() if readers else ()
        rooms = {room: readers.sort_out(uids)[0] for room, uids in sets if readers and uids is not None}
        self._ailments.report(self._squares, at, rooms=rooms, unread=self._unread)

    # -- the walk -------------------------------------------------------------------------------------

    def walk(self, step: str) -> None:
        """`begin` the calibration walk, `skip` the square that is asked for, or `end` it."""
        with self._changed:
            if step == "begin":
                self._walk = Walk(self._order)
                if self._squares is not None:
                    self._walk.report(self._squares)
            elif step == "end":
                self._walk = None
            elif self._walk:
                self._walk.skip()
            self._tell()

    # -- looking --------------------------------------------------------------------------------------

    def wait(self, version: int, timeout: float) -> int:
        """Wait until the version is another than this one, at most so many seconds; gives the version."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != version, timeout)
            return self._version

    def picture(self) -> dict[str, Any]:
        """All of it as JSON values.

        `version`, `link` and its English `detail`; `device`: HELLO's words, None before; `squares`: those
        that are sensed; `closed` of them, `spare`: inputs without a square that read closed; `rooms`: for
        each its `pieces` and the UIDs of `strangers`, with a pad at its door what was held to that last, None
        where its reader does not answer; `ailments`;
        `bad` and `good` lines of the last minute; `scans` a second, None unknown; `counters` of the board;
        `walk`: None unless one is on.
        """
        with self._changed:
            now = self._clock()
            for lines in (self._bad, self._good):
                while lines and lines[0] < now - MINUTE:
                    lines.popleft()
            hello = self._hello
            return {
                "version": self._version,
                "link": self._link[0],
                "detail": self._link[1],
                "device": asdict(hello) if hello else None,
                "squares": list(self._order),
                "closed": sorted(self._squares or ()),
                "spare": [self._wiring.input_name(bit) for bit in self._spare],
                "rooms": self._room_data(),
                "ailments": [
                    {"kind": one.kind, "squares": list(one.squares), "part": one.part}
                    | {"piece": one.piece, "room": one.room}
                    for one in self._ailments.found(now)
                ],
                "bad": len(self._bad),
                "good": len(self._good),
                "scans": self._rate(),
                "counters": dict(self._counters),
                "walk": self._walk_data(),
            }

    def _room_data(self) -> dict[str, dict[str, list[str]] | None]:
        readers = self._wiring.readers
        found: dict[str, dict[str, list[str]] | None] = {}
        if readers is None:
            return found
        read: dict[str, Collection[str] | None] = {**self._rooms.sets}
        if self._taps:
            read = {room: [uid] if uid else [] for room, uid in self._tapped.items()}
            read |= dict.fromkeys(self._taps.mute)
        for room, uids in read.items():
            if uids is None:
                found[room] = None
            else:
                pieces, strangers = readers.sort_out(uids)
                found[room] = {"pieces": sorted(pieces), "strangers": sorted(strangers)}
        return found

    def _walk_data(self) -> dict[str, Any] | None:
        if self._walk is None:
            return None
        progress = self._walk.progress
        return {
            "asked": progress.asked,
            "done": list(progress.done),
            "missed": list(progress.missed),
            "doubled": list(progress.doubled),
            "total": len(self._order),
        }

    def _rate(self) -> float | None:
        if len(self._scans) < 2:
            return None
        (before, fewer), (after, more) = self._scans
        seconds = (after - before) % TIMES / 1000
        return (more - fewer) % TIMES / seconds if seconds else None

    def _tell(self) -> None:
        self._version += 1
        self._changed.notify_all()
