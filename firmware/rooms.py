"""The rooms: one reader after the other, and which tags lie in each, as docs/PROTOCOL.md says."""

from iso15693 import inventory
from pn5180 import ReaderFault
from ticks import elapsed

FAULTS = 3  # visits running that fail until a reader counts as mute
RETRY_MS = 5000  # between two tries to wake a mute one
COUNTS = 1 << 30


class Presence:
    """Which UIDs lie in a field, from what each round saw.

    One comes when it was seen in two of three rounds, and goes when it was missed in two running: neither an
    echo nor a tag at the edge makes it flicker. `uids` is None until two rounds were seen.
    """

    def __init__(self):
        self.uids = None
        self._last = self._before = None

    def round(self, seen):
        """Take in a round; True if `uids` changed."""
        last, before = self._last, self._before
        self._last, self._before = seen, last
        if last is None:
            return False
        uids = seen & (last | (before or set())) | (self.uids or set()) & (seen | last)
        changed = uids != self.uids
        self.uids = uids
        return changed


class Place:
    """One room: its reader, and what is known of it. `ms` is when that became true."""

    def __init__(self, room, reader):
        self.room = room
        self.reader = reader
        self.presence = Presence()
        self.ms = 0
        self.visited = 0
        self.faults = 0

    @property
    def mute(self):
        """Whether the reader does not answer."""
        return self.faults >= FAULTS

    @property
    def known(self):
        """Whether there is something to say of the room."""
        return self.mute or self.presence.uids is not None


class Rooms:
    """Reads the rooms in turn, a little at every step. `readers`: pairs of a room and its pn5180.Reader."""

    def __init__(self, readers):
        self.places = [Place(room, reader) for room, reader in readers]
        self.counts = {"rounds": 0, "dropped": 0, "collided": 0}
        self._first = []
        self._turns = [0, 0]  # of all, of the first ones
        self._favoured = False
        self._place = None
        self._task = None
        self._wait = 0
        self._at = 0

    def first(self, rooms):
        """These rooms matter now: one of them after every other."""
        self._first = [place for place in self.places if place.room in rooms]

    def words(self):
        """The counters, as BEAT says them."""
        said = ["%s=%d" % (name, self.counts[name] % COUNTS) for name in ("rounds", "dropped", "collided")]
        said.append("mute=%d" % len([place for place in self.places if place.mute]))
        return " ".join(said)

    def step(self, now):
        """Go on with what was begun, if it is time; the Place of which more is known now, or None."""
        if elapsed(now, self._at) < self._wait:
            return None
        self._at = now
        if self._task is None:
            self._place = self._next(now)
            if self._place is None:
                return None
            self._task = self._visit(self._place)
        try:
            self._wait = next(self._task)
            return None
        except StopIteration as end:
            changed = end.value
        self._task, self._wait = None, 0
        place = self._place
        place.visited = now
        if not changed:
            return None
        place.ms = now
        return place

    def _next(self, now):
        """The place to visit: by turns one of those that matter and one of all."""
        self._favoured = not self._favoured and len(self._first) > 0
        row = self._first if self._favoured else self.places
        for _ in range(len(row)):
            turn = self._turns[self._favoured] % len(row)
            self._turns[self._favoured] = turn + 1
            place = row[turn]
            if not place.mute or elapsed(now, place.visited) >= RETRY_MS:
                return place
        return None

    def _visit(self, place):
        try:
            yield from place.reader.wake()
            seen = yield from inventory(place.reader, place.presence.uids or (), self.counts)
            yield from place.reader.rest()
        except ReaderFault:
            yield from place.reader.give_up()
            place.faults += 1
            if place.faults != FAULTS:
                return False
            place.presence = Presence()
            return True
        place.faults = 0
        self.counts["rounds"] += 1
        return place.presence.round(seen)
