"""The chronicle: what a finished game was like, told from its acts alone. Pure: no files, no clock.

It tells everything, also which card was shown: at the end the deal and the acts lie open (the fairness check
needs the one, the record holds both), so nothing is given away. Nobody may ask it about a running game.
"""

from companion.table.chronicle.awards import Award
from companion.table.chronicle.chronicle import Chronicle, chronicle
from companion.table.chronicle.deeds import Deed
from companion.table.chronicle.evening import Score, score
from companion.table.chronicle.guesses import Guess
from companion.table.chronicle.knowledge import cards_seen
from companion.table.chronicle.moments import Moment, moments
from companion.table.chronicle.timing import Turn

__all__ = [
    "Award",
    "Chronicle",
    "Deed",
    "Guess",
    "Moment",
    "Score",
    "Turn",
    "cards_seen",
    "chronicle",
    "moments",
    "score",
]
