"""Colonel Mustard: challenges a seat other than his right-hand one (R33, R34).

His claim is made by `challenge mustard` and lies on the window of the claim that it challenges; what it does
when it stands is the window's business.
"""

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.power import Power
from companion.rules.refusals import NotNow
from companion.rules.state import State, Step


class Mustard(Power):
    """No power of the own turn."""

    def verify(self, state: State, seat: str, target: str) -> None:
        """There is nothing to challenge in the own turn."""
        raise NotNow

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """Nothing of its own: the window below opens the dispute."""
        return step
