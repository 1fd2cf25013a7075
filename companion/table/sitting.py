"""A game from its lobby to its end, with those who sit at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board import Board, BoardFault, board_from_data
from companion.rules import CARDS, RULESETS, OptionError, Ruleset, SetupError, ruleset_of
from companion.table.errors import JournalError, LobbyError
from companion.table.game import ELSEWHERE, Game
from companion.table.journal import KeptGame
from companion.table.seating import Seating

MARKS = ("no", "yes", "maybe")
"""What a player can write into the notes, beside nothing."""

Notes = Mapping[tuple[str, str, str], str]
"""(seat, card, column) to a mark."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One immutable value.

    board_name: what hosts and records call the board.
    game: None while seats are being taken.
    """

    id: int
    ruleset: Ruleset
    board_name: str
    board: Board
    seating: Seating = Seating()
    notes: Notes = field(default_factory=dict)
    game: Game | None = None

    @property
    def phase(self) -> str:
        """`lobby`, `play` or `over`."""
        if self.game is None:
            return "lobby"
        return "over" if self.game.over else "play"

    def check_note(self, card: str, column: str, mark: str) -> None:
        """Raise LobbyError `note-unknown` for a mark that the notes have no room for.

        column: a seat's name.
        """
        for word, known in ((card, CARDS), (column, self.seating.names), (mark, ("", *MARKS))):
            if word not in known:
                raise LobbyError("note-unknown", word=word)

    def notes_of(self, seat: str) -> dict[str, dict[str, str]]:
        """The marks of a seat: card to column to mark, only what is marked."""
        notes: dict[str, dict[str, str]] = {}
        for card in CARDS:
            for column in self.seating.names:
                if mark := self.notes.get((seat, card, column)):
                    notes.setdefault(card, {})[column] = mark
        return notes


def resume(kept: KeptGame) -> Sitting:
    """The sitting that the journal holds. Raises JournalError where it cannot go on."""
    try:
        board = board_from_data(kept.board_data)
        ruleset = ruleset_of(kept.rules, kept.options)
        game = Game.begin(board, ruleset, kept.seating.players, kept.start) if kept.start else None
    except (BoardFault, OptionError, SetupError) as fault:
        raise JournalError(f"The game in the journal cannot go on: {fault}. {ELSEWHERE}") from None
    if game:
        game = game.resume(kept.acts)
    return Sitting(kept.id, ruleset, kept.board, board, kept.seating, kept.notes, game)


def choose_rules(rules: str, options: Mapping[str, object]) -> Ruleset:
    """A rule set with a table's options.

    Raises LobbyError `rules-unknown`, `option-unknown`, `option-value`.
    """
    if rules not in RULESETS:
        raise LobbyError("rules-unknown", rules=rules)
    ruleset = ruleset_of(rules)
    usual, taken = ruleset.options(), {}
    for option, value in options.items():
        if option not in usual:
            raise LobbyError("option-unknown", option=option)
        taken[option] = value
        try:
            ruleset = ruleset_of(rules, taken)
        except OptionError:
            raise LobbyError("option-value", option=option) from None
    return ruleset


def board_data(board: Board) -> dict[str, Any]:
    """A board as the JSON values of its file."""
    pairs = {tuple(sorted(pair)) for pair in board.passages.items()}
    return {
        "name": board.name,
        "columns": board.columns,
        "rows": board.rows,
        "legend": dict(board.legend),
        "map": list(board.map),
        "doors": [{"room": door.room, "square": door.square, "into": door.into} for door in board.doors],
        "starts": dict(board.starts),
        "passages": sorted(list(pair) for pair in pairs),
    }
