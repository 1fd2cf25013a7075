"""What a power is: when its card can be claimed, and what the claim does once it stands."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from companion.rules.refusals import NoTarget, NotNow, Refusal
from companion.rules.state import Standing, State, Step
from companion.rules.turn import Stage

if TYPE_CHECKING:
    from companion.rules.bluff.claim import Claim

AFTER_OR_BEFORE_THE_MOVE = (Stage.START, Stage.MOVED, Stage.SUGGESTED)
"""Powers are used before rolling, or after the move is complete, never in the middle of it."""


class Power(ABC):
    """The power of a card that a seat claims in its own turn.

    targeted: whether the claim names a seat.
    stages: when in the turn it may be claimed.
    movement: whether it is one of the movement powers, of which a turn has one at most.
    reactions: the cards with which its target may react, if it stands.
    """

    targeted: ClassVar[bool] = False
    stages: ClassVar[tuple[Stage, ...]] = AFTER_OR_BEFORE_THE_MOVE
    movement: ClassVar[bool] = False
    reactions: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def verify(self, state: State, seat: str, target: str) -> None:
        """Raise the Refusal that stands against the claim.

        target: a seat still in the game, not the claimer; empty for a power without target.
        """

    def settled(self, step: Step, claim: "Claim") -> Step:
        """What happens as soon as the claim stands, whatever the target answers."""
        return step

    @abstractmethod
    def take_effect(self, step: Step, claim: "Claim") -> Step:
        """Do it: nothing has stopped the claim, and the frame below it is on top again."""

    def afterwards(self, step: Step, claim: "Claim") -> Step:
        """What happens when the claim is over, whether it took effect or was blocked."""
        return step

    def targets(self, state: State, seat: str) -> tuple[str, ...]:
        """The seats at whom the power could be aimed now."""
        found = []
        for other in state.after(seat):
            if in_game(state, other) and not self._refuses(state, seat, other):
                found.append(other)
        return tuple(found)

    def _refuses(self, state: State, seat: str, target: str) -> bool:
        try:
            self.verify(state, seat, target)
        except Refusal:
            return True
        return False

    def check_target(self, state: State, seat: str, target: str) -> None:
        """Refuse a missing target, an eliminated one, oneself, and one where the power has none."""
        if self.targeted is not bool(target) or target == seat or (target and not in_game(state, target)):
            raise NoTarget(seat=target)


class Reaction(Power):
    """A power that is only claimed against another claim, never by itself in the own turn."""

    def verify(self, state: State, seat: str, target: str) -> None:
        """There is nothing to react to."""
        raise NotNow

    def check_target(self, state: State, seat: str, target: str) -> None:
        """A reaction's target is whoever it reacts to; whether one may be named makes no difference here."""

    def take_effect(self, step: Step, claim: "Claim") -> Step:
        """Nothing of its own: what it does to the claim below is `counter`."""
        return step

    @abstractmethod
    def counter(self, step: Step, against: "Claim", claim: "Claim") -> Step:
        """Stop the claim below, which is on top again.

        against: the claim that is stopped.
        claim: the reaction that stops it.
        """


def in_game(state: State, seat: str) -> bool:
    """Whether a seat can be a target: a wrong accuser is one, an eliminated seat no longer."""
    return state.standings[seat] is not Standing.ELIMINATED
