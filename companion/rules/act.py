"""An act: what a seat does, in the words of RECORDS.md."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Act:
    """A verb and its words; who acts stands beside it, never in it.

    >>> act = Act.parse("suggest mustard rope")
    >>> act.verb, act.words
    ('suggest', ('mustard', 'rope'))
    >>> str(act)
    'suggest mustard rope'
    """

    verb: str
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an act. Any text is an act; whether the rules know it shows when it is played.

        >>> Act.parse("  move   Q7 ")
        Act(verb='move', words=('Q7',))
        """
        verb, *words = text.split() or [""]
        return cls(verb, tuple(words))

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))


@dataclass(frozen=True, slots=True)
class Offer:
    """An act that a seat may do now, with the words allowed at each of its open places.

    A page or a bot picks one word of each of `choices` and sends `act` and the words, joined by spaces.

    >>> Offer("move", (("Q7", "lounge"),)).as_json()
    {'act': 'move', 'choices': [['Q7', 'lounge']]}
    """

    act: str
    choices: tuple[tuple[str, ...], ...] = ()

    def as_json(self) -> dict[str, object]:
        """The offer as the HTTP surface writes it."""
        return {"act": self.act, "choices": [list(words) for words in self.choices]}
