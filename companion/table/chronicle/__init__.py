"""The chronicle: what a finished game was like, told from its acts alone. Pure: no files, no clock.

It tells everything, also which card was shown: at the end the deal and the acts lie open (the fairness check
needs the one, the record holds both), so nothing is given away. Nobody may ask it about a running game.
"""

from companion.table.chronicle.awards import Award, awards
from companion.table.chronicle.deeds import Deed, deeds
from companion.table.chronicle.evening import Score, score
from companion.table.chronicle.guesses import Guess, guesses
from companion.table.chronicle.knowledge import cards_seen
from companion.table.chronicle.moments import Moment, moments
from companion.table.chronicle.timing import Turn, turns
from companion.table.chronicle.visits import visits

__all__ = [
    "Award",
    "Deed",
    "Guess",
    "Moment",
    "Score",
    "Turn",
    "awards",
    "cards_seen",
    "deeds",
    "guesses",
    "moments",
    "score",
    "turns",
    "visits",
]
