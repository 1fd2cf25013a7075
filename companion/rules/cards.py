"""The 21 cards: their names, classes and order (RULES.md section 1)."""

from collections.abc import Iterable
from enum import StrEnum

from companion.board import ROOMS, SUSPECTS

WEAPONS = ("candlestick", "leadpipe", "rope", "revolver", "knife", "wrench")
CARDS = SUSPECTS + WEAPONS + ROOMS


class CardClass(StrEnum):
    """The three kinds of card; a penalty is paid within one of them."""

    SUSPECT = "suspect"
    WEAPON = "weapon"
    ROOM = "room"


_CLASS = (
    dict.fromkeys(SUSPECTS, CardClass.SUSPECT)
    | dict.fromkeys(WEAPONS, CardClass.WEAPON)
    | dict.fromkeys(ROOMS, CardClass.ROOM)
)
_ORDER = {card: number for number, card in enumerate(CARDS)}


def is_card(word: str) -> bool:
    """Whether the word names one of the 21 cards.

    >>> is_card("rope"), is_card("spoon")
    (True, False)
    """
    return word in _CLASS


def class_of(card: str) -> CardClass:
    """The class of a card.

    >>> class_of("rope").value
    'weapon'
    """
    return _CLASS[card]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in card order: suspects, weapons, rooms, each in the order of RULES.md.

    >>> in_order({"kitchen", "rope", "plum", "scarlet"})
    ('scarlet', 'plum', 'rope', 'kitchen')
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))
