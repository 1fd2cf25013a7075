"""How often each place of the board was visited."""

from collections import Counter
from collections.abc import Iterable

from companion.table.chronicle.moments import Moment

_ENDS = {
    "moved": "to",
    "passage": "to",
    "teleported": "to",
    "killed": "to",
    "summoned": "room",
    "moved-aside": "room",
}
"""By kind of event: what names the place where a token then stood."""


def visits(played: Iterable[Moment]) -> Counter[str]:
    """How often a token came to stand on a place, or was led across it.

    Most moves name their end alone; whoever names the whole way, square by square, has visited all of it.

    played: the moments of one game, the deal first.
    """
    counted: Counter[str] = Counter()
    for moment in played:
        for event in moment.events:
            if event.kind in _ENDS:
                counted[str(event.args[_ENDS[event.kind]])] += 1
        if moment.act and moment.act.verb == "move":
            counted.update(moment.act.words[:-1])
    return counted
