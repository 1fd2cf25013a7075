"""The sets of tags that ROOM lines tell, put together from their parts (docs/PROTOCOL.md)."""

import re
from collections.abc import Sequence

UNKNOWN = "?"
_PART = re.compile("([1-9][0-9]?)/([1-9][0-9]?)")
_UID = re.compile("[0-9A-F]{16}")


class RoomSets:
    """The newest set of each room that the Pico has told; None for a room whose reader does not answer.

    >>> told = RoomSets()
    >>> told.take(["hall", "E004015068F53AD6"])
    True
    >>> told.take(["hall", "1/2", "E004015068F53AD6"])
    >>> told.take(["hall", "2/2", "E00401586DE02802"])
    True
    >>> sorted(told.sets["hall"])
    ['E004015068F53AD6', 'E00401586DE02802']
    """

    def __init__(self) -> None:
        self.sets: dict[str, frozenset[str] | None] = {}
        self._begun: dict[str, list[Sequence[str]]] = {}  # the parts that have come of a set

    def gap(self) -> None:
        """A line was lost: it may have been a part."""
        self._begun.clear()

    def take(self, words: Sequence[str]) -> bool | None:
        """The words of one line: True if with it something else is known of a room than before.

        None where the line does not make a set whole.
        """
        if not words:
            return None
        room, *rest = words
        begun = self._begun.pop(room, [])
        if part := _PART.fullmatch(rest[0] if rest else ""):
            number, parts = int(part[1]), int(part[2])
            begun = [*begun, rest[1:]] if number == len(begun) + 1 else [rest[1:]]
            if len(begun) != number:  # not the next one
                return None
            if number < parts:
                self._begun[room] = begun
                return None
            rest = [uid for uids in begun for uid in uids]
        uids = None if rest[:1] == [UNKNOWN] else frozenset(filter(_UID.fullmatch, rest))
        changed = room not in self.sets or self.sets[room] != uids
        self.sets[room] = uids
        return changed
