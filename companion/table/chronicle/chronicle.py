"""Everything that is told of a finished game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.table.chronicle.awards import Award, awards
from companion.table.chronicle.deeds import Deed, deeds
from companion.table.chronicle.guesses import Guess, guesses
from companion.table.chronicle.moments import Moment
from companion.table.chronicle.timing import Turn, turns
from companion.table.chronicle.visits import visits


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game in facts.

    guesses: suggestions and accusations, in order. deeds: by seat, clockwise. turns: in order.
    visits: by place. awards: the most telling first.
    """

    guesses: tuple[Guess, ...]
    deeds: Mapping[str, Counter[Deed]]
    turns: tuple[Turn, ...]
    visits: Counter[str]
    awards: tuple[Award, ...]


def chronicle(played: Sequence[Moment]) -> Chronicle:
    """Tell a game. played: its moments, the deal first."""
    guessed, done, taken = guesses(played), deeds(played), turns(played)
    return Chronicle(guessed, done, taken, visits(played), awards(done, guessed, taken))
