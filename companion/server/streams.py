"""Who listens to the table, and how many may.

Every stream holds a thread of the server for as long as it lives, so their number is capped: a seat has one
stream of each sort (a newer one replaces the older), guests share a few.
"""

import threading
from dataclasses import dataclass, field

from companion.server.faults import Fault

ALL = 24
"""Streams at the same time: six seats, each with a page that another is just replacing, and the guests."""

GUESTS = 10
"""Of these, streams without a seat: the kiosk, the virtual board, onlookers."""


@dataclass(eq=False, slots=True)
class Slot:
    """One stream's leave to live.

    owner: whose stream it is, None for a guest's.
    ended: why the stream has to end: `replaced` by a newer one, or `closing` with the server; else None.
    """

    owner: str | None
    ended: str | None = None


@dataclass(eq=False, slots=True)
class Streams:
    """All open streams."""

    _open: set[Slot] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, owner: str | None) -> Slot:
        """Admit a stream; an older one of the same owner is told to end.

        owner: a seat and the sort of stream, None for a guest. Raises Fault 503 when all places are taken.
        """
        with self._lock:
            guests = sum(slot.owner is None for slot in self._open)
            if len(self._open) >= ALL or (owner is None and guests >= GUESTS):
                raise Fault(503, "too-many-streams")
            for slot in self._open:
                if owner is not None and slot.owner == owner:
                    slot.ended = "replaced"
            slot = Slot(owner)
            self._open.add(slot)
            return slot

    def leave(self, slot: Slot) -> None:
        """Give the place back."""
        with self._lock:
            self._open.discard(slot)

    def close(self) -> None:
        """Tell every stream to end."""
        with self._lock:
            for slot in self._open:
                slot.ended = "closing"

    def __len__(self) -> int:
        with self._lock:
            return len(self._open)
