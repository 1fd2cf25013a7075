"""The counted deeds of a game as a table: a column for each seat, the lines that its rules fill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.table.chronicle import Chronicle, Deed, Turn
from companion.words import Words

_LINES: Mapping[Deed, str] = {
    Deed.SUGGESTIONS: "figure.suggestions",
    Deed.SHOWN: "figure.shown",
    Deed.ROOMS: "figure.rooms",
    Deed.CLAIMS: "end.claims",
    Deed.LIES: "figure.lies",
    Deed.CAUGHT: "figure.caught",
    Deed.GIVEN_UP: "figure.given-up",
    Deed.RIGHT_DOUBTS: "figure.right-doubts",
    Deed.WRONG_DOUBTS: "figure.wrong-doubts",
    Deed.SHOTS: "figure.shots",
    Deed.STABS: "figure.stabs",
    Deed.FALLEN: "figure.fallen",
    Deed.BARS: "figure.bars",
    Deed.ROPES: "figure.ropes",
    Deed.ELIMINATED: "seat.eliminated",
}
"""The label of each line, in their order; those that are nought for everybody are left out."""

HEIGHT = 24
"""Units of the highest bar of a turn."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The table, a column for each seat.

    seats: clockwise. lines: each with its label and a number for each seat.
    paces: how long a turn took each seat, as words, None where no time is known.
    bars: for each seat the height of each of its turns, 1 to HEIGHT; 0 for one whose time is not known.
    """

    seats: Sequence[str]
    lines: Sequence[tuple[str, Sequence[int]]]
    paces: Sequence[str | None]
    bars: Sequence[Sequence[int]]


def figures(told: Chronicle, words: Words) -> Figures:
    """Lay out the figures of a game."""
    seats = tuple(told.deeds)
    lines = [
        (words.text(label), [told.deeds[seat][deed] for seat in seats]) for deed, label in _LINES.items()
    ]
    longest = max((turn.seconds or 0 for turn in told.turns), default=0)
    return Figures(
        seats,
        [line for line in lines if any(line[1])],
        [_pace(told.turns, seat, words) for seat in seats],
        [[_height(turn, longest) for turn in told.turns if turn.seat == seat] for seat in seats],
    )


def _pace(turns: Sequence[Turn], seat: str, words: Words) -> str | None:
    known = [turn.seconds for turn in turns if turn.seat == seat and turn.seconds is not None]
    return words.duration(sum(known) / len(known), short=True) if known else None


def _height(turn: Turn, longest: float) -> int:
    if turn.seconds is None:
        return 0
    return max(1, round(HEIGHT * turn.seconds / longest)) if longest else 1
