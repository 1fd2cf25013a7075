"""Who suspected whom of what, when and where, and who could disprove it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules import Event
from companion.table.chronicle.moments import Moment

ACCUSED = "accused"
_NAMING = ("suggested", ACCUSED)


@dataclass(frozen=True, slots=True)
class Guess:
    """A suggestion or an accusation.

    moment: the number of its moment, 0 the deal. turn: the number of its turn in the game, from 1.
    named: suspect, weapon, room. accuses: it was an accusation.
    right: how many of the three lay in the case file.
    empty: who had nothing to show, in order. shower, card: who showed what, None where nobody did.
    """

    moment: int
    turn: int
    seat: str
    named: tuple[str, str, str]
    accuses: bool
    right: int
    empty: tuple[str, ...] = ()
    shower: str | None = None
    card: str | None = None


def guesses(played: Iterable[Moment]) -> tuple[Guess, ...]:
    """Every suggestion and accusation of a game, in order.

    played: its moments, the deal first.
    """
    found: list[Guess] = []
    turn = 0
    for number, moment in enumerate(played):
        for event in moment.events:
            if event.kind == "turn":
                turn += 1
            elif event.kind in _NAMING:
                found.append(_guess(event, number, turn, moment.state.case))
            elif event.kind == "nothing":
                found[-1] = replace(found[-1], empty=(*found[-1].empty, str(event.args["seat"])))
            elif event.kind == "shown":
                shower, card = str(event.args["seat"]), str(event.secret["card"])
                found[-1] = replace(found[-1], shower=shower, card=card)
    return tuple(found)


def _guess(event: Event, number: int, turn: int, case: tuple[str, str, str]) -> Guess:
    suspect, weapon, room = (str(event.args[name]) for name in ("suspect", "weapon", "room"))
    right = len({suspect, weapon, room} & set(case))
    seat = str(event.args["seat"])
    return Guess(number, turn, seat, (suspect, weapon, room), event.kind == ACCUSED, right)
