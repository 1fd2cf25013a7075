"""Setting up: seats, tokens on their starts, weapons in rooms, cards dealt (RULES.md section 3)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.board import ROOMS, SUSPECTS, Board
from companion.rules.cards import CARDS, WEAPONS, CardClass, class_of, in_order
from companion.rules.opening import begin
from companion.rules.ruleset import Ruleset
from companion.rules.state import Seat, Standing, State, Step

MIN_SEATS = 3
MAX_SEATS = 6
WEAPONS_LAID_OUT: Mapping[str, str] = dict(zip(WEAPONS, ROOMS, strict=False))
"""Where a record's weapons lie unless it puts them elsewhere: in card order, in the first six rooms."""

_NAME = re.compile(r"[^\W_][\w-]{0,19}")
_RESERVED = {"all", "house", "table", "check", "refused"}


class SetupError(ValueError):
    """A game that cannot be set up like that; says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What the house laid out before the first turn.

    case: suspect, weapon, room.
    hands: the cards of each seat.
    weapons: the room of each weapon.
    """

    case: tuple[str, str, str]
    hands: Mapping[str, Sequence[str]]
    weapons: Mapping[str, str]


def is_reserved_name(name: str) -> bool:
    """Whether a name is a word of the records, however it is written.

    >>> is_reserved_name("House"), is_reserved_name("Ann")
    (True, False)
    """
    return name.lower() in _RESERVED


def is_seat_name(name: str) -> bool:
    """Whether a player can be called that: one word of letters, digits, `_` and `-`, 20 characters at most.

    It begins with a letter or a digit, and is no word of the records.

    >>> is_seat_name("Åsa-2"), is_seat_name("Ann Lee"), is_seat_name("house")
    (True, False, False)
    """
    return bool(_NAME.fullmatch(name)) and not is_reserved_name(name)


def check_seat(seat: Seat, others: Sequence[Seat]) -> None:
    """Raise SetupError unless a seat can join these: its name and suspect exist and are its own."""
    if not is_seat_name(seat.name):
        raise SetupError(
            f"found the name {seat.name!r}, expected one word of letters and digits, none of the records"
        )
    if seat.suspect not in SUSPECTS:
        raise SetupError(f"found suspect {seat.suspect!r}, expected one of {', '.join(SUSPECTS)}")
    if seat.name.lower() in {other.name.lower() for other in others}:
        raise SetupError(f"found the name {seat.name} twice, expected one seat for it")
    if seat.suspect in {other.suspect for other in others}:
        raise SetupError(f"found the suspect {seat.suspect} twice, expected one seat for it")


def check_seats(seats: Sequence[Seat]) -> None:
    """Raise SetupError unless these seats can play: 3 to 6, with names and suspects of their own."""
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise SetupError(f"found {len(seats)} seats, expected {MIN_SEATS} to {MAX_SEATS}")
    for at, seat in enumerate(seats):
        check_seat(seat, seats[:at])


def check_deal(seats: Sequence[Seat], deal: Deal) -> None:
    """Raise SetupError unless each of the 21 cards lies in exactly one place, and each weapon in a room."""
    classes = tuple(class_of(card) for card in deal.case)
    if classes != (CardClass.SUSPECT, CardClass.WEAPON, CardClass.ROOM):
        raise SetupError(
            f"found the case file {' '.join(deal.case)}, expected a suspect, a weapon and a room"
        )
    if set(deal.hands) != {seat.name for seat in seats}:
        raise SetupError("found hands of other seats than those at the table")
    dealt = [*deal.case, *(card for hand in deal.hands.values() for card in hand)]
    for card in CARDS:
        if dealt.count(card) != 1:
            raise SetupError(f"found the card {card} {dealt.count(card)} times, expected it once")
    if set(deal.weapons) != set(WEAPONS) or not set(deal.weapons.values()) <= set(ROOMS):
        raise SetupError("found weapons outside the rooms, expected each of the six in a room")


def deal_out(cards: Sequence[str], names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Deal cards one by one round the table, from the first seat.

    >>> deal_out(("plum", "rope", "hall", "study"), ("Ann", "Ben", "Cat"))
    {'Ann': ('plum', 'study'), 'Ben': ('rope',), 'Cat': ('hall',)}
    """
    return {name: tuple(cards[at :: len(names)]) for at, name in enumerate(names)}


def lay_out(board: Board, ruleset: Ruleset, seats: Sequence[Seat], deal: Deal) -> State:
    """The table before the first turn: nothing is asked yet.

    seats: 3 to 6, clockwise.
    Raises SetupError.
    """
    check_seats(seats)
    check_deal(seats, deal)
    return State(
        board=board,
        ruleset=ruleset,
        seats=tuple(seats),
        case=deal.case,
        hands={name: in_order(deal.hands[name]) for name in (seat.name for seat in seats)},
        tokens={suspect: board.starts[suspect] for suspect in SUSPECTS},
        weapons={weapon: deal.weapons[weapon] for weapon in WEAPONS},
        standings={seat.name: Standing.PLAYING for seat in seats},
    )


def new_game(board: Board, ruleset: Ruleset, seats: Sequence[Seat], deal: Deal) -> Step:
    """Lay out and begin.

    >>> from companion.board import load_board
    >>> from companion.rules import ruleset_of
    >>> seats = [Seat("Ann", "scarlet"), Seat("Ben", "plum"), Seat("Cat", "white")]
    >>> case = ("green", "knife", "study")
    >>> hands = deal_out([card for card in CARDS if card not in case], ["Ann", "Ben", "Cat"])
    >>> deal = Deal(case, hands, WEAPONS_LAID_OUT)
    >>> new_game(load_board("classic"), ruleset_of("classic"), seats, deal).state.in_turn
    'Ann'
    """
    return begin(lay_out(board, ruleset, seats, deal))
