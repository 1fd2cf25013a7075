"""Mrs. White: whoever attacks her with rope, revolver or knife is killed instead."""

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.killing import kill
from companion.rules.bluff.power import Reaction
from companion.rules.state import Step
from companion.rules.succession import end_turn


class White(Reaction):
    """The attacker returns to its start and its turn ends; only plum answers it (R31)."""

    reactions = ("plum",)

    def counter(self, step: Step, against: Claim, claim: Claim) -> Step:
        """Turn the attack round (R30)."""
        step = step.tell("turned", seat=claim.seat, attacker=against.seat)
        return end_turn(kill(step, against.seat))
