"""All tables that a broker knows of, as they are now."""

import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.hall.hearing import FIELDS, read
from companion.mqtt.telling import AVAILABILITY, ONLINE

MOST = 100
"""Tables that one screen can show; whatever else is heard of is left out."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of one table.

    there: whether its companion runs. said: the newest of each topic, of docs/mqtt.md's fields.
    ends: when its window closes, of the hall's own monotonic clock; None where nothing is timed.
    """

    id: str
    there: bool = False
    said: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    ends: float | None = None

    @property
    def known(self) -> bool:
        """Whether enough has come to show it."""
        return len(self.said) == len(FIELDS)


class Tables:
    """The tables by their ids, with a version that counts every change. Safe to call from any thread.

    clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tables: dict[str, Seen] = {}
        self._version = 0
        self._linked = False
        self._news = threading.Condition()

    def hear(self, topic: str, payload: bytes, kept: bool) -> None:
        """Take a message of a table in.

        topic: as it came, the table's id before its last word. kept: the broker had it from before, so
        nobody knows how old it is. An empty AVAILABILITY forgets the table.
        """
        id, _, word = topic.rpartition("/")
        id = id.rpartition("/")[2]
        with self._news:
            seen = self._tables.get(id, Seen(id))
            if _ID.fullmatch(id) is None or (id not in self._tables and len(self._tables) >= MOST):
                return
            if word == AVAILABILITY and not payload:
                if self._tables.pop(id, None) is not None:
                    self._tell()
                return
            if word == AVAILABILITY:
                fresh = replace(seen, there=payload == ONLINE.encode())
            else:
                told = read(word, payload)
                if told is None:
                    return
                fresh = replace(seen, said={**seen.said, word: told})
                if word == "window":
                    timed = told["open"] and told["rest"] is not None and not kept
                    fresh = replace(fresh, ends=self._clock() + told["rest"] if timed else None)
            self._tables[id] = fresh
            if fresh != seen:
                self._tell()

    def linked(self, linked: bool) -> None:
        """Whether the broker is there."""
        with self._news:
            if linked != self._linked:
                self._linked = linked
                self._tell()

    def wait(self, version: int, timeout: float) -> int:
        """Wait until the version is another than this one, at most so many seconds; gives the version."""
        with self._news:
            self._news.wait_for(lambda: self._version != version, timeout)
            return self._version

    def picture(self) -> "Picture":
        """All of it at this moment."""
        with self._news:
            known = sorted((seen for seen in self._tables.values() if seen.known), key=_place)
            return Picture(self._version, self._linked, self._clock(), tuple(known))

    def _tell(self) -> None:
        self._version += 1
        self._news.notify_all()


@dataclass(frozen=True, slots=True)
class Picture:
    """The tables at one moment, in the order in which people look for them.

    linked: whether the broker is there; else all this may be old. now: of the hall's clock.
    """

    version: int
    linked: bool
    now: float
    tables: tuple[Seen, ...]


def _place(seen: Seen) -> tuple[list[tuple[int, str]], str]:
    """By name, Table 2 before Table 10; the same names by id, so that nobody ever changes place."""
    parts = _DIGITS.split(str(seen.said["status"]["name"]).casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], seen.id
