"""Readers that take turns: one after the other, a little at every step, and a mute one holds up nobody."""

from ticks import elapsed

FAULTS = 3  # visits running that fail until a reader counts as mute
RETRY_MS = 5000  # between two tries to wake a mute one
COUNTS = 1 << 30


class ReaderFault(Exception):
    """The reader does not behave like one of its kind."""


class Place:
    """One room and its reader. `ms` is when what is known of it became true."""

    def __init__(self, room, reader):
        self.room = room
        self.reader = reader
        self.ms = 0
        self.visited = 0
        self.faults = 0

    @property
    def mute(self):
        """Whether the reader does not answer."""
        return self.faults >= FAULTS


class Turns:
    """Visits the places in turn; what is done there is its subclass's.

    `look(place)` is a generator that yields milliseconds to wait and ends with what was seen;
    `saw(place, seen)` takes that in, `lost(place)` that the reader has gone mute: both give what is to be
    said now, or None. What is to be said has said(): milliseconds, type, name and words for Outbox.put_state.
    """

    NAMES: "tuple[str, ...]" = ("rounds", "dropped")  # of the counters

    def __init__(self, places):
        self.places = places
        self.counts = dict.fromkeys(self.NAMES, 0)
        self._first = []
        self._turns = [0, 0]  # of all, of the first ones
        self._favoured = False
        self._task = None
        self._wait = 0
        self._at = 0

    def first(self, rooms):
        """These rooms matter now: one of them after every other."""
        self._first = [place for place in self.places if place.room in rooms]

    def words(self):
        """The counters, as BEAT says them."""
        said = ["%s=%d" % (name, self.counts[name] % COUNTS) for name in self.NAMES]
        said.append("mute=%d" % len([place for place in self.places if place.mute]))
        return " ".join(said)

    def step(self, now):
        """Go on with what was begun, if it is time; what is to be said now, or None."""
        if elapsed(now, self._at) < self._wait:
            return None
        self._at = now
        if self._task is None:
            place = self._next(now)
            if place is None:
                return None
            self._task = self._visit(place)
        try:
            self._wait = next(self._task)
            return None
        except StopIteration as end:
            said = end.value
        self._task, self._wait = None, 0
        return said

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

    def look(self, place):
        raise NotImplementedError

    def saw(self, place, seen):
        raise NotImplementedError

    def lost(self, place):
        raise NotImplementedError

    def _visit(self, place):
        try:
            yield from place.reader.wake()
            seen = yield from self.look(place)
            yield from place.reader.rest()
        except ReaderFault:
            yield from place.reader.give_up()
            place.visited = self._at
            place.faults += 1
            said = self.lost(place) if place.faults == FAULTS else None
        else:
            place.visited = self._at
            self.counts["rounds"] += 1
            said = self.saw(place, seen)
            place.faults = 0
        return said
