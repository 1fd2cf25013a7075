"""The Pi's half of docs/PROTOCOL.md over one opened port: bytes and times in, reports and bytes out."""

import dataclasses
import math
from collections.abc import Collection
from typing import Literal

from companion.sensing.hello import Hello
from companion.sensing.lines import PROTOCOL, SEQS, TIMES, Line, Splitter, decode, encode
from companion.sensing.report import PicoClock, Report
from companion.sensing.roomsets import RoomSets
from companion.sensing.taps import Taps
from companion.sensing.wiring import Wiring

BEAT = 1.0  # seconds between heartbeats
SILENCE = 3.0  # seconds without a good line: the board is lost
FORGOTTEN = 5.0  # seconds that the Pi was stopped, after which the Pico's session has ended
ASK_AGAIN = 0.5  # seconds until HELLO? or STATE? is asked again
TWICE = 5.0  # seconds that a piece may be read in two rooms: the one that it left has not missed it yet
LOSSY = 60.0  # seconds for which one lost line makes it likely that another is
GREETING = 5.0  # seconds that a device has for HELLO and its first picture

_NOT_OURS = (
    "The device does not answer as a companion board: choose another port, or flash it with: companion flash"
)
_OTHER_LAMPS = "The Pico has other door lamps than this program: flash it again with: companion flash"

Stage = Literal["greeting", "ok", "lost", "wrong"]


