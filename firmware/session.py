"""The Pico's half of docs/PROTOCOL.md: what is answered, and when a session begins and ends."""

from identity import FIRMWARE, PRODUCT, PROTOCOL
from lines import LIMIT
from ticks import elapsed

BEAT_MS = 1000
HOST_GONE_MS = 5000
ROOM_FRAME = 32  # bytes of the longest ROOM line without its room and UIDs
PART_WORD = 6  # " 10/11"
UID_WORD = 17


def parts_of(room, uids):
    """The words of the ROOM lines for the set `uids` (None: unknown), a string each."""
    if uids is None:
        return [room + " ?"]
    words = ["%016X" % uid for uid in sorted(uids)]
    space = LIMIT - ROOM_FRAME - len(room)
    if len(words) * UID_WORD <= space:
        return [" ".join([room] + words)]
    fit = (space - PART_WORD) // UID_WORD
    starts = range(0, len(words), fit)
    return [
        "%s %d/%d %s" % (room, number + 1, len(starts), " ".join(words[start : start + fit]))
        for number, start in enumerate(starts)
    ]


class Session:
    """Takes decoded lines, puts answers into the outbox; `open` while a host is there, `stopped` by STOP.

    `lamps` is a Lamps, or None where no door lamps are fitted; `rooms` a Rooms, or None where no readers are.
    """

    def __init__(self, outbox, serial, config, lamps, rooms):
        self.open = False
        self.stopped = False
        self._outbox = outbox
        self._lamps = lamps
        self._rooms = rooms
        self._turn = 0
        me = (PRODUCT, serial, FIRMWARE, PROTOCOL, config["map"], config["role"])
        self._hello = "%s %s %s %d %s %s" % me
        squares = config.get("squares")
        self._digits = "%%0%dX" % (2 * squares["bytes"]) if squares else "%.0s"
        self._state = None
        self._state_ms = 0
        self._asked = False
        self._heard = 0
        self._beat = 0

    def hear(self, now, kind, args):
        """A good line came from the host."""
        if kind == "STOP":
            self.stopped = True
            self._dark()
        elif kind == "HELLO?":
            self.open = True
            self._heard = self._beat = now
            self._asked = False
            self._outbox.clear()
            self._dark()
            if self._rooms:
                self._rooms.first(())
            self._outbox.put_state(now, "HELLO", self._hello)
        elif self.open:
            self._heard = now
            if kind == "STATE?":
                self._asked = True
                self._answer()
            elif kind == "LAMPS" and args and self._lamps and self._lamps.show(args[0]):
                pass
            elif kind == "ROOMS" and self._rooms:
                self._rooms.first(args)
            elif kind != "BEAT":
                self._outbox.put(now, "UNKNOWN", kind)

    def squares(self, now, state):
        """The settled state of the squares changed: an integer, the first input as its highest bit."""
        self._state = state
        self._state_ms = now
        if self._asked:
            self._answer()
        elif self.open:
            self._put_squares()

    def room(self, place):
        """Another thing is known of one of the rooms: a rooms.Place."""
        if self.open:
            self._outbox.put_set(place.ms, "ROOM", place.room, parts_of(place.room, place.presence.uids))

    def tick(self, now):
        """Time passes: heartbeat, and the end of the session when the host has gone."""
        if not self.open:
            return
        if elapsed(now, self._heard) >= HOST_GONE_MS:
            self.open = False
            self._outbox.clear()
            self._dark()
        elif elapsed(now, self._beat) >= BEAT_MS:
            self._beat = now
            self._outbox.put_state(now, "BEAT", self._rooms.words() if self._rooms else "")
            self._one_room()

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
            self._put_squares()

    def _put_squares(self):
        self._outbox.put_state(self._state_ms, "SQUARES", self._digits % self._state)
