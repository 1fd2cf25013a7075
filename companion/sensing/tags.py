"""Where the tagged pieces lie, from what the rooms' readers see: fading tags are kept a while."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.board import Board

FADE = 2.0  # seconds that a tag may fade before its piece is taken to be gone
TAPPED = 10.0  # seconds for which a tap at a door tells where a piece went


@dataclass(slots=True)
class Sight:
    """A piece in a room.

    ``since`` when it was first seen there, ``gone`` when its tag was lost (None: it is seen now), ``put``
    whether it was put there under our eyes and nobody has objected, ``found`` whether a first picture
    showed it and nobody has objected. ``fade`` seconds after ``gone`` it counts no more.
    """

    room: str
    since: float
    put: bool
    gone: float | None = None
    fade: float = FADE
    found: bool = False

    def over(self, now: float) -> bool:
        """Whether the tag was lost too long ago to say anything."""
        return self.gone is not None and now >= self.gone + self.fade


class Tags:
    """The newest sight of each piece. Pure: times (seconds) come in.

    A piece that is seen in two rooms, as when the old one has not missed it yet, lies in the one where it
    came last.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._seen: Mapping[str, frozenset[str]] = {}
        self._sights: dict[str, Sight] = {}
        self._met: set[str] = set()
        self.pads = False  # whether doors have pads, so that a token in a hand may yet be tapped

    def report(self, rooms: Mapping[str, Collection[str]] | None, at: float, *, resync: bool = False) -> None:
        """The pieces in each room that is read (None: no room is), and when what is new became true.

        What the first picture of a room shows, or a picture with ``resync``, was not put under our eyes.
        """
        before = {} if resync else self._seen
        self._seen = {
            room: frozenset(pieces) for room, pieces in (rooms or {}).items() if self._board.is_room(room)
        }
        if resync:
            self._sights = {}
        self._sights = {
            piece: sight
            for piece, sight in self._sights.items()
            if sight.room in self._seen or sight.fade == TAPPED
        }
        for room, pieces in self._seen.items():
            for piece in pieces - before.get(room, frozenset()):
                self._come(piece, room, at, known=room in before)
        for piece, sight in list(self._sights.items()):
            if piece in self._seen.get(sight.room, ()):
                sight.gone = None
            elif elsewhere := [room for room, pieces in self._seen.items() if piece in pieces]:
                self._sights[piece] = Sight(elsewhere[0], at, put=True)  # back, before it was missed there
            elif sight.gone is None:
                sight.gone = at
        self._met |= self._sights.keys()

    def tapped(self, piece: str, room: str, at: float) -> None:
        """A piece was held to the pad at a door of the room, where no reader sees what lies inside.

        It is told once, and fades like a tag that has gone.
        """
        self.pads = True
        if self._board.is_room(room) and room not in self._seen:
            self._sights[piece] = Sight(room, at, put=True, gone=at, fade=TAPPED)

    @property
    def read(self) -> Collection[str]:
        """The rooms whose readers answer."""
        return self._seen.keys()

    def met(self, piece: str) -> bool:
        """Whether the piece was ever seen, so carries a tag."""
        return piece in self._met

    def sight(self, piece: str, now: float) -> Sight | None:
        """Where the piece lies; None if no reader has seen it lately."""
        sight = self._sights.get(piece)
        return None if sight is None or sight.over(now) else sight

    def lost(self, piece: str, room: str) -> float | None:
        """When the piece left the room where it was seen last; None if that was another, or it is there."""
        sight = self._sights.get(piece)
        return sight.gone if sight and sight.room == room else None

    def forget(self, piece: str) -> None:
        """Somebody has said that the tag is wrong: it is not believed until it comes anew."""
        self._sights.pop(piece, None)
        self._met.discard(piece)

    def settle(self, piece: str, room: str) -> None:
        """The game has the piece in this room, or somebody has objected to it: it is no news any more."""
        sight = self._sights.get(piece)
        if sight and sight.room == room:
            sight.put = sight.found = False

    def next_change(self, now: float) -> float | None:
        """When a tag that fades now will have been gone for too long; None if none fades."""
        ends = [sight.gone + sight.fade for sight in self._sights.values() if sight.gone is not None]
        return min((end for end in ends if end > now), default=None)

    def _come(self, piece: str, room: str, at: float, known: bool) -> None:
        sight = self._sights.get(piece)
        if sight is None or sight.room != room or sight.over(at):
            self._sights[piece] = Sight(room, at, put=known, found=not known)
