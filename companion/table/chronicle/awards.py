"""Small awards that follow from what happened, never from chance."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.table.chronicle.deeds import Deed
from companion.table.chronicle.guesses import Guess
from companion.table.chronicle.timing import Turn

SHARED = 2
"""So many may share an award; of more, it says nothing about anybody."""

_TRAIL = 2
"""Cards of the case file in one suggestion that make it a hot one."""


@dataclass(frozen=True, slots=True)
class Award:
    """An honour.

    kind: which. seats: who has it, clockwise. n: the number that it was given for; seconds for `thinker`.
    """

    kind: str
    seats: tuple[str, ...]
    n: int


def _right_more_than_wrong(done: Counter[Deed]) -> int:
    return done[Deed.RIGHT_DOUBTS] if done[Deed.RIGHT_DOUBTS] > done[Deed.WRONG_DOUBTS] else 0


_MOST: Mapping[str, tuple[Callable[[Counter[Deed]], int], int]] = {
    "liar": (lambda done: done[Deed.LIES] - done[Deed.CAUGHT], 1),
    "nose": (_right_more_than_wrong, 1),
    "honest": (lambda done: 0 if done[Deed.LIES] else done[Deed.CLAIMS], 2),
    "target": (lambda done: done[Deed.FALLEN], 1),
    "traveller": (lambda done: done[Deed.ROOMS], 2),
    "asker": (lambda done: done[Deed.SUGGESTIONS], 2),
    "witness": (lambda done: done[Deed.SHOWN], 2),
}
"""By kind: what is compared, and the least of it that is worth an award."""


def awards(
    done: Mapping[str, Counter[Deed]], guessed: Iterable[Guess], taken: Iterable[Turn]
) -> tuple[Award, ...]:
    """The awards of a game, the most telling first.

    done: the deeds of every seat, clockwise. guessed, taken: its suggestions and its turns.

    >>> done = {"Ann": Counter({Deed.LIES: 2, Deed.CAUGHT: 1}), "Ben": Counter({Deed.ROOMS: 3})}
    >>> [(award.kind, award.seats, award.n) for award in awards(done, (), ())]
    [('liar', ('Ann',), 1), ('traveller', ('Ben',), 3)]
    """
    found = [
        _most(kind, {seat: of(one) for seat, one in done.items()}, least)
        for kind, (of, least) in _MOST.items()
    ]
    found.insert(2, _first_on_the_trail(guessed))
    found.append(_longest(taken, tuple(done)))
    return tuple(award for award in found if award)


def _most(kind: str, numbers: Mapping[str, int], least: int) -> Award | None:
    most = max(numbers.values())
    seats = tuple(seat for seat, number in numbers.items() if number == most)
    return Award(kind, seats, most) if most >= least and len(seats) <= SHARED else None


def _first_on_the_trail(guessed: Iterable[Guess]) -> Award | None:
    """Who was first to name two of the three, or all; whether it was knowledge or luck is not asked."""
    hot = (one for one in guessed if one.right >= _TRAIL and not one.accuses)
    first = next(hot, None)
    return Award("trail", (first.seat,), first.turn) if first else None


def _longest(taken: Iterable[Turn], seats: Sequence[str]) -> Award | None:
    known: dict[str, list[float]] = {seat: [] for seat in seats}
    for turn in taken:
        if turn.seconds is not None:
            known[turn.seat].append(turn.seconds)
    means = {seat: int(sum(spent) / len(spent)) for seat, spent in known.items() if len(spent) > 1}
    return _most("thinker", means, 1) if len(means) > 1 else None
