"""One evening as a text file: every line of the board both ways, and what came into the table, with times.

A line of the file is an event::

    81532.104 < 17 123456 SQUARES 00000000000000000000000000000000000000000000000A*793E960D
    81532.619 clock 241 tick {}
    81532.619 did Ann: move Q7

its time (monotonic seconds), its kind, and the rest. ``<`` was read from the board and ``>`` written to it,
byte for byte (docs/PROTOCOL.md), what is not printable escaped as in Python; ``<rooms`` and ``>rooms`` are
the same of a second Pico. All other kinds are the table's: companion/table/recorder.py.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

from companion.sensing.lines import LIMIT as LINE_LIMIT
from companion.sensing.lines import Splitter

FOLDER = "recordings"
SUFFIX = ".recording"
FULL = 4 * 1024 * 1024
"""Bytes after which the next calm moment begins another file: some five hours of heartbeats."""
CROWDED = 4
"""So many times FULL, a file takes nothing more."""
KEPT = 8
"""Files that are kept, the newest: an evening and the one before it."""

PRIVATE = frozenset({"game", "phone", "house", "did"})
"""Kinds of line that may name cards; all others may be shown to anybody."""

_log = logging.getLogger(__name__)


class RecordingFault(Exception):
    """A file that is no recording; one sentence: file, line, and what was expected."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: its number in the file, monotonic seconds, kind, and the rest."""

    number: int
    at: float
    kind: str
    text: str


class Recording:
    """Writes the files of a folder, one after another; the oldest are deleted. Safe to call from any thread.

    A file that cannot be written is no reason to stop a game: that is logged once, and nothing more recorded.

    folder: made where it does not exist, for its owner alone, as hands are nobody's to read.
    full, kept: see FULL and KEPT.
    """

    def __init__(self, folder: Path, *, full: int = FULL, kept: int = KEPT) -> None:
        self._folder = folder
        self._full = full
        self._kept = kept
        self._lock = threading.Lock()
        self._file: TextIO | None = None
        self._size = 0
        self._first: dict[str, str] = {}
        self._splitters: dict[str, Splitter] = {}
        self._told_afresh: Callable[[], object] = lambda: None

    @property
    def full(self) -> bool:
        """Whether it is time for another file."""
        return self._size >= self._full

    def afresh(self, at: float, first: Mapping[str, str]) -> None:
        """Begin another file with these lines, a kind and its text each, behind those of `opens_with`."""
        with self._lock:
            self._end(at)
            self._splitters = {}
            try:
                self._file = self._next_file()
            except OSError as fault:
                self._give_up(fault)
                return
            self._size = 0
            for kind, text in {**self._first, **first}.items():
                self._put(at, kind, text)
        self._told_afresh()

    def opens_with(self, kind: str, text: str, at: float) -> None:
        """Write a line, and the same again at the top of every file to come."""
        with self._lock:
            self._first[kind] = text
            self._put(at, kind, text)

    def when_afresh(self, told: Callable[[], object]) -> None:
        """Call this after each new file was begun: the board must tell its whole state again."""
        self._told_afresh = told

    def write(self, at: float, kind: str, text: str) -> None:
        """Write a line; without a file it is lost."""
        with self._lock:
            self._put(at, kind, text)
            if self._file and kind == "did":
                self._guarded(self._file.flush)  # the link's lines may wait for it: they wear the card

    def overhear(self, direction: Literal["<", ">"], data: bytes, at: float, pico: str = "") -> None:
        """The link's tap: writes each line when its last byte has crossed the port.

        pico: `rooms` for the second Pico of a board that has two.
        """
        kind = direction + pico
        with self._lock:
            for line in self._splitters.setdefault(kind, Splitter()).feed(data):
                self._put(at, kind, line.decode("latin-1").encode("unicode_escape").decode("ascii"))

    def close(self, at: float) -> None:
        """End the file; may be called twice."""
        with self._lock:
            self._end(at)

    def _put(self, at: float, kind: str, text: str) -> None:
        line = f"{at!r} {kind} {text}\n"
        if self._file and self._size < CROWDED * self._full:
            self._size += len(line)
            file = self._file
            self._guarded(lambda: file.write(line))

    def _end(self, at: float) -> None:
        if self._file:
            self._put(at, "end", "")
        if self._file:
            file, self._file = self._file, None
            self._guarded(file.close)

    def _guarded(self, write: Callable[[], object]) -> None:
        try:
            write()
        except OSError as fault:
            self._give_up(fault)

    def _give_up(self, fault: OSError) -> None:
        self._file = None
        _log.warning("The evening is not recorded any more: %s: %s.", self._folder, fault.strerror)

    def _next_file(self) -> TextIO:
        """The files are numbered: the wall clock of a Pi may stand anywhere."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = recordings(self._folder)
        number = int(there[-1].stem) + 1 if there else 1
        for old in there[: len(there) + 1 - self._kept]:
            old.unlink(missing_ok=True)
        path = self._folder / f"{number:06}{SUFFIX}"
        return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")


def recordings(folder: Path) -> list[Path]:
    """The recordings in a folder, the oldest first."""
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if path.stem.isdecimal())


def raw_bytes(text: str) -> bytes:
    r"""The line that crossed the port, with its newline, of an entry `<` or `>`.

    >>> raw_bytes(r"2 1020 BEAT*D03\xff46FEB")
    b'2 1020 BEAT*D03\xff46FEB\n'
    """
    return text.encode("ascii").decode("unicode_escape").encode("latin-1") + b"\n"


def read_recording(path: Path) -> Iterator[Entry]:
    """The lines of a file. A last line that a power cut has broken off is left out.

    Raises RecordingFault for a file that cannot be read or is something else.
    """
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            yield from _entries(path, file)
    except (OSError, UnicodeDecodeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is not text"
        raise RecordingFault(f"{path} cannot be read: {why}. Name a file of {FOLDER}/.") from None


def _entries(path: Path, lines: Iterable[str]) -> Iterator[Entry]:
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            return
        at, _, rest = line[:-1].partition(" ")
        kind, _, text = rest.partition(" ")
        try:
            seconds = float(at)
            if kind in ("<", ">") and len(raw_bytes(text)) > LINE_LIMIT + 1:
                raise ValueError
        except ValueError:
            raise RecordingFault(
                f"{path}, line {number}: expected seconds, a kind and what happened. "
                f"Name a file that companion run has written into {FOLDER}/."
            ) from None
        yield Entry(number, seconds, kind, text)
