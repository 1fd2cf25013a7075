"""The revolver: six bullets, line of sight, and the end of the turn (R26, R28, R43)."""

from dataclasses import replace

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.killing import kill
from companion.rules.bluff.nearness import check_in_sight
from companion.rules.bluff.power import Power
from companion.rules.bluff.turn import SHOT_BANS, SHOTS, power_turn
from companion.rules.refusals import NoBullets
from companion.rules.state import State, Step
from companion.rules.succession import end_turn


class Revolver(Power):
    """Shoot a seat in the same room or in line of sight: it returns to its start."""

    targeted = True
    reactions = ("wrench", "white")

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse without bullets, and out of sight."""
        if not state.bullets:
            raise NoBullets
        check_in_sight(state, seat, target)

    def settled(self, step: Step, claim: Claim) -> Step:
        """The shot is fired: a bullet is spent whatever the target answers, the turn all but over (R28)."""
        state = replace(step.state, bullets=step.state.bullets - 1)
        shots = power_turn(state).shots + 1
        state = state.with_turn(shots=shots, green=False, bans=SHOT_BANS)
        return step.into(state).tell("shot", seat=claim.seat, target=claim.target, bullets=state.bullets)

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """The target returns to its start."""
        return kill(step, claim.target)

    def afterwards(self, step: Step, claim: Claim) -> Step:
        """After the second shot the turn is over (R43)."""
        return end_turn(step) if power_turn(step.state).shots == SHOTS else step
