"""Tokens that are tapped at the doors: what the TAP lines of docs/PROTOCOL.md tell."""

import re
from collections.abc import Sequence

from companion.sensing.readers import Readers
from companion.sensing.report import Tap
from companion.sensing.roomsets import UNKNOWN

_UID = re.compile("[0-9A-F]{8,20}")


class Taps:
    """Which pads do not answer, and which token was tapped; a line that is told again is no second tap.

    ``mute`` are the rooms of the pads that do not answer, ``stranger`` is the room and the UID of the last
    tag that was tapped, if no piece carries it.

    >>> from companion.board import load_board
    >>> from companion.sensing import wiring_for
    >>> taps = Taps(wiring_for(load_board("classic")).readers)
    >>> taps.take(["hall", "E004015068F53AD6"], 1200)
    Tap(piece='rope', room='hall')
    >>> taps.take(["hall", "E004015068F53AD6"], 1200)
    """

    def __init__(self, readers: Readers) -> None:
        self.mute: set[str] = set()
        self.stranger: tuple[str, str] | None = None
        self._readers = readers
        self._told: dict[tuple[str, str], int] = {}  # room and UID -> when it was tapped last

    @staticmethod
    def name(words: Sequence[str]) -> tuple[str, ...]:
        """What an ACK repeats of these words: the room, and of a tap its UID."""
        return tuple(word for word in words[:2] if word != UNKNOWN)

    def take(self, words: Sequence[str], ms: int) -> Tap | None:
        """The words of one line and its time; what was tapped, if that is news and a piece."""
        room, *rest = words
        if rest[:1] == [UNKNOWN]:
            self.mute.add(room)
            return None
        self.mute.discard(room)
        uid = rest[0] if rest else ""
        if not _UID.fullmatch(uid) or self._told.get((room, uid)) == ms:
            return None
        self._told[room, uid] = ms
        piece = self._readers.pieces.get(uid)
        self.stranger = None if piece else (room, uid)
        return Tap(piece, room) if piece else None
