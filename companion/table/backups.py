"""Copies of the journal in the data folder, and taking one of them back."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from companion.table.errors import JournalError
from companion.table.journal import FILE, Journal

FOLDER = "backups"
KEPT = 7
"""Copies that stay; the oldest goes first."""

_WANTED = "restore"
"""The file that names the copy which the next start takes back."""

_NAME = re.compile(r"games-(\d{4,})\.sqlite")


class NoCopy(JournalError):
    """What was brought is no copy of a journal, or a damaged one."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy. games: that were dealt in it. at: seconds since 1970 of the last act, None without one.

    A Pi without a clock may have written any time; the order is in the names.
    """

    name: str
    games: int
    at: float | None


class Backups:
    """The copies of one data folder, which need not exist yet."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._folder = data / FOLDER

    def take(self, journal: Journal, keep: int = KEPT) -> str:
        """Copy an open journal while it is in use; gives the copy's name.

        keep: how many copies stay, this one among them, 1 or more. Raises JournalError.
        """
        return self._add(journal.copy_to, keep)

    def bring(self, source: IO[bytes]) -> str:
        """Take a copy from elsewhere among the others; gives the name that it has here.

        Raises NoCopy for what `take` has not made, JournalError if it cannot be written: nothing is changed.
        """

        def write(half: Path) -> None:
            with open(os.open(half, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
                shutil.copyfileobj(source, file)
            self._try(half)

        return self._add(write, KEPT)

    def _add(self, write: Callable[[Path], None], keep: int) -> str:
        """Let a copy be written, and give it the next name. Raises JournalError."""
        names = self._names()
        name = f"games-{_number(names[-1]) + 1 if names else 1:04}.sqlite"
        half = self._folder / "half"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            half.unlink(missing_ok=True)
            write(half)
            os.replace(half, self._folder / name)
            for old in names[: max(0, len(names) + 1 - keep)]:
                (self._folder / old).unlink()
        except OSError as fault:
            raise JournalError(
                f"No backup could be written into {self._folder}: {fault.strerror}. Make room and retry."
            ) from None
        finally:
            with suppress(OSError):
                half.unlink(missing_ok=True)
        return name

    def _try(self, copy: Path) -> None:
        """Raise NoCopy unless a journal opens from it."""
        new = self._data / "new"
        try:
            with self._made_anew(new, copy):
                Journal.open(new).close()
        except (sqlite3.Error, JournalError) as fault:
            raise NoCopy(str(fault)) from None

    def all(self) -> tuple[Backup, ...]:
        """The copies that can be taken back, the newest first."""
        return tuple(filter(None, map(self._read, reversed(self._names()))))

    def path(self, name: str) -> Path | None:
        """The file of a copy, None where there is none of that name."""
        return self._folder / name if name in self._names() else None

    def want(self, name: str) -> None:
        """Let the next start take this copy back. Raises JournalError."""
        try:
            (self._data / _WANTED).write_text(name, encoding="utf-8")
        except OSError as fault:
            raise JournalError(
                f"{self._data} cannot be written: {fault.strerror}. Nothing was changed."
            ) from None

    def take_back_wanted(self) -> str | None:
        """Do what `want` has asked for, before the journal is opened; gives the copy's name.

        A wish that cannot be fulfilled is forgotten, so that no start fails twice on it. Raises JournalError.
        """
        wish = self._data / _WANTED
        if not wish.exists():
            return None
        name = wish.read_text(encoding="utf-8").strip()
        wish.unlink()
        path = self.path(name)
        if path is None:
            raise JournalError(f"There is no backup {name} any more: the games stay as they are.")
        self.take_back(path)
        return name

    def take_back(self, source: Path) -> None:
        """Put a copy in the journal's place; what was there is kept as a copy, or beside it if it is damaged.

        source: any file that `take` has made. Raises JournalError: it is none or damaged, another companion
        holds the journal, the folder cannot be written. Then nothing has changed.
        """
        new = self._data / "new"
        try:
            with self._made_anew(new, source):
                Journal.open(new).close()  # says in words what is wrong with it
                self._put_away()
                os.replace(new / FILE, self._data / FILE)
        except (OSError, sqlite3.Error) as fault:
            raise JournalError(f"{source} cannot be taken back: {fault}. Nothing was changed.") from None

    @contextmanager
    def _made_anew(self, new: Path, source: Path) -> Iterator[None]:
        """A folder with the copy as its journal, gone after the block. Raises OSError, sqlite3.Error."""
        try:
            self._data.mkdir(mode=0o700, parents=True, exist_ok=True)
            new.mkdir(mode=0o700, exist_ok=True)
            (new / FILE).unlink(missing_ok=True)
            with _opened(source) as copy, closing(sqlite3.connect(new / FILE)) as place:
                copy.execute("SELECT 1 FROM games LIMIT 1")  # an empty file would become an empty journal
                copy.backup(place)
            yield
        finally:
            with suppress(OSError):
                for left in new.iterdir():
                    left.unlink()
                new.rmdir()

    def _put_away(self) -> None:
        """Keep the present journal somewhere else. Raises JournalError if a companion holds it."""
        present = self._data / FILE
        if not present.exists():
            return
        try:
            journal = Journal.open(self._data)
        except JournalError as fault:
            if fault.held:
                raise
            number = 1
            while (aside := present.with_name(f"damaged-{number}.sqlite")).exists():
                number += 1
            os.replace(present, aside)
        else:
            self.take(journal)
            journal.close()
        for rest in ("-wal", "-shm"):  # of the old file: the new one must not meet them
            present.with_name(FILE + rest).unlink(missing_ok=True)

    def _names(self) -> list[str]:
        """The copies' names, the oldest first."""
        if not self._folder.is_dir():
            return []
        found = (file.name for file in self._folder.iterdir())
        return sorted(filter(_NAME.fullmatch, found), key=_number)

    def _read(self, name: str) -> Backup | None:
        """What is in a copy, None if it is damaged."""
        try:
            with _opened(self._folder / name) as copy:
                (games,) = copy.execute("SELECT count(*) FROM games WHERE deal IS NOT NULL").fetchone()
                (at,) = copy.execute("SELECT max(at) FROM acts").fetchone()
        except sqlite3.Error:
            return None
        return Backup(name, games, at)


def _opened(copy: Path) -> closing[sqlite3.Connection]:
    """A copy to read from. Nobody writes it, and no file comes to lie beside it."""
    return closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro&immutable=1", uri=True))


def _number(name: str) -> int:
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else 0
