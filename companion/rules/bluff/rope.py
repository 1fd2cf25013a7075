"""The rope: a tied seat cannot teleport until it has thrown a six (R27)."""

from dataclasses import dataclass, replace

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.nearness import check_at_hand
from companion.rules.bluff.power import Power
from companion.rules.refusals import Refusal, Tied
from companion.rules.state import Condition, Frame, Standing, State, Step
from companion.rules.verb import DiceVerb, Words


@dataclass(frozen=True, slots=True)
class Bound(Condition):
    """A seat is tied up."""

    seat: str

    kind = "tied"

    def holds(self, state: State) -> bool:
        """Until it is thrown off, its seat is killed or eliminated."""
        return state.standings[self.seat] is not Standing.ELIMINATED

    def forbids(self, state: State, verb: str) -> Refusal | None:
        """No teleport by room card; everything else as normal."""
        return Tied() if verb == "teleport" else None

    def at_turn(self, state: State) -> Frame:
        """At the start of each of its turns the seat throws a die."""
        return Untying(self.seat, state.ruleset.untie)


class Rope(Power):
    """Tie up a seat in the same room or on an adjacent square."""

    targeted = True
    reactions = ("white",)

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse who is out of reach, and who is tied already."""
        check_at_hand(state, seat, target)
        if Bound(target) in state.conditions:
            raise Tied(seat=target)

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """The rope stays until it is thrown off."""
        return tie(step.tell("tied", seat=claim.seat, target=claim.target), claim.target)


def tie(step: Step, seat: str) -> Step:
    """Tie up a seat."""
    return step.into(replace(step.state, conditions=(*step.state.conditions, Bound(seat))))


@dataclass(frozen=True, slots=True)
class Untying(Frame):
    """A tied seat throws a die at the start of its turn.

    needs: the lowest die that frees it.
    """

    seat: str
    needs: int

    kind = "untie"
    replies = ("untie",)

    def asked(self, state: State) -> tuple[str, ...]:
        """The tied seat."""
        return (self.seat,)

    def public(self) -> dict[str, object]:
        """Everything."""
        return {"kind": self.kind, "seat": self.seat, "needs": self.needs}


class Untie(DiceVerb):
    """`untie 6`: the die for the rope."""

    name = "untie"

    def dice(self, state: State, seat: str) -> int:
        """One."""
        return 1

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """A six (or what the house plays) frees the seat."""
        frame = state.top
        assert isinstance(frame, Untying)
        die = int(words[0])
        step = Step(state.pop())
        if die < frame.needs:
            return step.tell("stays-tied", seat=seat, die=die)
        free = tuple(one for one in state.conditions if one != Bound(seat))
        return step.into(replace(step.state, conditions=free)).tell("freed", seat=seat, die=die)
