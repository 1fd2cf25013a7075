"""The games that are over: everything about them lies open, for the end page, the replay and the score."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from companion.records import deal_lines, write_record
from companion.rules import Deal, Refusal, State, Step
from companion.table.chronicle import Chronicle, Moment, chronicle, moments
from companion.table.clock import Clock
from companion.table.errors import JournalError
from companion.table.fairness import check
from companion.table.journal import Journal
from companion.table.sitting import Sitting, resume
from companion.table.versions import Versions

REST = 6 * 3600.0
"""Seconds without a game after which another evening begins: longer than supper, shorter than a night."""

MOST = 24
"""Games that one evening may have; an earlier one does not count any more."""

_KEPT = 8
"""Games that stay played in memory."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Finished:
    """A game that is over.

    number: of the game in its journal. board_name: what records call its board.
    promise: the fairness digest of the deal; salt: what it was made with.
    moments: the whole game, the deal first.
    """

    number: int
    board_name: str
    deal: Deal
    promise: str
    salt: str
    moments: tuple[Moment, ...]

    @property
    def end(self) -> State:
        """How things stood at the end."""
        return self.moments[-1].state

    @property
    def winner(self) -> str | None:
        """Who won, None for nobody."""
        return self.end.outcome.winner if self.end.outcome else None

    @cached_property
    def chronicle(self) -> Chronicle:
        """What it was like."""
        return chronicle(self.moments)

    @cached_property
    def accused(self) -> bool:
        """Whether it ended with a right accusation; else the others were out, or nobody was left."""
        return any(event.kind == "right" for event in self.moments[-1].events)

    @cached_property
    def dealt(self) -> tuple[str, ...]:
        """The lines of the deal that the promise was made of."""
        return deal_lines(self.deal)

    @cached_property
    def fair(self) -> bool:
        """Whether the promise of the deal belongs to the cards that were played with."""
        return check(self.promise, self.salt, self.dealt)

    def record(self) -> str:
        """The game as a record."""
        acts = [(one.seat, str(one.act)) for one in self.moments if one.seat]
        return write_record(self.end.ruleset, self.end.seats, self.deal, acts, self.board_name)


class Archive:
    """The finished games of one journal. Safe to call from any thread.

    sitting: gives the newest sitting. What is not over, running or broken off, is nobody's to see.
    """

    def __init__(
        self, journal: Journal, versions: Versions, clock: Clock, sitting: Callable[[], Sitting | None]
    ) -> None:
        self._journal = journal
        self._lock = versions.lock
        self._clock = clock
        self._sitting = sitting
        self._played = lru_cache(maxsize=_KEPT)(self._play)
        self._winners = lru_cache(maxsize=MOST)(self._outcome)

    def newest(self) -> Finished | None:
        """The game on the table, if it is over."""
        sitting = self._sitting()
        return self.game(sitting.id) if sitting else None

    def game(self, number: int) -> Finished | None:
        """A finished game, None for a number that is none, or of a game that runs or was broken off.

        Raises JournalError.
        """
        return self._played(number) if self._closed(number) else None

    def evening(self) -> tuple["Result", ...]:
        """The finished games of this evening, in order.

        An evening has no pause of `REST` between the last act of a game and the deal of the next.
        Raises JournalError.
        """
        with self._lock:
            spans = self._journal.spans(MOST)
        numbers, later = [], self._clock.now()
        for number, dealt, last in spans:
            if later - last > REST:
                break
            numbers.append(number)
            later = dealt
        results = (self._winners(number) for number in reversed(numbers) if self._closed(number))
        return tuple(result for result in results if result)

    def players(self) -> list[str]:
        """Everybody whose name is in the journal. Raises JournalError."""
        with self._lock:
            return self._journal.players()

    def _closed(self, number: int) -> bool:
        """Whether nobody can play on in a game any more."""
        sitting = self._sitting()
        if sitting is None or not 0 < number <= sitting.id:
            return False
        return number < sitting.id or sitting.phase == "over"

    def _outcome(self, number: int) -> "Result | None":
        game = self._played(number)
        if game is None:
            return None
        return Result(number, game.end.names, game.winner, game.moments[0].at)

    def _play(self, number: int) -> Finished | None:
        """Play a closed game again; the table goes on meanwhile."""
        with self._lock:
            kept = self._journal.game(number)
            began, times = self._journal.times(number)
        try:
            sitting = resume(replace(kept, acts=()))
            if sitting.game is None:
                return None
            start = Step(sitting.game.state, sitting.game.events)
            acts = [(act.seat, act.text, at) for act, at in zip(kept.acts, times, strict=True)]
            played = tuple(moments(start, began, acts))
        except (JournalError, Refusal) as fault:
            log.warning("Game %d cannot be looked at: the rules have changed since (%s).", number, fault)
            return None
        if played[-1].state.outcome is None:
            return None
        game = sitting.game
        return Finished(number, kept.board, game.deal, game.promise, game.salt, played)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who played, clockwise, who won, None for nobody; when it was dealt."""

    number: int
    names: tuple[str, ...]
    winner: str | None
    dealt: float | None