class Session:
    """Pure: it reads no clock and touches no port. ``now`` is in monotonic seconds and never goes back.

    ``stage`` is "greeting" until the first full picture has come, then "ok"; "lost" and "wrong" are final.
    ``detail`` says in a sentence what is wrong, if only with the wiring, the lamps, a reader or a tag of a
    board that is otherwise ok. ``counters`` are those of the Pico's last two BEATs, and the Pi's own:
    ``host_lines`` that came, ``host_bad`` that did not check, ``host_gaps`` in their numbers. ``hello`` is
    who is there, None before HELLO. ``heard`` is until when all that was said is known: until nothing came
    for a moment; where lines were lost lately, until a line came before which none was lost.
    """

    def __init__(self, wiring: Wiring, now: float) -> None:
        self.stage: Stage = "greeting"
        self.detail = ""
        self.counters = {"host_lines": 0, "host_bad": 0, "host_gaps": 0}
        self.hello: Hello | None = None
        self.heard = -math.inf
        self._lossy_until = -math.inf
        self._wiring = wiring
        self._clock = PicoClock()
        self._splitter = Splitter()
        self._began = self._heard = now
        self._sent_seq = 0
        self._last_seq: int | None = None  # of the Pico's lines; None until HELLO
        self._state_wanted = self._first = True
        self._awake = self._ask_at = self._beat_at = now
        self._taken: dict[tuple[str, ...], int] = {}  # states to be acknowledged, and their ms
        self._lamps = ""  # the digits that were sent last
        self._lampless = False
        self._closed: frozenset[str] = frozenset()
        self._spare: tuple[int, ...] = ()
        self._doubtful: frozenset[str] = frozenset()
        self._unread: tuple[int, ...] = ()  # chips
        self._asked = False  # for the state, since the last gap
        self._senses_rooms = False
        self._rooms = RoomSets()
        self._lying: dict[str, tuple[frozenset[str], frozenset[str]]] = {}  # pieces and strangers by room
        self._twice: dict[str, float] = {}  # pieces that are read in two rooms, and since when
        self._taps = Taps(wiring.readers) if wiring.readers else None
        self._attended: tuple[str, ...] = ()

    def receive(self, data: bytes, now: float) -> list[Report]:
        """What the bytes report; a line that does not check reports nothing but leads to a question.

        Call it with no bytes too when none came: so it notices silence, and never takes for silence that
        the bytes were fetched late.
        """
        reports = []
        for raw in self._splitter.feed(data):
            line = decode(raw)
            self.counters["host_lines"] += 1
            if line is None:
                self.counters["host_bad"] += 1
                self._gap(now)
            elif self.stage in ("greeting", "ok") and self._is_news(line, now):
                self._heard = now
                at = self._clock.seconds(line.ms, now)
                if line.kind == "HELLO":
                    self._greet(line)
                elif line.kind == "SQUARES":
                    reports += self._squares(line, at)
                elif line.kind == "ROOM":
                    reports += self._room(line, at)
                elif line.kind == "TAP":
                    reports += self._tap(line, at)
                elif line.kind == "UNREAD":
                    reports += self._leave_unread(line, at)
                elif line.kind == "BEAT":
                    self._count(line.args)
                    if self._twice:
                        self._describe()
                elif line.kind == "UNKNOWN" and line.args[:1] == ("LAMPS",):
                    self._lampless = True
                    self._describe()
        if self._splitter.begun:
            self.heard = -math.inf  # it may say something of any time
        elif not data if now >= self._lossy_until else self._heard == now and not self._state_wanted:
            self.heard = now
        if self.stage == "ok" and now - self._heard >= SILENCE > now - self._awake:
            self._end("lost", "The board is silent: check its cable.")
        return reports

    def due(self, now: float, lamps: str = "", attended: Collection[str] = ()) -> bytes:
        """What must be sent now, often nothing. Call it every 0.1 s or so.

        ``lamps`` are the digits for the door lamps; empty for a board without, or when nobody has said yet.
        ``attended`` are the rooms that matter now.
        """
        if self.stage == "greeting" and now - self._began >= GREETING:
            self._end("wrong", _NOT_OURS)
        if self.stage in ("lost", "wrong"):
            return b""
        if now - self._awake >= FORGOTTEN and self._last_seq is not None:
            self._open_again(now)
        self._awake = now
        greeted = self._last_seq is not None
        sent = b""
        for state, ms in self._taken.items():
            sent += self._line(now, "ACK", *state, str(ms))
        self._taken.clear()
        beat = greeted and now >= self._beat_at
        if beat:
            self._beat_at = now + BEAT
            sent += self._line(now, "BEAT")
        if greeted and lamps and not self._lampless and (beat or lamps != self._lamps):
            self._lamps = lamps
            sent += self._line(now, "LAMPS", lamps)
        if self._senses_rooms and tuple(attended) != self._attended:
            self._attended = tuple(attended)
            sent += self._line(now, "ROOMS", *self._attended)
        if self._state_wanted and now >= self._ask_at:
            self._ask_at = now + ASK_AGAIN
            self._asked = greeted
            # The newline ends whatever garbage the Pico has got before.
            sent += self._line(now, "STATE?") if greeted else b"\n" + self._line(now, "HELLO?", str(PROTOCOL))
        return sent

    def _is_news(self, line: Line, now: float) -> bool:
        """Whether the line counts; a gap before it asks for the full state."""
        if line.kind == "HELLO":
            self._last_seq = line.seq
            return True
        if self._last_seq is None:
            return False
        missing = (line.seq - self._last_seq - 1) % SEQS
        if missing >= SEQS // 2:  # told before
            return False
        if missing:
            self.counters["host_gaps"] += 1
            self._gap(now)
        self._last_seq = line.seq
        return True

    def _gap(self, now: float) -> None:
        """A line was lost: only what is told after a question is the whole state again."""
        if self.stage == "ok":
            self._lossy_until = now + LOSSY
        self._state_wanted = True
        self._asked = False
        self._rooms.gap()

    def _open_again(self, now: float) -> None:
        """The Pi itself was stopped for so long that the Pico has given it up."""
        self._last_seq = None
        self._state_wanted = self._first = True
        self._taken.clear()
        self._ask_at = self._beat_at = self._heard = now

    def _greet(self, line: Line) -> None:
        hello = self.hello = Hello.from_words(line.args)
        objection = hello.objection(self._wiring) if hello else _NOT_OURS
        if objection:
            self._end("wrong", objection)
        self._senses_rooms = bool(hello and self._wiring.readers and "rooms" in hello.roles)
        self._rooms = RoomSets()
        self._lying = {}
        self._twice = {}
        self._taps = Taps(self._wiring.readers) if self._wiring.readers else None
        self._unread = ()
        self._attended = ()
        self._ask_at = self._heard

    def _squares(self, line: Line, at: float) -> list[Report]:
        try:
            squares, spare = self._wiring.closed(line.args[0] if line.args else "")
        except ValueError as error:
            self._end("wrong", f"The Pico reports squares in {error}: flash it again with: companion flash")
            return []
        self._taken["SQUARES",] = line.ms
        first, self._first = self._first, False
        self.stage = "ok"
        if self._asked or not self._senses_rooms:  # else the gap may have been a ROOM
            self._state_wanted = False
        self._closed = squares
        self._doubtful = self._wiring.doubtful(line.args[0] if line.args else "")
        if spare != self._spare:
            self._spare = spare
            self._describe()
        return [self._report(at, first)]

    def _room(self, line: Line, at: float) -> list[Report]:
        known = self._rooms.take(line.args)
        if known is None:  # not yet, or no more
            return []
        self._taken["ROOM", line.args[0]] = line.ms
        if not known or not self._senses_rooms:
            return []
        self._sort_out(line.args[0])
        self._describe()
        return [self._report(at)] if self.stage == "ok" else []

    def _tap(self, line: Line, at: float) -> list[Report]:
        if self._taps is None or not line.args:
            return []
        self._taken["TAP", *self._taps.name(line.args)] = line.ms
        tap = self._taps.take(line.args, line.ms)
        self._describe()
        return [dataclasses.replace(self._report(at), tap=tap)] if tap and self.stage == "ok" else []

    def _leave_unread(self, line: Line, at: float) -> list[Report]:
        self._taken["UNREAD",] = line.ms
        self._unread = tuple(int(word) for word in line.args if word.isdecimal())
        self._describe()
        return [self._report(at)] if self.stage == "ok" else []

    def _sort_out(self, room: str) -> None:
        """What lies in a room of which something else is known now."""
        self._lying.pop(room, None)
        uids = self._rooms.sets[room]
        if uids is not None and self._wiring.readers:
            self._lying[room] = self._wiring.readers.sort_out(uids)
        read = [piece for pieces, _ in self._lying.values() for piece in pieces]
        twice = {piece for piece in read if read.count(piece) > 1}
        self._twice = {piece: self._twice.get(piece, self._heard) for piece in twice}

    def _report(self, at: float, first: bool = False) -> Report:
        squares = self._closed if self._wiring.inputs else None
        known = Report(squares, at, first, self._spare, doubtful=self._doubtful)
        if self._unread:
            known = dataclasses.replace(known, unread=self._wiring.unread(self._unread))
        readers = self._wiring.readers
        if not self._senses_rooms or readers is None or not readers.sets:
            return known
        rooms = {room: pieces for room, (pieces, _) in self._lying.items()}
        strangers = frozenset(uid for _, strange in self._lying.values() for uid in strange)
        return dataclasses.replace(known, rooms=rooms, strangers=strangers)

    def _count(self, words: Collection[str]) -> None:
        for word in words:
            name, _, number = word.partition("=")
            if number.isdecimal():
                self.counters[name] = int(number)

    def _describe(self) -> None:
        """What is wrong with a board that can be played on."""
        told = []
        if self._spare:
            names = ", ".join(map(self._wiring.input_name, self._spare))
            told.append(f"Closed without a square: {names}. Check the wiring there.")
        if self._unread:
            names = self._wiring.chip_names(self._unread)
            told.append(f"Nothing is heard of {names}. Check power, cable and address there.")
        if self._lampless:
            told.append(_OTHER_LAMPS)
        told += self._describe_rooms()
        self.detail = " ".join(told)

    def _describe_rooms(self) -> list[str]:
        readers = self._wiring.readers
        if readers is None or self._taps is None:
            return []
        if not readers.sets:
            return self._describe_pads(self._taps)
        mute = [room for room, uids in self._rooms.sets.items() if uids is None]
        told = [f"No tag reader answers in: {', '.join(mute)}. Check the cables there."] if mute else []
        for room, (_, strangers) in self._lying.items():
            told += [f"In {room} lies {uid}, which is no piece's tag." for uid in sorted(strangers)]
        for piece, since in sorted(self._twice.items()):
            if self._heard - since >= TWICE:
                both = " and ".join(room for room, (pieces, _) in self._lying.items() if piece in pieces)
                told.append(f"The tag of {piece} is read in {both}: move their antennas apart.")
        return told

    def _describe_pads(self, taps: Taps) -> list[str]:
        mute = ", ".join(sorted(taps.mute))
        told = [f"No door pad answers at: {mute}. Check the cables there."] if mute else []
        if taps.stranger:
            told.append("At the door of {} {} was tapped, which is no piece's tag.".format(*taps.stranger))
        return told

    def _line(self, now: float, kind: str, *args: str) -> bytes:
        line = Line(self._sent_seq, int(now * 1000) % TIMES, kind, args)
        self._sent_seq = (self._sent_seq + 1) % SEQS
        return encode(line)

    def _end(self, stage: Literal["lost", "wrong"], detail: str) -> None:
        self.stage = stage
        self.detail = detail
