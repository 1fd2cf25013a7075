"""The wrench: blocks the revolver or the knife."""

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.power import Reaction
from companion.rules.state import Step


class Wrench(Reaction):
    """The attack is over without its effect; a bullet fired is spent (R28)."""

    def counter(self, step: Step, against: Claim, claim: Claim) -> Step:
        """Block it."""
        return against.blocked(step.tell("blocked", seat=claim.seat, card=claim.card, attacker=against.seat))
