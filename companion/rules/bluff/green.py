"""Mr. Green: a second shot in the same turn, moving in between (R43)."""

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.power import Power
from companion.rules.bluff.turn import SHOT_BANS, power_turn
from companion.rules.refusals import NotNow
from companion.rules.state import State, Step

_MOVING = ("roll", "passage")


class Green(Power):
    """After a shot: move, if the seat has not moved, and shoot once more."""

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse before the first shot."""
        if not power_turn(state).shots:
            raise NotNow

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """Open the move and one more claim of the revolver; still no suggestion and no accusation."""
        turn = power_turn(step.state)
        bans = {verb: reason for verb, reason in SHOT_BANS.items() if verb not in _MOVING}
        claimed = turn.claimed - {(claim.seat, "revolver")}
        step = step.into(step.state.with_turn(green=True, bans=bans, claimed=claimed))
        return step.tell("second-shot", seat=claim.seat)
