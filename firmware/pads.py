"""The pads at the doors of the rooms, at which one token at a time is tapped, as docs/PROTOCOL.md says."""

from ticks import elapsed
from turns import Place, Turns

GONE_MS = 1000  # for which a tag was not seen until it counts as taken away


class Tap:
    """A tag was held to the pad of a room."""

    def __init__(self, room, uid, ms):
        self._words = "%s %s" % (room, uid)
        self._ms = ms

    def said(self):
        """Its TAP line."""
        return self._ms, "TAP", self._words, [self._words]


class Door(Place):
    """One room's pad, and the tags that are held to it now: when each was seen last."""

    def __init__(self, room, pad):
        super().__init__(room, pad)
        self.held = {}
        self.known = False  # whether the pad has answered, or failed to

    def said(self):
        """The TAP line that says only whether the pad answers."""
        return self.ms, "TAP", self.room, [self.room + " ?" if self.mute else self.room]


class Pads(Turns):
    """Looks at one door after the other. `pads`: pairs of a room and its pn532.Pad."""

    def __init__(self, pads):
        super().__init__([Door(room, pad) for room, pad in pads])

    def look(self, place):
        """The UID of the tag that is held to it, b"" for none."""
        return place.reader.look()

    def saw(self, place, seen):
        """One presentation is one tap, however long it lasts."""
        news = place if place.mute or not place.known else None
        if news:
            place.known = True
            place.ms = self._at
        if seen is None:
            self.counts["dropped"] += 1
            return news
        uid = "".join(["%02X" % byte for byte in seen])
        place.held = {held: at for held, at in place.held.items() if elapsed(self._at, at) < GONE_MS}
        tapped = uid and uid not in place.held
        if uid:
            place.held[uid] = self._at
        return Tap(place.room, uid, self._at) if tapped else news

    def lost(self, place):
        """The pad does not answer any more."""
        place.held = {}
        place.known = True
        place.ms = self._at
        return place
