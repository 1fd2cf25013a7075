"""Professor Plum: blocks peacock and scarlet; as the attacker he answers white (R32)."""

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.power import Reaction
from companion.rules.state import Step


class Plum(Reaction):
    """Void is what he answers: a swap, a seduction, or white's counter, so that the attack takes effect."""

    def counter(self, step: Step, against: Claim, claim: Claim) -> Step:
        """Block it."""
        return against.blocked(step.tell("blocked", seat=claim.seat, card=claim.card, attacker=against.seat))
