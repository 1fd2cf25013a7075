"""The Pi's half of docs/PROTOCOL.md over one opened port: bytes and times in, reports and bytes out."""

from typing import Literal

from companion.sensing.hello import Hello
from companion.sensing.lines import PROTOCOL, SEQS, TIMES, Line, Splitter, decode, encode
from companion.sensing.report import PicoClock, Report
from companion.sensing.wiring import Wiring, input_name

BEAT = 1.0  # seconds between heartbeats
SILENCE = 3.0  # seconds without a good line: the board is lost
ASK_AGAIN = 0.5  # seconds until HELLO? or STATE? is asked again
GREETING = 5.0  # seconds that a device has for HELLO and its first picture

_NOT_OURS = (
    "The device does not answer as a companion board: choose another port, or flash it with: companion flash"
)
_OTHER_LAMPS = "The Pico has other door lamps than this program: flash it again with: companion flash"

Stage = Literal["greeting", "ok", "lost", "wrong"]


class Session:
    """Pure: it reads no clock and touches no port. ``now`` is in monotonic seconds and never goes back.

    ``stage`` is "greeting" until the first full picture has come, then "ok"; "lost" and "wrong" are final.
    ``detail`` says in a sentence what is wrong, if only with the wiring or the lamps of a board that is
    otherwise ok.
    """

    def __init__(self, wiring: Wiring, now: float) -> None:
        self.stage: Stage = "greeting"
        self.detail = ""
        self._wiring = wiring
        self._clock = PicoClock()
        self._splitter = Splitter()
        self._began = self._heard = now
        self._sent_seq = 0
        self._last_seq: int | None = None  # of the Pico's lines; None until HELLO
        self._state_wanted = True
        self._ask_at = self._beat_at = now
        self._lamps = ""  # the digits that were sent last
        self._lampless = False
        self._spare: tuple[int, ...] = ()

    def receive(self, data: bytes, now: float) -> list[Report]:
        """What the bytes report; a line that does not check reports nothing but leads to a question.

        Call it with no bytes too when none came: so it notices silence, and never takes for silence that
        the bytes were fetched late.
        """
        reports = []
        for raw in self._splitter.feed(data):
            line = decode(raw)
            if line is None:
                self._state_wanted = True
            elif self.stage in ("greeting", "ok") and self._is_news(line):
                self._heard = now
                at = self._clock.seconds(line.ms, now)
                if line.kind == "HELLO":
                    self._greet(line)
                elif line.kind == "SQUARES":
                    reports += self._squares(line, at)
                elif line.kind == "UNKNOWN" and line.args[:1] == ("LAMPS",):
                    self._lampless = True
                    self._describe()
        if self.stage == "ok" and now - self._heard >= SILENCE:
            self._end("lost", "The board is silent: check its cable.")
        return reports

    def due(self, now: float, lamps: str = "") -> bytes:
        """What must be sent now, often nothing. Call it every 0.1 s or so.

        ``lamps`` are the digits for the door lamps; empty for a board without, or when nobody has said yet.
        """
        if self.stage == "greeting" and now - self._began >= GREETING:
            self._end("wrong", _NOT_OURS)
        if self.stage in ("lost", "wrong"):
            return b""
        greeted = self._last_seq is not None
        sent = b""
        beat = greeted and now >= self._beat_at
        if beat:
            self._beat_at = now + BEAT
            sent += self._line(now, "BEAT")
        if greeted and lamps and not self._lampless and (beat or lamps != self._lamps):
            self._lamps = lamps
            sent += self._line(now, "LAMPS", lamps)
        if self._state_wanted and now >= self._ask_at:
            self._ask_at = now + ASK_AGAIN
            # The newline ends whatever garbage the Pico has got before.
            sent += self._line(now, "STATE?") if greeted else b"\n" + self._line(now, "HELLO?", str(PROTOCOL))
        return sent

    def _is_news(self, line: Line) -> bool:
        """Whether the line counts; a gap before it asks for the full state."""
        if line.kind == "HELLO":
            self._last_seq = line.seq
            return True
        if self._last_seq is None or line.seq == self._last_seq:
            return False
        if line.seq != (self._last_seq + 1) % SEQS:
            self._state_wanted = True
        self._last_seq = line.seq
        return True

    def _greet(self, line: Line) -> None:
        hello = Hello.from_words(line.args)
        objection = hello.objection(self._wiring) if hello else _NOT_OURS
        if objection:
            self._end("wrong", objection)
        self._ask_at = self._heard

    def _squares(self, line: Line, at: float) -> list[Report]:
        try:
            squares, spare = self._wiring.closed(line.args[0] if line.args else "")
        except ValueError as error:
            self._end("wrong", f"The Pico reports squares in {error}: flash it again with: companion flash")
            return []
        report = Report(squares, at, resync=self.stage == "greeting", spare=spare)
        self.stage = "ok"
        self._state_wanted = False
        self._spare = spare
        self._describe()
        return [report]

    def _describe(self) -> None:
        """What is wrong with a board that can be played on."""
        told = []
        if self._spare:
            names = ", ".join(map(input_name, self._spare))
            told.append(f"Closed without a square: {names}. Check the wiring there.")
        if self._lampless:
            told.append(_OTHER_LAMPS)
        self.detail = " ".join(told)

    def _line(self, now: float, kind: str, *args: str) -> bytes:
        line = Line(self._sent_seq, int(now * 1000) % TIMES, kind, args)
        self._sent_seq = (self._sent_seq + 1) % SEQS
        return encode(line)

    def _end(self, stage: Literal["lost", "wrong"], detail: str) -> None:
        self.stage = stage
        self.detail = detail
