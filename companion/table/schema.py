"""The journal's file: its tables, and finding out what kind of file it is."""

import sqlite3

APPLICATION = 0x436C7565
"""Marks the file as a companion's, in its head."""

VERSION = 1
"""Of the tables below; a newer program may read older ones, never the other way round."""

TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    rules TEXT NOT NULL,
    options TEXT NOT NULL,       -- JSON: the house options as words
    board TEXT NOT NULL,         -- what hosts and records call it
    board_file TEXT NOT NULL,    -- JSON: the whole board, for a board file may be gone tomorrow
    opened REAL NOT NULL,        -- wall clock, as every time in here
    started REAL,                -- NULL in the lobby
    deal TEXT,                   -- JSON: case, hands, weapons
    salt TEXT,
    version INTEGER              -- the table's version right after the deal
);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    position INTEGER NOT NULL,   -- clockwise from 0
    name TEXT NOT NULL,
    suspect TEXT NOT NULL,
    language TEXT NOT NULL,
    token TEXT NOT NULL,         -- SHA-256 of the secret
    invitation TEXT,             -- SHA-256 of the code, NULL without one
    PRIMARY KEY (game, position)
);
CREATE TABLE acts (
    game INTEGER NOT NULL REFERENCES games,
    n INTEGER NOT NULL,          -- from 1
    seat TEXT NOT NULL,
    text TEXT NOT NULL,          -- with its dice
    at REAL NOT NULL,
    version INTEGER NOT NULL,    -- the table's version right after it
    PRIMARY KEY (game, n)
);
CREATE TABLE notes (
    game INTEGER NOT NULL REFERENCES games,
    seat TEXT NOT NULL,
    card TEXT NOT NULL,
    "column" TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (game, seat, card, "column")
);
CREATE TABLE windows (
    game INTEGER PRIMARY KEY REFERENCES games,
    number INTEGER NOT NULL,     -- of the acts that led to the question
    rest REAL NOT NULL           -- seconds that were left for it
);
CREATE TABLE reserved (version INTEGER NOT NULL);  -- up to here versions may have been shown to somebody
INSERT INTO reserved VALUES (0);
"""


class ForeignFile(Exception):
    """The file holds something else than a journal that this program knows."""


def prepare(database: sqlite3.Connection) -> None:
    """Make the tables in a new file; look whether an old one is sound and ours.

    The connection must be in autocommit mode. Raises ForeignFile with a sentence, sqlite3.Error.
    """
    application, version = (_pragma(database, name) for name in ("application_id", "user_version"))
    empty = not database.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    if empty:
        database.executescript(
            f"BEGIN; {TABLES} PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; COMMIT;"
        )
    elif application != APPLICATION:
        raise ForeignFile("is a database of another program. Choose another folder with --data DIR.")
    elif version != VERSION:
        raise ForeignFile(
            f"was written by a newer companion (its format is {version}, this one knows {VERSION}). "
            "Update this one, or choose another folder with --data DIR."
        )
    elif (found := _pragma(database, "quick_check")) != "ok":
        raise sqlite3.DatabaseError(found)


def _pragma(database: sqlite3.Connection, name: str) -> object:
    return database.execute(f"PRAGMA {name}").fetchone()[0]
