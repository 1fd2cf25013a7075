"""The knife: a stab, after which the turn goes on."""

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.killing import kill
from companion.rules.bluff.nearness import check_at_hand
from companion.rules.bluff.power import Power
from companion.rules.state import State, Step


class Knife(Power):
    """Stab a seat in the same room or on an adjacent square: it returns to its start."""

    targeted = True
    reactions = ("wrench", "white")

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse who is out of reach."""
        check_at_hand(state, seat, target)

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """The target returns to its start."""
        return kill(step.tell("stabbed", seat=claim.seat, target=claim.target), claim.target)
