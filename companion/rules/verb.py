"""What a verb is: its words, when it is allowed, what it does."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

from companion.rules.act import Offer
from companion.rules.cards import CardClass, class_of, is_card
from companion.rules.refusals import Refusal, UnknownAct, UnknownCard, UnknownPlace, UnknownSeat, WrongClass
from companion.rules.state import State, Step

Words = tuple[str, ...]
Check = Callable[[State, str], None]


class Verb(ABC):
    """One verb of the acts in RECORDS.md.

    name: the word itself.
    signature: what each word after it must be; see `card`, `seat`, `place`.
    interjected: whether a seat that is not asked may come in with it, without being waited for.
    """

    name: ClassVar[str]
    signature: ClassVar[tuple[Check, ...]] = ()
    interjected: ClassVar[bool] = False

    def check_words(self, state: State, words: Words) -> None:
        """Refuse words that mean nothing, whoever says them and whenever: unknown names, a wrong number."""
        if len(words) != len(self.signature):
            raise UnknownAct(act=" ".join((self.name, *words)))
        for check, word in zip(self.signature, words, strict=True):
            check(state, word)

    def dice(self, state: State, seat: str) -> int:
        """How many dice the act needs; the house throws them where it comes without numbers."""
        return 0

    @abstractmethod
    def verify(self, state: State, seat: str, words: Words) -> None:
        """Raise the Refusal that stands against the act; the seat is asked and the words are sound."""

    @abstractmethod
    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Do it; `verify` has passed."""

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """The words allowed at each open place, where the seat is asked."""
        return ()

    def offers(self, state: State, seat: str) -> tuple[Offer, ...]:
        """The acts of this verb that would be accepted now."""
        choices = self.choices(state, seat)
        if any(not words for words in choices):
            return ()
        try:
            self.verify(state, seat, tuple(words[0] for words in choices))
        except Refusal:
            return ()
        return (Offer(self.name, choices),)


class DiceVerb(Verb):
    """A verb whose words are the dice that were thrown; it may come without them, for the house to throw."""

    def check_words(self, state: State, words: Words) -> None:
        """Refuse what is no die; how many are right is only known when the act is played."""
        if not all(word in DIE for word in words):
            raise UnknownAct(act=" ".join((self.name, *words)))

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse another number of dice than the rules throw here."""
        if words and len(words) != self.dice(state, seat):
            raise UnknownAct(act=" ".join((self.name, *words)))


DIE = ("1", "2", "3", "4", "5", "6")


def by_name(*verbs: Verb) -> Mapping[str, Verb]:
    """The verbs as frames and rule sets hold them."""
    return {verb.name: verb for verb in verbs}


def card(state: State, word: str) -> None:
    """A word that must name a card."""
    if not is_card(word):
        raise UnknownCard(card=word)


def _of_class(wanted: CardClass) -> Check:
    def check(state: State, word: str) -> None:
        card(state, word)
        if class_of(word) is not wanted:
            raise WrongClass(card=word)

    return check


suspect_card = _of_class(CardClass.SUSPECT)
weapon_card = _of_class(CardClass.WEAPON)
room_card = _of_class(CardClass.ROOM)


def seat(state: State, word: str) -> None:
    """A word that must name a seat."""
    if word not in state.names:
        raise UnknownSeat(seat=word)


def place(state: State, word: str) -> None:
    """A word that must name a square or a room of the board."""
    if not state.board.is_place(word):
        raise UnknownPlace(place=word)
