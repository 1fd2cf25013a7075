"""What a record holds a game to: the `check` lines of RECORDS.md."""

from collections.abc import Callable, Mapping

from companion.board import SUSPECTS
from companion.records.lines import fits
from companion.rules import WEAPONS, Act, Refusal, Standing, State, awaits, in_order, is_card, legal, verify


class CheckFault(Exception):
    """A check that says nothing that could hold or not."""


def failing(state: State, words: tuple[str, ...]) -> str | None:
    """Hold a state to a check.

    words: those after `check`.
    Gives a sentence with what was found, None where it holds.
    Raises CheckFault for a check that does not exist.
    """
    name, *rest = words
    if name not in CHECKS:
        raise CheckFault(f"found check {name!r}, expected one of {', '.join(CHECKS)}")
    if not fits(CHECKS[name], state, *rest):
        raise CheckFault("found too few or too many words")
    return CHECKS[name](state, *rest)


def _same(found: object, expected: object) -> str | None:
    return None if found == expected else f"found {_say(found)}, expected {_say(expected)}"


def _say(what: object) -> str:
    if isinstance(what, tuple | frozenset):
        return " ".join(sorted(map(str, what))) or "nothing"
    return "nobody" if what is None else str(what)


def _seat(state: State, name: str) -> str:
    if name not in state.names:
        raise CheckFault(f"found {name!r}, expected one of the seats {', '.join(state.names)}")
    return name


def _turn(state: State, name: str) -> str | None:
    return _same(state.in_turn, _seat(state, name))


def _at(state: State, what: str, place: str) -> str | None:
    if what not in SUSPECTS + WEAPONS:
        raise CheckFault(f"found {what!r}, expected a suspect or a weapon")
    if place == "start" and what in SUSPECTS:
        place = state.board.starts[what]
    if not state.board.is_place(place):
        raise CheckFault(f"found {place!r}, expected a square or a room of the board")
    return _same({**state.tokens, **state.weapons}[what], place)


def _awaits(state: State, *names: str) -> str | None:
    known = {*state.names, "house"}
    for name in names:
        if name not in known:
            _seat(state, name)
    return _same(frozenset(awaits(state)), frozenset(names))


def _can(state: State, name: str, verb: str, *words: str) -> str | None:
    try:
        verify(state, _seat(state, name), Act(verb, words))
    except Refusal as refusal:
        return f"found it refused because {refusal.code}, expected it to be accepted"
    return None


def _cannot(state: State, name: str, verb: str, *words: str) -> str | None:
    return None if _can(state, name, verb, *words) else "found it accepted, expected it to be refused"


def _ends(state: State) -> frozenset[str]:
    """The places that the pending roll allows."""
    seat = state.in_turn or ""
    return frozenset(
        place for offer in legal(state, seat) if offer.act == "move" for place in offer.choices[0]
    )


def _places(state: State, places: tuple[str, ...]) -> frozenset[str]:
    for place in places:
        if not state.board.is_place(place):
            raise CheckFault(f"found {place!r}, expected a square or a room of the board")
    return frozenset(places)


def _reaches(state: State, *places: str) -> str | None:
    missing = _places(state, places) - _ends(state)
    return f"found {_say(missing)} out of reach" if missing else None


def _misses(state: State, *places: str) -> str | None:
    reached = _places(state, places) & _ends(state)
    return f"found {_say(reached)} in reach" if reached else None


def _number(state: State, found: int, word: str) -> str | None:
    if not (word.isascii() and word.isdecimal()):
        raise CheckFault(f"found {word!r}, expected a number")
    return _same(str(found), word)


def _hand(state: State, name: str, *cards: str) -> str | None:
    for card in cards:
        if not is_card(card):
            raise CheckFault(f"found {card!r}, expected a card")
    found, expected = state.hands[_seat(state, name)], in_order(cards)
    return None if found == expected else f"found {' '.join(found) or 'no card'}, expected {' '.join(cards)}"


def _barred(state: State, *rooms: str) -> str | None:
    return _same(frozenset(state.barred), _places(state, rooms))


def _tied(state: State, *names: str) -> str | None:
    return _same(frozenset(state.bound("tied")), frozenset(_seat(state, name) for name in names))


def _out(state: State, name: str) -> str | None:
    return "found it still in the game" if state.standings[_seat(state, name)] is Standing.PLAYING else None


def _winner(state: State, name: str) -> str | None:
    return _same(state.outcome.winner if state.outcome else None, _seat(state, name))


def _over(state: State) -> str | None:
    return None if state.outcome else "found the game going on, expected it to be over"


def _open(state: State) -> str | None:
    return "found the game over, expected it to go on" if state.outcome else None


CHECKS: Mapping[str, Callable[..., str | None]] = {
    "turn": _turn,
    "at": _at,
    "awaits": _awaits,
    "can": _can,
    "cannot": _cannot,
    "reaches": _reaches,
    "misses": _misses,
    "ends": lambda state, number: _number(state, len(_ends(state)), number),
    "hand": _hand,
    "bullets": lambda state, number: _number(state, state.bullets, number),
    "barred": _barred,
    "tied": _tied,
    "out": _out,
    "winner": _winner,
    "over": _over,
    "open": _open,
}
