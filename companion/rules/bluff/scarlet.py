"""Miss Scarlet: a seduced seat cannot leave the room (R39)."""

from dataclasses import dataclass, replace

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.nearness import check_in_same_room
from companion.rules.bluff.power import Power, in_game
from companion.rules.refusals import NoTarget, Refusal, Seduced
from companion.rules.state import Condition, State, Step

_BOUND = ("roll", "passage", "teleport")


@dataclass(frozen=True, slots=True)
class Seduction(Condition):
    """A seat cannot leave the room until its seducer leaves or a third seat enters."""

    seat: str
    by: str

    kind = "seduced"

    def holds(self, state: State) -> bool:
        """While both tokens are in one room and no third seat's is."""
        return in_game(state, self.by) and in_game(state, self.seat) and _alone(state, self.by, self.seat)

    def forbids(self, state: State, verb: str) -> Refusal | None:
        """It binds roll, passage and room card."""
        return Seduced(seat=self.by) if verb in _BOUND else None


class Scarlet(Power):
    """Seduce the one other seat in the room."""

    targeted = True
    reactions = ("plum",)

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse outside a room, with a third seat there, and twice."""
        check_in_same_room(state, seat, target)
        if not _alone(state, seat, target) or Seduction(target, seat) in state.conditions:
            raise NoTarget(seat=target)

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """It grants no extra suggestion."""
        seduction = Seduction(claim.target, claim.seat)
        step = step.into(replace(step.state, conditions=(*step.state.conditions, seduction)))
        return step.tell("seduced", seat=claim.seat, target=claim.target)


def _alone(state: State, one: str, other: str) -> bool:
    """Whether exactly these two seats' tokens are in one room; unplayed suspects do not count."""
    room = state.room_of(one)
    present = {seat for seat in state.names if in_game(state, seat) and state.place_of(seat) == room}
    return room is not None and present == {one, other}
