"""How long the turns took, as far as the wall clock can be believed.

A Pi has no battery for its clock: it may jump when the network comes, and a game may be broken off for
supper. So whatever is told from these times is told as "about".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from companion.table.chronicle.moments import Moment

PAUSE = 15 * 60.0
"""Seconds between two acts that are thinking; more is a break, or a clock that was put right."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn.

    seconds: how long it took; None where a break, or a jump of the clock, lay in it.
    """

    seat: str
    seconds: float | None


def turns(played: Iterable[Moment]) -> tuple[Turn, ...]:
    """The turns of a game, in order; what came before the first one belongs to none.

    played: its moments, the deal first.
    """
    told: list[Turn] = []
    for before, now in pairwise(played):
        if before.state.in_turn is None:
            continue  # still throwing for who begins
        began = any(event.kind == "turn" for event in before.events)
        if began or not told:
            told.append(Turn(before.state.in_turn, 0.0))
        seconds, gap = told[-1].seconds, _gap(before.at, now.at)
        told[-1] = Turn(told[-1].seat, None if seconds is None or gap is None else seconds + gap)
    return tuple(told)


def _gap(one: float | None, other: float | None) -> float | None:
    """The seconds from one act to the next, None where they cannot be believed.

    >>> _gap(100.0, 107.5), _gap(100.0, 90.0), _gap(0.0, 3600.0)
    (7.5, None, None)
    """
    if one is None or other is None:
        return None
    return other - one if 0 <= other - one <= PAUSE else None
