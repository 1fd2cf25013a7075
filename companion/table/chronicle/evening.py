"""The score over the games of an evening."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """One player's evening. A player is a name: whoever sits down again takes the same one."""

    name: str
    wins: int
    played: int


def score(games: Iterable[tuple[Sequence[str], str | None]]) -> tuple[Score, ...]:
    """Who won how often, the best first; of equals, who has sat here longest.

    games: the finished ones, in order: who played, and who won, None for nobody.

    >>> [(one.name, one.wins, one.played) for one in score([(("Ann", "Ben"), "Ben"), (("Ben", "Cat"), None)])]
    [('Ben', 1, 2), ('Ann', 0, 1), ('Cat', 0, 1)]
    """
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for names, winner in games:
        played.update(names)
        if winner is not None:
            won[winner] += 1
    told = (Score(name, won[name], games) for name, games in played.items())
    return tuple(sorted(told, key=lambda one: -one.wins))
