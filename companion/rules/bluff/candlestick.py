"""The candlestick: four dice for a move (R11)."""

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.power import Power
from companion.rules.movement import trapped
from companion.rules.refusals import Trapped
from companion.rules.state import State, Step
from companion.rules.turn import Stage, turn_of

DICE = 4


class Candlestick(Power):
    """Roll four dice instead of two."""

    movement = True
    stages = (Stage.START,)

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse where the seat may not roll at all."""
        turn_of(state).check(state, "roll")
        if trapped(state, seat):
            raise Trapped

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """The next roll of this turn throws four."""
        step = step.tell("four-dice", seat=claim.seat, dice=DICE)
        return step.into(step.state.with_turn(dice=DICE, moved_by_power=True))
