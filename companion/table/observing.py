"""The board through the table: what it says, what is to be put right, and the moves made on it."""

import logging
from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.board import Board
from companion.rules import REFUSALS, Act, Refusal
from companion.sensing import Report, report_data
from companion.table.clock import Clock
from companion.table.errors import JournalError, LobbyError, StaleVersion
from companion.table.game import Game
from companion.table.journal import Journal
from companion.table.reception import Reception
from companion.table.recorder import Write
from companion.table.seating import Seating
from companion.table.sitting import Sitting
from companion.table.watch import Watch, waited_for

RETRY = 1.0
"""Seconds until what was due is tried again that the journal could not take."""

SOON = 0.01
"""Seconds until the link is asked again whether it has taken in what the board has said."""

DEAF = 5.0
"""Seconds after which it is not waited for: a board that is silent for so long is lost."""

log = logging.getLogger(__name__)


class Observing(Reception):
    """The part of the table that has an eye on the board; see Table."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock | None = None,
        boards: Mapping[str, Board] | None = None,
        write: Write | None = None,
        hardware: Path | None = None,
    ) -> None:
        super().__init__(journal, clock, boards, write)
        self._hardware = hardware
        self._link = "none"
        self._heard: Callable[[], float | None] = lambda: None
        self._picture: Report | None = None
        self._told = 0  # the version in which the board's state was told last
        self._whole = False  # only a whole picture of the board is taken next
        self._watch = Watch(self._sitting.board, self._hardware) if self._sitting else None

    def listen(self, heard: Callable[[], float | None]) -> None:
        """Look at the board only when all is known that it has said by then.

        heard: until when (monotonic) the link has given on what was said; None while there is no board.
        """
        self._heard = heard

    def sensed(self, report: Report) -> None:
        """The board has said where pieces stand; its times are the clock's.

        What was due before it became true is done first: a report that comes late changes nothing.
        """
        with self._lock:
            if self._whole and not report.resync:
                return
            self._whole = False
            with self._input("sensed", **report_data(report)):
                self._picture = report
                if self._watch:
                    while self._watch.due is not None and self._watch.due <= report.at:
                        self._look(self._watch.due)
                    self._watch.report(report)
                    self._look(report.at)

    def agree(self, version: int) -> int:
        """The host says that the board is right as it stands; gives the version.

        From then on what differs counts as a fault of the sensors, until they change; the game goes on. But a
        token that came unseen to where the roll leads is moved by that.
        version: of the view that the host has seen. Raises StaleVersion if the board has changed since,
        LobbyError `no-board` where none is linked.
        """
        with self._input("agree", version=version):
            if self._sitting is None or self._watch is None or not self._watch.seeing:
                raise LobbyError("no-board")
            if not self._told <= version <= self._versions.now:
                raise StaleVersion
            if self._sitting.game and (place := self._watch.unplayed):
                self._carry(self._sitting.game, place)
            else:
                self._watch.agree(self._sitting, self._clock.monotonic())
            self._look(self._clock.monotonic())
            return self._versions.now

    def put(self, place: str, version: int) -> int:
        """The host moves the token that the game waits for, where sensors fail; gives the version.

        version: of the view that the host has seen. Raises StaleVersion if the game has moved on since,
        Refusal for a place where the move may not end, LobbyError `no-game`.
        """
        with self._input("put", place=place, version=version):
            _, game = self._dealt()
            if not game.moved <= version <= self._versions.now:
                raise StaleVersion
            played = self._carry(game, place)
            self._look()
            return played

    def linked(self, status: str, detail: str = "") -> None:
        """The link to the board is `ok`, `lost`, `wrong` or `none`. detail: a sentence for the log."""
        with self._input("linked", status=status, detail=detail):
            if detail:
                log.info("%s", detail)
            if status != self._link:
                self._link = status
                if status != "ok":
                    self._picture = None
                    if self._watch:
                        self._watch.blind()
                        self._told = self._versions.now + 1
                self._versions.tell()

    # -- inside, under the lock -----------------------------------------------------------------------

    @abstractmethod
    def _play(self, seat: str, act: Act) -> int:
        """Play an act; gives the version."""

    def _begin_anew(self) -> None:
        """Know nothing of the board until it tells its whole picture."""
        self._watch = Watch(self._sitting.board, self._hardware) if self._sitting else None
        self._picture, self._whole = None, True

    def _seated(self, sitting: Sitting) -> None:
        old = self._sitting
        super()._seated(sitting)
        if self._watch is None or old is None or old.board != sitting.board:
            self._watch = Watch(sitting.board, self._hardware)
            if self._picture:  # it tells changes only: its next report must not be taken for its first
                self._watch.report(self._picture)
        self._look()

    def _seat(self, sitting: Sitting, seating: Seating) -> None:
        super()._seat(sitting, seating)
        self._look()  # who sits down first makes the set-up matter

    def _look_in(self, now: float) -> float | None:
        return self._watch.wait(now) if self._watch else None

    def _has_heard(self, now: float) -> bool:
        """Whether the look that is due would miss nothing: a token may have gone on, and the word wait."""
        heard, due = self._heard(), self._watch.due if self._watch else None
        return heard is None or due is None or heard >= due or now > due + DEAF

    def _look(self, at: float | None = None) -> None:
        """Hold the board against the game, and play the move that a token made on it. The lock is held.

        at: as it was then; as it is now if not given, unless a look was missed, which the next tick makes up.
        """
        if self._watch is None or self._sitting is None:
            return
        if at is None:
            at = self._clock.monotonic()
            if self._watch.missed(at):
                return
        before = self._watch.shown
        judged = self._watch.look(self._sitting, at)
        if self._watch.shown != before:
            self._versions.tell()
            self._told = self._versions.now
        if judged.move is not None:
            self._move(judged.move, at)

    def _move(self, place: str, at: float) -> None:
        """Play a sensed move. Nobody waits for its failure: the log has it, and the next look tries again."""
        _, game = self._dealt()
        try:
            self._carry(game, place)
        except (Refusal, JournalError) as fault:
            log.warning("The sensed move to %s was not played: %s", place, fault)
            if self._watch:
                self._watch.due = self._clock.monotonic() + RETRY
        else:
            self._look(at)

    def _carry(self, game: Game, place: str) -> int:
        """Move the token that the game waits for, by the dice or, if it leads there, by the passage."""
        seat = game.state.in_turn
        if seat is None:
            raise REFUSALS["not-now"](act="move")
        _, act, ends = waited_for(game.state)
        by_passage = act == "passage" and place in ends
        return self._play(seat, Act("passage") if by_passage else Act("move", (place,)))
