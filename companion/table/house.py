"""Chance: the deal, the dice. The only place where anything is random."""

import random
from collections.abc import Sequence

from companion.board import ROOMS, SUSPECTS
from companion.rules import WEAPONS, Deal, Offer, deal_out, in_order

THROWN = ("first", "roll", "untie", "break")
"""The acts whose words are dice: the house throws them, no phone chooses them."""


class House:
    """Deals and throws.

    chance: the source of chance; the system's own, which nobody can foretell, unless a test brings another.

    >>> House(random.Random(7)).dice(2)
    (3, 2)
    """

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()

    def dice(self, count: int) -> tuple[int, ...]:
        """Throw so many dice."""
        return tuple(self._chance.randint(1, 6) for _ in range(count))

    def deal(self, names: Sequence[str]) -> Deal:
        """Lay out a game (RULES.md section 3).

        Suspects, weapons and rooms are shuffled apart, one of each goes to the case file, the rest is
        shuffled together and dealt clockwise; the six weapons come into six different rooms.

        names: the seats, clockwise; the first gets the first card.
        """
        suspects, weapons, rooms = (self._shuffled(cards) for cards in (SUSPECTS, WEAPONS, ROOMS))
        case = (suspects.pop(), weapons.pop(), rooms.pop())
        dealt = deal_out(self._shuffled(suspects + weapons + rooms), names)
        hands = {name: in_order(cards) for name, cards in dealt.items()}
        return Deal(case, hands, dict(zip(WEAPONS, self._shuffled(ROOMS), strict=False)))

    def pick(self, offers: Sequence[Offer]) -> str:
        """Any of the house's own acts (`draw kitchen`), each word as likely as the others."""
        offer = self._chance.choice(offers)
        return " ".join((offer.act, *(self._chance.choice(words) for words in offer.choices)))

    def salt(self) -> str:
        """128 random bits, in hexadecimal."""
        return f"{self._chance.getrandbits(128):032x}"

    def _shuffled(self, cards: Sequence[str]) -> list[str]:
        return self._chance.sample(cards, len(cards))
