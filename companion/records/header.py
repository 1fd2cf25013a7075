"""The header of a record: rules, board, seats, cards, and what is not as a new game has it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.board import SUSPECTS, Board, BoardFault, load_board
from companion.records.lines import Line, fits
from companion.rules import (
    BULLETS,
    CARDS,
    MAX_SEATS,
    MIN_SEATS,
    WEAPONS,
    WEAPONS_LAID_OUT,
    Deal,
    OptionError,
    Ruleset,
    Seat,
    SetupError,
    Step,
    begin,
    check_seat,
    class_of,
    deal_out,
    is_card,
    lay_out,
    ruleset_of,
    tie,
)

BUILT_IN_BOARD = "classic"


class HeaderFault(Exception):
    """A header that says something impossible.

    line: the line that says it, None where it is the one being read.
    """

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass
class Header:
    """What the header lines have said so far.

    folder: where a board file named by the record is looked for.
    lines: where each thing was said (`turn`, `put rope`).
    """

    folder: Path
    ruleset: Ruleset | None = None
    board: Board | None = None
    seats: list[Seat] = field(default_factory=list)
    case: tuple[str, str, str] | None = None
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    bullets: int | None = None
    barred: tuple[str, ...] | None = None
    tied: tuple[str, ...] | None = None
    turn: str | None = None
    lines: dict[str, int] = field(default_factory=dict)

    def read(self, line: Line) -> None:
        """Take in one line.

        Raises HeaderFault.
        """
        keyword, *words = line.words
        if keyword not in _KEYWORDS:
            raise HeaderFault(
                f"found {keyword!r}, expected one of {', '.join(_KEYWORDS)}, or -- before the acts"
            )
        reader, shape = _KEYWORDS[keyword]
        if not fits(reader, self, *words):
            raise HeaderFault(f"found {str(line)!r}, expected {shape}")
        self.lines |= {keyword: line.number, " ".join(line.words[:2]): line.number}
        try:
            reader(self, *words)
        except (OptionError, SetupError) as fault:
            raise HeaderFault(str(fault)) from None

    def deal(self) -> Deal:
        """The cards and weapons as the header has them, the rest as a record's rules say.

        Cards that no line names go one by one round the seats that have no hand line, in card order.
        Raises HeaderFault.
        """
        if self.case is None:
            raise HeaderFault("found no case file, expected a line like: case green knife study")
        names = [seat.name for seat in self.seats]
        named = {*self.case, *(card for hand in self.hands.values() for card in hand)}
        rest = [card for card in CARDS if card not in named]
        without = [name for name in names if name not in self.hands]
        if rest and not without:
            raise HeaderFault(f"found no hand for {' '.join(rest)}, expected every card to be dealt")
        hands = {**self.hands, **(deal_out(rest, without) if without else {})}
        weapons = {weapon: self.places.get(weapon, room) for weapon, room in WEAPONS_LAID_OUT.items()}
        return Deal(self.case, hands, weapons)

    def start(self) -> Step:
        """The game where the record begins.

        Raises HeaderFault.
        """
        if self.ruleset is None:
            raise HeaderFault("found no rules, expected a line like: rules classic")
        if not MIN_SEATS <= len(self.seats) <= MAX_SEATS:
            raise HeaderFault(f"found {len(self.seats)} seats, expected {MIN_SEATS} to {MAX_SEATS}")
        board = self.board or load_board(BUILT_IN_BOARD)
        tokens = {suspect: self.places.get(suspect, board.starts[suspect]) for suspect in SUSPECTS}
        self._check_places(board, tokens)
        self._check_seats()
        try:
            state = lay_out(board, self.ruleset, self.seats, self.deal())
        except SetupError as fault:
            raise HeaderFault(str(fault)) from None
        bullets = BULLETS if self.bullets is None else self.bullets
        state = replace(state, tokens=tokens, bullets=bullets, barred=self.barred or ())
        for name in self.tied or ():
            state = tie(Step(state), name).state
        return begin(state, self.turn)

    def _check_places(self, board: Board, tokens: Mapping[str, str]) -> None:
        for what, at in self.places.items():
            line = self.lines[f"put {what}"]
            if what in WEAPONS and not board.is_room(at):
                raise HeaderFault(f"found {what} on {at}, expected a room", line)
            if not board.is_place(at):
                raise HeaderFault(f"found {what} on {at}, expected a square or a room of the board", line)
        stands: dict[str, str] = {}
        for suspect, at in tokens.items():
            if board.is_square(at) and at in stands:
                line = max(self.lines.get(f"put {one}", 0) for one in (suspect, stands[at]))
                both = f"found {stands[at]} and {suspect} both on {at}"
                raise HeaderFault(f"{both}, expected one token a square", line)
            stands[at] = suspect
        for room in self.barred or ():
            if not board.is_room(room):
                raise HeaderFault(f"found barred {room}, expected a room", self.lines["barred"])

    def _check_seats(self) -> None:
        known = [seat.name for seat in self.seats]
        if self.tied and self.ruleset and "untie" not in self.ruleset.replies:
            raise HeaderFault("found tied seats, expected rules bluff, which has a rope", self.lines["tied"])
        for keyword, names in (("tied", self.tied or ()), ("turn", (self.turn,) if self.turn else ())):
            for name in names:
                if name not in known:
                    expected = f"expected one of the seats {', '.join(known)}"
                    raise HeaderFault(f"found {keyword} {name}, {expected}", self.lines[keyword])


def _once(header: Header, name: str) -> None:
    if getattr(header, name) is not None:
        raise HeaderFault(f"found {name} twice, expected it once")


def _each_once(words: tuple[str, ...]) -> None:
    for at, word in enumerate(words):
        if word in words[:at]:
            raise HeaderFault(f"found {word} twice, expected it once")


def _rules(header: Header, name: str, *options: str) -> None:
    _once(header, "ruleset")
    pairs = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise HeaderFault(f"found {option!r}, expected a house option like dice=2")
        if key in pairs:
            raise HeaderFault(f"found option {key} twice, expected it once")
        pairs[key] = value
    header.ruleset = ruleset_of(name, pairs)


def _board(header: Header, name: str) -> None:
    _once(header, "board")
    try:
        header.board = load_board(name if name == BUILT_IN_BOARD else header.folder / name)
    except BoardFault as fault:
        raise HeaderFault(f"found board {name!r}, which cannot be used: {' '.join(fault.faults)}") from None


def _seat(header: Header, name: str, suspect: str) -> None:
    seat = Seat(name, suspect)
    check_seat(seat, header.seats)
    header.seats.append(seat)


def _new_cards(header: Header, cards: tuple[str, ...]) -> None:
    held = [*(header.case or ()), *(card for hand in header.hands.values() for card in hand)]
    for at, card in enumerate(cards):
        if not is_card(card):
            raise HeaderFault(f"found {card!r}, expected a card")
        if card in held or card in cards[:at]:
            raise HeaderFault(f"found the card {card} twice, expected it once")


def _case(header: Header, suspect: str, weapon: str, room: str) -> None:
    _once(header, "case")
    _new_cards(header, (suspect, weapon, room))
    for card, wanted in ((suspect, "suspect"), (weapon, "weapon"), (room, "room")):
        if class_of(card).value != wanted:
            raise HeaderFault(f"found {card}, expected a {wanted}")
    header.case = (suspect, weapon, room)


def _hand(header: Header, name: str, *cards: str) -> None:
    if name not in {seat.name for seat in header.seats}:
        raise HeaderFault(f"found hand of {name}, expected a seat named above")
    if name in header.hands:
        raise HeaderFault(f"found hand {name} twice, expected it once")
    _new_cards(header, cards)
    header.hands[name] = cards


def _put(header: Header, what: str, place: str) -> None:
    if what not in SUSPECTS + WEAPONS:
        raise HeaderFault(f"found {what!r}, expected a suspect or a weapon")
    if what in header.places:
        raise HeaderFault(f"found put {what} twice, expected it once")
    header.places[what] = place


def _bullets(header: Header, number: str) -> None:
    _once(header, "bullets")
    if number not in {str(count) for count in range(BULLETS + 1)}:
        raise HeaderFault(f"found bullets {number}, expected 0 to {BULLETS}")
    header.bullets = int(number)


def _barred(header: Header, *rooms: str) -> None:
    _once(header, "barred")
    _each_once(rooms)
    header.barred = rooms


def _tied(header: Header, *names: str) -> None:
    _once(header, "tied")
    _each_once(names)
    header.tied = names


def _turn(header: Header, name: str) -> None:
    _once(header, "turn")
    header.turn = name


_KEYWORDS: Mapping[str, tuple[Callable[..., None], str]] = {
    "rules": (_rules, "rules NAME [OPTION=VALUE ...]"),
    "board": (_board, "board NAME"),
    "seat": (_seat, "seat NAME SUSPECT"),
    "case": (_case, "case SUSPECT WEAPON ROOM"),
    "hand": (_hand, "hand SEAT CARD ..."),
    "put": (_put, "put SUSPECT-OR-WEAPON PLACE"),
    "bullets": (_bullets, "bullets NUMBER"),
    "barred": (_barred, "barred ROOM ..."),
    "tied": (_tied, "tied SEAT ..."),
    "turn": (_turn, "turn SEAT"),
}
