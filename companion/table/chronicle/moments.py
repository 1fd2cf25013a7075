"""A game as the moments that it went through."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.rules import Act, Event, State, Step, apply


@dataclass(frozen=True, slots=True)
class Moment:
    """The game right after an act.

    seat, act: who did what; None at the deal, the first moment of all.
    at: seconds of the wall clock, which may have jumped; None where nobody looked at it.
    state: how things stood then. events: what the act brought about.
    """

    seat: str | None
    act: Act | None
    at: float | None
    state: State
    events: tuple[Event, ...]


def moments(
    start: Step, began: float | None, acts: Iterable[tuple[str, str, float | None]]
) -> Iterator[Moment]:
    """Every moment of a game, the deal first.

    start: the game before its first act. began: when it was dealt.
    acts: who, the act's text with its dice, and when.
    Raises the Refusal of an act that the rules do not allow.

    >>> from companion.board import load_board
    >>> from companion.rules import CARDS, WEAPONS_LAID_OUT, Deal, Seat, deal_out, new_game, ruleset_of
    >>> seats = [Seat("Ann", "scarlet"), Seat("Ben", "plum"), Seat("Cat", "white")]
    >>> case = ("green", "knife", "study")
    >>> hands = deal_out([card for card in CARDS if card not in case], ["Ann", "Ben", "Cat"])
    >>> deal = Deal(case, hands, WEAPONS_LAID_OUT)
    >>> start = new_game(load_board("classic"), ruleset_of("classic"), seats, deal)
    >>> dealt, rolled = moments(start, None, [("Ann", "roll 3", None)])
    >>> str(rolled.act), [event.kind for event in rolled.events]
    ('roll 3', ['rolled'])
    """
    state = start.state
    yield Moment(None, None, began, state, start.events)
    for seat, text, at in acts:
        act = Act.parse(text)
        step = apply(state, seat, act)
        state = step.state
        yield Moment(seat, act, at, state, step.events)
