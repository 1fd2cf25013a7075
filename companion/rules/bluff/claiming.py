"""Claiming a card in the own turn."""

from companion.rules.act import Offer
from companion.rules.bluff.challenge import check_claim_words
from companion.rules.bluff.claim import Claim, open_claim
from companion.rules.bluff.ruleset import power_of
from companion.rules.bluff.turn import note_claim, power_turn
from companion.rules.cards import CARDS
from companion.rules.refusals import Refusal
from companion.rules.state import State, Step
from companion.rules.verb import Verb, Words


class ClaimPower(Verb):
    """`claim CARD`, `claim CARD SEAT`: use a power; any of the 21 cards, held or not."""

    name = "claim"

    def check_words(self, state: State, words: Words) -> None:
        """A card, and whom it is aimed at where it has a target."""
        check_claim_words(state, words)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse what the turn does not allow, then what the power does not."""
        card, target = words[0], "".join(words[1:])
        turn, power = power_turn(state), power_of(state, card)
        turn.check_claim(card, power.stages, power.movement)
        power.check_target(state, seat, target)
        power.verify(state, seat, target)

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Everybody hears the claim; whether it holds is for the others to ask."""
        card, target = words[0], "".join(words[1:])
        return open_claim(Step(note_claim(state, seat, card)), Claim(seat, card, target))

    def offers(self, state: State, seat: str) -> tuple[Offer, ...]:
        """Every card whose power could be used now, the same whatever the seat holds."""
        found = []
        for card in CARDS:
            power = power_of(state, card)
            targets = power.targets(state, seat) if power.targeted else ("",)
            allowed = tuple(target for target in targets if self._allows(state, seat, card, target))
            if allowed:
                found.append(Offer(f"{self.name} {card}", (allowed,) if power.targeted else ()))
        return tuple(found)

    def _allows(self, state: State, seat: str, card: str, target: str) -> bool:
        try:
            self.verify(state, seat, (card, target) if target else (card,))
        except Refusal:
            return False
        return True
