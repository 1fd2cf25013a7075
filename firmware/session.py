"""The Pico's half of docs/PROTOCOL.md: what is answered, and when a session begins and ends."""

from identity import FIRMWARE, PRODUCT, PROTOCOL
from outbox import Outbox
from ticks import elapsed

BEAT_MS = 1000
COUNTS = 1 << 30
COUNTERS = ("scans", "worst", "bad", "overflows", "resent")
HOST_GONE_MS = 5000


class Session:
    """Takes decoded lines, puts answers into the outbox; `open` while a host is there, `stopped` by STOP.

    `counts` are the COUNTERS; `boot` is why the program runs, as HELLO says it. `lamps` is a Lamps, or None
    where no door lamps are fitted; `rooms` a Rooms, or None where no readers are.
    """

    def __init__(
        self, outbox: Outbox, counts: "dict[str, int]", serial: str, boot: str, config, lamps, rooms
    ):
        self.open = False
        self.stopped = False
        self._outbox = outbox
        self._counts = counts
        self._lamps = lamps
        self._rooms = rooms
        self._turn = 0
        me = (PRODUCT, serial, FIRMWARE, PROTOCOL, config["map"], config["role"], boot)
        self._hello = "%s %s %s %d %s %s %s" % me
        squares = config.get("squares")
        self._digits = "%%0%dX" % (2 * squares["bytes"]) if squares else "%.0s"
        self._state: "int | None" = None
        self._state_ms = 0
        # Chips of the squares, and since when; None as long as none has been.
        self._unread: "tuple[int, str] | None" = None
        self._asked = False
        self._heard = 0
        self._beat = 0
        self._readers_beat = False  # whether the next BEAT is the readers'

    def hear(self, now: int, kind: str, args: "list[str]") -> None:
        """A good line came from the host."""
        if kind == "STOP":
            self.stopped = True
            self._dark()
        elif kind == "HELLO?":
            self.open = True
            self._heard = self._beat = now
            self._asked = False
            self._counts["worst"] = 0
            self._outbox.clear()
            self._dark()
            if self._rooms:
                self._rooms.first(())
            self._outbox.put_newest(now, "HELLO", self._hello)
        elif self.open:
            self._heard = now
            if kind == "STATE?":
                self._asked = True
                self._answer()
            elif kind == "ACK" and len(args) > 1:
                if args[-1].isdigit():
                    self._outbox.acknowledge(args[0], " ".join(args[1:-1]), int(args[-1]))
            elif kind == "LAMPS" and args and self._lamps and self._lamps.show(args[0]):
                pass
            elif kind == "ROOMS" and self._rooms:
                self._rooms.first(args)
            elif kind != "BEAT":
                self._outbox.put(now, "UNKNOWN", kind)

    def squares(self, now: int, state: "int | None") -> None:
        """The settled state of the squares changed: an integer, the first input as its highest bit."""
        self._state = state
        self._state_ms = now
        if self._asked:
            self._answer()
        elif self.open:
            self._put_squares()

    def unread(self, now, chips):
        """These chips of the squares do not answer, or all do again."""
        self._unread = now, " ".join(["%d" % chip for chip in chips])
        if self.open:
            self._put_unread()

    def room(self, place):
        """Another thing is known of one of the rooms: what Turns.step gave."""
        if self.open:
            self._outbox.put_state(*place.said())

    def tick(self, now: int) -> None:
        """Time passes: heartbeat, and the end of the session when the host has gone."""
        if not self.open:
            return
        if elapsed(now, self._heard) >= HOST_GONE_MS:
            self.open = False
            self._outbox.clear()
            self._dark()
        elif elapsed(now, self._beat) >= BEAT_MS:
            self._beat = now
            self._outbox.put_newest(now, "BEAT", self._counters())
            self._one_room()
        self._outbox.remind(now)

    def _counters(self):
        """The words of BEAT: the firmware's own counters and the readers' by turns: the line is short."""
        readers_turn = self._readers_beat
        self._readers_beat = self._rooms is not None and not readers_turn
        if readers_turn:
            return self._rooms.words()
        return " ".join(["%s=%d" % (name, self._counts[name] % COUNTS) for name in COUNTERS])

    def _dark(self):
        if self._lamps:
            self._lamps.dark()

    def _one_room(self):
        """Say one room again, in turn: it repairs what was lost without a trace."""
        known = [place for place in self._rooms.places if place.known] if self._rooms else []
        if known:
            self._turn = (self._turn + 1) % len(known)
            self.room(known[self._turn])

    def _answer(self):
        if self._asked and self._state is not None:
            self._asked = False
            for place in self._rooms.places if self._rooms else ():
                if place.known:
                    self.room(place)
            self._put_unread()
            self._put_squares()

    def _put_unread(self):
        if self._unread:
            ms, chips = self._unread
            self._outbox.put_state(ms, "UNREAD", "", [chips])

    def _put_squares(self):
        self._outbox.put_state(self._state_ms, "SQUARES", "", [self._digits % self._state])
