"""Opening games and seating people."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from companion.board import Board, load_board
from companion.table.archive import Archive
from companion.table.clock import Clock, SystemClock
from companion.table.errors import LobbyError
from companion.table.game import Game
from companion.table.journal import Journal
from companion.table.recorder import Moment, Recorder, Write
from companion.table.seating import Seating, Ticket
from companion.table.sitting import Sitting, board_data, choose_rules, resume
from companion.table.versions import Versions
from companion.words import NAMES


class Reception:
    """The half of the table that knows who sits here; see Table.

    archive: the games that are over.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Clock | None = None,
        boards: Mapping[str, Board] | None = None,
        write: Write | None = None,
    ) -> None:
        self._journal = journal
        self._clock = Moment(clock or SystemClock())
        self._recorder = Recorder(write or (lambda at, kind, text: None), self._clock)
        self._boards = boards if boards is not None else {"classic": load_board("classic")}
        self._versions = Versions(journal)
        self._lock = self._versions.lock
        kept = journal.latest()
        self._sitting = resume(kept) if kept else None
        self._kept_window = kept.window if kept else None
        self.archive = Archive(journal, self._versions, self._clock, lambda: self._sitting)

    # -- looking --------------------------------------------------------------------------------------

    def board(self) -> Board | None:
        """The board of the newest game, None before the first lobby."""
        with self._lock:
            return self._sitting.board if self._sitting else None

    def seat_of(self, token: str) -> str | None:
        """The seat that a token opens, None for a wrong or an old one."""
        with self._lock:
            return self._sitting.seating.seat_of(token) if self._sitting else None

    def language_of(self, seat: str) -> str | None:
        """A seat's language, None for a name that does not sit here."""
        with self._lock:
            taken = self._sitting.seating.seats if self._sitting else ()
            return next((one.language for one in taken if one.name == seat), None)

    def invited(self, code: str) -> str | None:
        """The seat that an invitation is for, None once it is void."""
        with self._lock:
            return self._sitting.seating.invited(code) if self._sitting else None

    # -- the lobby ------------------------------------------------------------------------------------

    def open_lobby(
        self,
        rules: str,
        options: Mapping[str, object] | None = None,
        board: str | None = None,
        *,
        keep_seats: bool = False,
        replace: bool = False,
    ) -> int:
        """Open a new game; the last one stays in the journal. Gives the version.

        options: house options, to words or JSON values.
        board: one of those that the table was given, its first if not named.
        keep_seats: who sits here stays, with the same phone. replace: also while a game is running.
        Raises LobbyError `game-running`, `rules-unknown`, `option-unknown`, `option-value`, `board-unknown`.
        """
        named = {"rules": rules, "options": dict(options or {}), "board": board}
        with self._input("open_lobby", **named, keep_seats=keep_seats, replace=replace):
            old = self._sitting
            if old and old.phase == "play" and not replace:
                raise LobbyError("game-running")
            ruleset = choose_rules(rules, options or {})
            board = board or next(iter(self._boards))
            chosen = self._board(board)
            seating = old.seating if old and keep_seats else Seating()
            words, data = ruleset.options(), board_data(chosen)
            with self._versions.change() as version:
                id = self._journal.add_game(rules, words, board, data, self._clock.now())
                self._journal.set_seating(id, seating)
            self._seated(Sitting(id, ruleset, board, chosen, seating))
            return version

    def rematch(self) -> int:
        """The same rules, board and seats once more, as a lobby; gives the version.

        Raises LobbyError `no-game`, `game-running`.
        """
        with self._input("rematch"):
            sitting, _ = self._dealt()
            options = sitting.ruleset.options()
            return self.open_lobby(sitting.ruleset.name, dict(options), sitting.board_name, keep_seats=True)

    def join(self, name: str, suspect: str, language: str = "en") -> Ticket:
        """Take a seat in the lobby, to the left of the last one.

        Raises LobbyError `no-lobby`, `game-running`, `language-unknown`, and those of Seating.join.
        """
        with self._input("join", name=name, suspect=suspect, language=language):
            lobby = self._lobby()
            _check_language(language)
            seating, ticket = lobby.seating.join(name, suspect, language)
            self._seat(lobby, seating)
            return ticket

    def remove(self, seat: str) -> None:
        """Free a seat in the lobby; the phone that had it is a guest again.

        Raises LobbyError `no-lobby`, `game-running`, `seat-unknown`.
        """
        with self._input("remove", seat=seat):
            lobby = self._lobby()
            self._seat(lobby, lobby.seating.without(seat))

    def order(self, names: Sequence[str]) -> None:
        """Seat everybody in the lobby as they sit round the real table, clockwise.

        Raises LobbyError `no-lobby`, `game-running`, `order-wrong`.
        """
        with self._input("order", names=list(names)):
            lobby = self._lobby()
            self._seat(lobby, lobby.seating.order(names))

    # -- seats, at any time ---------------------------------------------------------------------------

    def set_language(self, seat: str, language: str) -> None:
        """Change a seat's language. Raises LobbyError `language-unknown`, `seat-unknown`."""
        with self._lock:
            sitting = self._with_seat(seat)
            _check_language(language)
            self._seat(sitting, sitting.seating.speak(seat, language))

    def invite(self, seat: str) -> str:
        """A code that moves the seat to another phone, once; an older code becomes void.

        Raises LobbyError `seat-unknown`.
        """
        with self._lock:
            sitting = self._with_seat(seat)
            seating, code = sitting.seating.invite(seat)
            self._seat(sitting, seating)
            return code

    def redeem(self, code: str) -> str:
        """Move a seat to the phone that brings its code: gives the new token, and the old one is dead.

        Raises LobbyError `invitation-used`.
        """
        with self._lock:
            if self._sitting is None:
                raise LobbyError("invitation-used")
            seating, ticket = self._sitting.seating.redeem(code)
            self._seat(self._sitting, seating)
            return ticket.token

    def note(self, seat: str, card: str, column: str, mark: str) -> None:
        """Write a mark into the seat's own notes, or take it away.

        card: one of the 21. column: a seat's name. mark: one of MARKS, or empty.
        Raises LobbyError `note-unknown`, `seat-unknown`.
        """
        with self._lock:
            sitting = self._with_seat(seat)
            sitting.check_note(card, column, mark)
            with self._versions.change():
                self._journal.set_note(sitting.id, seat, card, column, mark)
            self._sitting = replace(sitting, notes={**sitting.notes, (seat, card, column): mark})

    # -- inside, under the lock -----------------------------------------------------------------------

    @contextmanager
    def _input(self, name: str, /, **named: object) -> Iterator[None]:
        """Take the lock, and do at one moment what a method was called for; the recording has it first.

        name: one of INPUTS. named: its arguments, as JSON values. Inside another input it is a part of that.
        """
        with self._lock:
            outermost = self._clock.stop()
            try:
                if outermost:
                    self._expects(name)
                    self._recorder.came(name, self._versions.now, named)
                yield
            finally:
                if outermost:
                    self._clock.go_on()

    def _expects(self, name: str) -> None:
        """An input of that name is about to be taken."""

    def _seated(self, sitting: Sitting) -> None:
        """Another sitting is on."""
        self._sitting = sitting

    def _board(self, name: str) -> Board:
        """A board by its name; the one on the table also where its file has gone since."""
        if name in self._boards:
            return self._boards[name]
        if self._sitting and self._sitting.board_name == name:
            return self._sitting.board
        raise LobbyError("board-unknown", board=name)

    def _dealt(self) -> tuple[Sitting, Game]:
        if self._sitting is None or self._sitting.game is None:
            raise LobbyError("no-game")
        return self._sitting, self._sitting.game

    def _lobby(self) -> Sitting:
        if self._sitting is None or self._sitting.phase == "over":
            raise LobbyError("no-lobby")
        if self._sitting.game:
            raise LobbyError("game-running")
        return self._sitting

    def _with_seat(self, name: str) -> Sitting:
        if self._sitting is None:
            raise LobbyError("seat-unknown", name=name)
        self._sitting.seating.of(name)
        return self._sitting

    def _seat(self, sitting: Sitting, seating: Seating) -> None:
        with self._versions.change():
            self._journal.set_seating(sitting.id, seating)
        self._sitting = replace(sitting, seating=seating)


def _check_language(language: str) -> None:
    if language not in NAMES:
        raise LobbyError("language-unknown", language=language)
