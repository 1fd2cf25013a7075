"""The rooms: one reader after the other, and which tags lie in each, as docs/PROTOCOL.md says."""

from iso15693 import inventory
from lines import LIMIT
from turns import Place, Turns

FRAME = 32  # bytes of the longest ROOM line without its room and UIDs
PART_WORD = 6  # " 10/11"
UID_WORD = 17


def parts_of(room, uids):
    """The words of the ROOM lines for the set `uids` (None: unknown), a string each."""
    if uids is None:
        return [room + " ?"]
    words = ["%016X" % uid for uid in sorted(uids)]
    space = LIMIT - FRAME - len(room)
    if len(words) * UID_WORD <= space:
        return [" ".join([room] + words)]
    fit = (space - PART_WORD) // UID_WORD
    starts = range(0, len(words), fit)
    return [
        "%s %d/%d %s" % (room, number + 1, len(starts), " ".join(words[start : start + fit]))
        for number, start in enumerate(starts)
    ]


class Presence:
    """Which UIDs lie in a field, from what each round saw.

    One comes when it was seen in two of three rounds, and goes when it was missed in two running: neither an
    echo nor a tag at the edge makes it flicker. `uids` is None until two rounds were seen.
    """

    def __init__(self):
        self.uids = None
        self._last = self._before = None

    @property
    def expected(self):
        """Those that the next round may well see."""
        return (self.uids or set()) | (self._last or set())

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


class Room(Place):
    """One room, and what lies there."""

    def __init__(self, room, reader):
        super().__init__(room, reader)
        self.presence = Presence()

    @property
    def known(self):
        """Whether there is something to say of the room."""
        return self.mute or self.presence.uids is not None

    def said(self):
        """Its ROOM lines."""
        return self.ms, "ROOM", self.room, parts_of(self.room, self.presence.uids)


class Rooms(Turns):
    """Reads all tags in each room. `readers`: pairs of a room and its pn5180.Reader."""

    NAMES = ("rounds", "dropped", "collided")

    def __init__(self, readers):
        super().__init__([Room(room, reader) for room, reader in readers])

    def look(self, place):
        """The UIDs that lie there."""
        return inventory(place.reader, place.presence.expected, self.counts)

    def saw(self, place, seen):
        """Another round of this room is over."""
        if not place.presence.round(seen):
            return None
        place.ms = self._at
        return place

    def lost(self, place):
        """Nothing is known of this room any more."""
        place.presence = Presence()
        place.ms = self._at
        return place
