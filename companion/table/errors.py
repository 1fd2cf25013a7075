"""Why the table says no: one reason, one code, so that a page can say it in any language."""

from collections.abc import Mapping

LOBBY_CODES: Mapping[str, tuple[str, ...]] = {
    "no-lobby": (),  # seats are taken, ordered and started only before the deal
    "no-game": (),  # nothing has been dealt yet
    "no-board": (),  # nothing is linked, so nothing can be right or wrong
    "game-running": (),  # a new lobby would end it: say so explicitly
    "rules-unknown": ("rules",),
    "option-unknown": ("option",),
    "option-value": ("option",),
    "board-unknown": ("board",),
    "name-invalid": ("name",),  # one word of letters, digits, _ and -, at most 20
    "name-reserved": ("name",),  # a word of the records
    "name-taken": ("name",),
    "suspect-missing": (),  # none was chosen
    "suspect-unknown": ("suspect",),
    "suspect-taken": ("suspect",),
    "language-unknown": ("language",),
    "table-full": (),
    "too-few-seats": (),
    "seat-unknown": ("name",),
    "order-wrong": (),  # every seat once
    "invitation-used": (),  # used, replaced by a newer one, or never given
    "note-unknown": ("word",),  # no such card, column or mark
}
"""Every code of a LobbyError, with the names of its details."""


class LobbyError(Exception):
    """Something about games, seats and notes that cannot be done now.

    code: one of LOBBY_CODES. details: the names for the sentence.

    >>> error = LobbyError("name-taken", name="Ann")
    >>> error.code, error.details
    ('name-taken', {'name': 'Ann'})
    """

    def __init__(self, code: str, **details: str) -> None:
        assert tuple(details) == LOBBY_CODES[code], f"{code} has the details {LOBBY_CODES[code]}"
        super().__init__(code, details)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        return self.code


class StaleVersion(Exception):
    """An act was made on a view that the game has left behind: look again, then decide."""

    code = "stale"

    def __init__(self) -> None:
        super().__init__(self.code)
        self.details: dict[str, str] = {}


class JournalError(Exception):
    """The journal cannot be read or written. The text says what happened and what to do next.

    held: only because another companion plays with it.
    """

    code = "journal"

    def __init__(self, text: str, *, held: bool = False) -> None:
        super().__init__(text)
        self.held = held
