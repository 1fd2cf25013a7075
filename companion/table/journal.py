"""What survives a power cut: every act, committed before anybody is told of it."""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from companion.table.errors import JournalError
from companion.table.schema import ForeignFile, prepare
from companion.table.seating import Seating, TakenSeat

FILE = "journal.sqlite"


@dataclass(frozen=True, slots=True)
class KeptAct:
    """An act as it was journaled: who, its text with the dice, the table's version right after it."""

    seat: str
    text: str
    version: int


@dataclass(frozen=True, slots=True)
class Start:
    """The deal of a game: `deal` as JSON values, and the table's version right after it."""

    deal: Mapping[str, Any]
    salt: str
    version: int


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A whole game as it was journaled.

    options: the house options as words. board: what records call it. board_data: its file's JSON values.
    start: None while it is still in the lobby. notes: (seat, card, column) to a mark.
    window: the number of the last timed question, and the seconds that were left for it.
    """

    id: int
    rules: str
    options: Mapping[str, str]
    board: str
    board_data: Mapping[str, Any]
    seating: Seating
    start: Start | None
    acts: Sequence[KeptAct]
    notes: Mapping[tuple[str, str, str], str]
    window: tuple[int, float] | None


class Journal:
    """One SQLite file in the data folder, held by one process.

    Writing goes inside `with journal.commit():`, all or nothing. Every method raises JournalError.
    """

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database = database
        self.path = path

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the journal of a data folder; both are made where they do not exist.

        Raises JournalError: the folder cannot be written, the file is damaged or of another kind, or another
        companion holds it.
        """
        path = folder / FILE
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # hands are nobody's to read
        except OSError as fault:
            raise JournalError(
                f"The data folder {folder} cannot be written: {fault.strerror}. "
                "Make it writable for this user, or choose another with --data DIR."
            ) from None
        # one lock over all threads is the table's; the connection goes from thread to thread under it
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
        try:
            _hold(database)
            prepare(database)
        except ForeignFile as fault:
            database.close()
            raise JournalError(f"{path} {fault}") from None
        except sqlite3.Error as fault:
            database.close()
            raise JournalError(_why(path, fault), held=_held(fault)) from None
        return cls(database, path)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def copy_to(self, path: Path) -> None:
        """Write a copy into a new file, as the journal is now."""
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(path)) as copy:
                self._database.backup(copy)
        except sqlite3.Error as fault:
            raise JournalError(_why(path, fault)) from None

    # -- reading --------------------------------------------------------------------------------------

    def latest(self) -> KeptGame | None:
        """The newest game, None in an empty journal."""
        rows = self._read("SELECT id FROM games ORDER BY id DESC LIMIT 1")
        return self.game(rows[0]["id"]) if rows else None

    def game(self, id: int) -> KeptGame:
        """A game by its number; it must be there."""
        game = self._read("SELECT * FROM games WHERE id = ?", id)[0]
        start = Start(json.loads(game["deal"]), game["salt"], game["version"]) if game["deal"] else None
        acts = self._read("SELECT seat, text, version FROM acts WHERE game = ? ORDER BY n", id)
        notes = self._read('SELECT seat, card, "column", mark FROM notes WHERE game = ?', id)
        window = self._read("SELECT number, rest FROM windows WHERE game = ?", id)
        return KeptGame(
            id=id,
            rules=game["rules"],
            options=json.loads(game["options"]),
            board=game["board"],
            board_data=json.loads(game["board_file"]),
            seating=self._seating(id),
            start=start,
            acts=[KeptAct(*row) for row in acts],
            notes={(seat, card, column): mark for seat, card, column, mark in notes},
            window=(window[0]["number"], window[0]["rest"]) if window else None,
        )

    def times(self, id: int) -> tuple[float | None, list[float]]:
        """When a game was dealt, and when each of its acts was done, by the wall clock."""
        acts = self._read("SELECT at FROM acts WHERE game = ? ORDER BY n", id)
        return self._read("SELECT started FROM games WHERE id = ?", id)[0][0], [row["at"] for row in acts]

    def spans(self, most: int) -> list[tuple[int, float, float]]:
        """The newest dealt games, newest first: number, when it was dealt, when something last happened.

        most: how many at most.
        """
        last = "(SELECT at FROM acts WHERE game = games.id ORDER BY n DESC LIMIT 1)"
        dealt = "FROM games WHERE deal IS NOT NULL ORDER BY id DESC LIMIT ?"
        rows = self._read(f"SELECT id, started, ifnull({last}, started) {dealt}", most)
        return [(row[0], row[1], row[2]) for row in rows]

    def players(self) -> list[str]:
        """The names of all who have a seat or had one in a game that was dealt."""
        return [row["name"] for row in self._read("SELECT DISTINCT name FROM seats ORDER BY name")]

    def reserved(self) -> int:
        """The highest version that anybody may have seen."""
        version: int = self._read("SELECT version FROM reserved")[0][0]
        return version

    def _seating(self, id: int) -> Seating:
        rows = self._read("SELECT * FROM seats WHERE game = ? ORDER BY position", id)
        return Seating(
            tuple(TakenSeat(row["name"], row["suspect"], row["language"], row["token"]) for row in rows),
            {row["name"]: row["invitation"] for row in rows if row["invitation"]},
        )

    def _read(self, query: str, *values: object) -> list[sqlite3.Row]:
        try:
            return self._database.execute(query, values).fetchall()
        except sqlite3.Error as fault:
            raise JournalError(_why(self.path, fault)) from None

    # -- writing --------------------------------------------------------------------------------------

    @contextmanager
    def commit(self) -> Iterator[None]:
        """Everything written inside is on the disk when the block ends, or nothing of it.

        Raises JournalError where it cannot be written (the disk is full, ...); the journal is as before.
        """
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield
            self._database.execute("COMMIT")
        except sqlite3.Error as fault:
            self._roll_back()
            raise JournalError(_why(self.path, fault)) from None
        except BaseException:
            self._roll_back()
            raise

    def add_game(
        self, rules: str, options: Mapping[str, str], board: str, board_data: Mapping[str, Any], at: float
    ) -> int:
        """Open a game's lobby; gives its number."""
        row = self._database.execute(
            "INSERT INTO games (rules, options, board, board_file, opened) VALUES (?, ?, ?, ?, ?)",
            (rules, json.dumps(options), board, json.dumps(board_data), at),
        )
        assert row.lastrowid is not None
        return row.lastrowid

    def set_seating(self, game: int, seating: Seating) -> None:
        """Write who sits at the table, in the place of what stood there."""
        self._database.execute("DELETE FROM seats WHERE game = ?", (game,))
        self._database.executemany(
            "INSERT INTO seats (game, position, name, suspect, language, token, invitation) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (game, at, one.name, one.suspect, one.language, one.token, seating.invitations.get(one.name))
                for at, one in enumerate(seating.seats)
            ],
        )

    def start_game(self, game: int, start: Start, at: float) -> None:
        """Write the deal."""
        self._database.execute(
            "UPDATE games SET deal = ?, salt = ?, version = ?, started = ? WHERE id = ?",
            (json.dumps(start.deal), start.salt, start.version, at, game),
        )

    def add_act(self, game: int, n: int, act: KeptAct, at: float) -> None:
        """Write the n-th act of a game, from 1."""
        self._database.execute(
            "INSERT INTO acts (game, n, seat, text, at, version) VALUES (?, ?, ?, ?, ?, ?)",
            (game, n, act.seat, act.text, at, act.version),
        )

    def set_note(self, game: int, seat: str, card: str, column: str, mark: str) -> None:
        """Write one mark of a seat's notes; an empty one takes it away."""
        self._database.execute(
            'DELETE FROM notes WHERE game = ? AND seat = ? AND card = ? AND "column" = ?',
            (game, seat, card, column),
        )
        if mark:
            row = (game, seat, card, column, mark)
            self._database.execute("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", row)

    def set_window(self, game: int, number: int, rest: float) -> None:
        """Write how many seconds are left for a timed question."""
        row = (game, number, rest)
        self._database.execute("INSERT OR REPLACE INTO windows (game, number, rest) VALUES (?, ?, ?)", row)

    def reserve(self, version: int) -> None:
        """Write that versions up to this one may be shown."""
        self._database.execute("UPDATE reserved SET version = ?", (version,))

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # SQLite has often done it by itself
            self._database.execute("ROLLBACK")


def _hold(database: sqlite3.Connection) -> None:
    """Settle how the file is written, and keep every other process out for as long as this one lives."""
    database.row_factory = sqlite3.Row
    for setting in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        database.execute(f"PRAGMA {setting}")
    database.execute("BEGIN EXCLUSIVE")
    database.execute("COMMIT")


def _held(fault: sqlite3.Error) -> bool:
    """Whether another process has the file."""
    return getattr(fault, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _why(path: Path, fault: sqlite3.Error) -> str:
    """One sentence for what went wrong, one for what to do."""
    name = getattr(fault, "sqlite_errorname", "")
    if _held(fault):
        return (
            f"Another companion is already playing with {path}. "
            "Stop it, or choose another folder with --data DIR."
        )
    if name.startswith("SQLITE_FULL"):
        return f"The disk is full: {path} cannot be written. Make room and do it again."
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM")):
        return f"{path} cannot be written: {fault}. Make sure the disk is neither full nor broken; retry."
    if isinstance(fault, sqlite3.ProgrammingError):
        return f"{path} is closed: the companion is stopping. Start it again."
    return (
        f"{path} is damaged: {fault}. "
        "Move it away (a copy helps a bug report) and start again, or choose another folder with --data DIR."
    )
