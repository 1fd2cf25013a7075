"""The frame of a turn: move, then suggest, then accuse, then end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.movement import trapped
from companion.rules.refusals import MustMove, MustSuggest, Refusal
from companion.rules.state import Frame, State, Step
from companion.rules.verb import Verb


class Stage(StrEnum):
    """How far a turn has come."""

    START = "start"  # nothing moved yet
    ROLLED = "rolled"  # the dice lie, the move is awaited
    MOVED = "moved"  # the move is complete
    SUGGESTED = "suggested"  # nobody showed a card
    SHOWN = "shown"  # a card was shown, which ends everything else but an accusation (R2)


@dataclass(frozen=True, slots=True)
class Turn(Frame):
    """The turn of a seat.

    dice: how many dice its roll throws.
    thrown: the dice that lie, empty before the roll.
    steps: how far the roll leads, at most the sum of the dice (R1).
    entry: whether the token has freshly entered the room it stands in, and the seat may suggest there.
    bans: verbs that this turn allows no more, each with the reason (R20, R43).
    """

    seat: str
    stage: Stage = Stage.START
    dice: int = 2
    thrown: tuple[int, ...] = ()
    steps: int = 0
    entry: bool = False
    bans: Mapping[str, type[Refusal]] = field(default_factory=dict)

    kind = "turn"

    def whose(self) -> str:
        """The seat whose turn it is."""
        return self.seat

    def asked(self, state: State) -> tuple[str, ...]:
        """The seat alone."""
        return (self.seat,)

    def verbs(self, state: State) -> Mapping[str, Verb]:
        """What the rule set knows of turns."""
        return state.ruleset.verbs

    def public(self) -> dict[str, object]:
        """Everything: a turn has no secrets."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "stage": self.stage.value,
            "dice": list(self.thrown),
            "steps": self.steps if self.stage is Stage.ROLLED else None,
        }

    def resume(self, step: Step, result: object) -> Step:
        """Go on after the answers to a suggestion: a shown card ends almost everything (R2)."""
        assert isinstance(result, Stage)
        return step.into(step.state.with_turn(stage=result))

    def due(self, state: State) -> Refusal | None:
        """What the turn still owes before it may end, None where it owes nothing.

        A turn contains a move, unless the seat is trapped (R3) or something holds it in place (R39).
        """
        if self.stage is Stage.ROLLED or (self.stage is Stage.START and not self._may_stay(state)):
            return MustMove()
        if self.stage is Stage.MOVED and self.entry and state.ruleset.must_suggest:
            return MustSuggest()
        return None

    def _may_stay(self, state: State) -> bool:
        try:
            self.check(state, "roll")
        except Refusal:
            return True
        return trapped(state, self.seat)

    def check(self, state: State, verb: str) -> None:
        """Refuse a verb that this turn bans, or that something clinging to the seat forbids."""
        if verb in self.bans:
            raise self.bans[verb]()
        for condition in state.conditions:
            if condition.seat == self.seat and (refusal := condition.forbids(state, verb)):
                raise refusal


def turn_of(state: State) -> Turn:
    """The turn that runs, whatever lies on top of it."""
    turn = state.stack[0]
    assert isinstance(turn, Turn), "only an opening has no turn below it"
    return turn
