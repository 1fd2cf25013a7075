"""A dealt game: the engine's state, and everything that led to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self

from companion.board import Board
from companion.records import deal_lines, write_record
from companion.rules import (
    Act,
    Deal,
    Event,
    Refusal,
    Ruleset,
    Seat,
    State,
    apply,
    awaits,
    new_game,
    same_question,
)
from companion.table.errors import JournalError
from companion.table.fairness import digest
from companion.table.journal import KeptAct, Start

TRAIL = 64
"""So many acts back it is still known what waited then; nobody decides on a view as old as that."""

ELSEWHERE = "Go on with the companion that began it, or choose another folder with --data DIR."


class Decided(Enum):
    """On what view an act was decided."""

    NOW = "the question still waits as it was seen, though others may have answered it since"
    BEFORE_OTHERS = "others have moved the game on"
    BEFORE_ITS_OWN_ACT = "the seat has acted since: a second tap"


@dataclass(frozen=True, slots=True)
class Game:
    """One immutable value; the journal's acts, played on the journal's deal, lead to it again.

    events: everything that happened, in order. acts: who did what.
    begun: the table's version right after the deal. promise: the fairness digest shown at the deal.
    question: how many acts had been done when the question that waits now was put.
    trail: the last questions, each with the table's version right after it was put or answered by others, its
        number and who was asked; the newest last.
    """

    deal: Deal
    salt: str
    promise: str
    state: State
    events: tuple[Event, ...]
    acts: tuple[KeptAct, ...]
    begun: int
    question: int
    trail: tuple[tuple[int, int, tuple[str, ...]], ...]

    @classmethod
    def begin(cls, board: Board, ruleset: Ruleset, seats: Sequence[Seat], start: Start) -> Self:
        """Deal and begin."""
        deal = deal_from_data(start.deal)
        first = new_game(board, ruleset, seats, deal)
        promise = digest(start.salt, deal_lines(deal))
        trail = ((start.version, 0, awaits(first.state)),)
        return cls(deal, start.salt, promise, first.state, first.events, (), start.version, 0, trail)

    def resume(self, acts: Iterable[KeptAct]) -> Self:
        """Play journaled acts again. Raises JournalError where the rules have come to refuse one."""
        game = self
        for number, act in enumerate(acts, 1):
            try:
                game = game.play(act)
            except Refusal as refusal:
                raise JournalError(
                    f"The game in the journal cannot go on: its act {number}, {act.seat}: {act.text}, is "
                    f"refused ({refusal.code}). {ELSEWHERE}"
                ) from None
        return game

    def play(self, act: KeptAct) -> Self:
        """Play an act that carries its dice. Raises the Refusal that stands against it."""
        step = apply(self.state, act.seat, Act.parse(act.text))
        acts = (*self.acts, act)
        question = self.question if same_question(self.state, step.state) else len(acts)
        return replace(
            self,
            state=step.state,
            events=self.events + step.events,
            acts=acts,
            question=question,
            trail=(*self.trail[1 - TRAIL :], (act.version, question, awaits(step.state))),
        )

    def decided_on(self, seat: str, version: int) -> Decided:
        """How an act of a seat stands to the game that has moved on since the view it was decided on."""
        if version >= self.moved:
            return Decided.NOW
        if any(act.seat == seat and act.version > version for act in self.acts[-TRAIL:]):
            return Decided.BEFORE_ITS_OWN_ACT
        for told, question, asked in reversed(self.trail):
            if told <= version:
                if seat in asked and question == self.question:
                    return Decided.NOW
                break
        return Decided.BEFORE_OTHERS

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state.outcome is not None

    @property
    def moved(self) -> int:
        """The table's version right after the last act."""
        return self.acts[-1].version if self.acts else self.begun

    def fairness(self) -> dict[str, object]:
        """The promise made at the deal; at the end, what it was made of."""
        shown: dict[str, object] = {"digest": self.promise}
        if self.over:
            shown |= {"salt": self.salt, "deal": list(deal_lines(self.deal))}
        return shown

    def record(self, board: str) -> str:
        """The game as a record. board: what records call it."""
        acts = ((act.seat, act.text) for act in self.acts)
        return write_record(self.state.ruleset, self.state.seats, self.deal, acts, board)


def deal_data(deal: Deal) -> dict[str, Any]:
    """A deal as JSON values."""
    hands = {seat: list(cards) for seat, cards in deal.hands.items()}
    return {"case": list(deal.case), "hands": hands, "weapons": dict(deal.weapons)}


def deal_from_data(data: Mapping[str, Any]) -> Deal:
    """The deal that such values stand for."""
    suspect, weapon, room = data["case"]
    hands = {seat: tuple(cards) for seat, cards in data["hands"].items()}
    return Deal((suspect, weapon, room), hands, data["weapons"])
