"""The calibration walk: a magnet passes once over every square, and what did not answer once is told."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

LEAP = 4  # squares farther along than this are no step of the walk but something else on the board


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the walk is.

    ``asked`` is the square that comes next, None once all were. ``done`` have closed, ``missed`` were passed
    over without closing, ``doubled`` have closed more than once; all three in the order of the walk.
    """

    asked: str | None
    done: tuple[str, ...]
    missed: tuple[str, ...]
    doubled: tuple[str, ...]


class Walk:
    """Takes pictures of the squares and finds which were passed over. Pure.

    What is closed at the first picture does not count until it has opened: a token may still stand there.
    A missed square that is passed again is done after all.

    ``order`` has every square once (``serpentine``).

    >>> walk = Walk(["A0", "B0", "C0"])
    >>> for closed in ([], ["A0"], [], ["C0"]):
    ...     walk.report(closed)
    >>> walk.progress
    Progress(asked='B0', done=('A0', 'C0'), missed=('B0',), doubled=())
    """

    def __init__(self, order: Sequence[str]) -> None:
        self._order = tuple(order)
        self._index = {square: index for index, square in enumerate(self._order)}
        self._closed: frozenset[str] | None = None
        self._times: dict[str, int] = {}
        self._reached = 0  # squares of the order that lie behind

    def report(self, squares: Collection[str]) -> None:
        """All closed squares, whenever they change."""
        now = frozenset(squares)
        before = now if self._closed is None else self._closed
        self._closed = now
        for square in sorted(now - before, key=lambda one: self._index.get(one, 0)):
            if square in self._index:
                self._times[square] = self._times.get(square, 0) + 1
                if self._index[square] - self._reached < LEAP:
                    self._reached = max(self._reached, self._index[square] + 1)
        while self._reached < len(self._order) and self._order[self._reached] in self._times:
            self._reached += 1

    def skip(self) -> None:
        """Whoever walks goes on behind the square that is asked for; it is missed."""
        self._reached = min(self._reached + 1, len(self._order))

    @property
    def progress(self) -> Progress:
        """How far it is."""
        missed = tuple(square for square in self._order[: self._reached] if square not in self._times)
        ahead = (square for square in self._order[self._reached :] if square not in self._times)
        return Progress(
            asked=next(ahead, missed[0] if missed else None),
            done=tuple(square for square in self._order if square in self._times),
            missed=missed,
            doubled=tuple(square for square in self._order if self._times.get(square, 0) > 1),
        )


def serpentine(squares: Iterable[str]) -> list[str]:
    """The squares row by row, every other row backwards, so that the hand never jumps across the board.

    >>> serpentine(["A0", "C0", "A1", "B1"])
    ['A0', 'C0', 'B1', 'A1']
    """
    rows: dict[int, list[str]] = {}
    for square in squares:
        rows.setdefault(int(square[1:]), []).append(square)
    order: list[str] = []
    for number, row in enumerate(sorted(rows)):
        order += sorted(rows[row], reverse=number % 2 == 1)
    return order
