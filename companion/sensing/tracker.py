"""From the sensed board to the move the game waits for, or to what must be put right on the board."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.board import Board
from companion.sensing.tags import Tags

SETTLE = 0.4  # seconds of quiet until a token rests (HARDWARE: Squares)
IN_HAND = 5.0  # seconds that the mover's token may be in the air before it is missed
LATE = 3.0  # seconds within which the readers have surely missed a token that left its room


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game knows and waits for: where each token is, which one may move, and where to.

    ``weapons`` has the room of each weapon.
    """

    positions: Mapping[str, str]
    mover: str | None = None
    ends: frozenset[str] = frozenset()
    weapons: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Correction:
    """Something to put right.

    ``token`` (or a weapon; None: an unknown piece) is on the square or in the room ``seen`` (None: nowhere
    sensed) and belongs on ``place`` (None: off the board's squares).
    """

    token: str | None
    seen: str | None
    place: str | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """``move``: where the mover's token has come to rest. ``corrections``: what is wrong, in board order.

    ``ask_room``: the mover's token has left the squares and may be in a room that no reader sees, or its tag
    is broken, so its phone asks in which. ``next_look``: when to judge again though nothing is reported, None
    for never.
    """

    move: str | None = None
    corrections: tuple[Correction, ...] = ()
    ask_room: bool = False
    next_look: float | None = None


class Tracker:
    """Holds the last sensed squares and rooms, and the tokens known to stand there. Pure: times come in.

    The rules' positions are the truth for the game, the sensed ones for the table. Reeds do not know whose
    token they see: it is known from where the game last had it, as long as its square stays closed. Tags do.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> tracker = Tracker(board)
    >>> waits = Expectation(board.starts, "scarlet", frozenset({"Q1"}))
    >>> starts = frozenset(board.starts.values())
    >>> tracker.report(starts, 0.0, resync=True)
    >>> tracker.judge(waits, 1.0)
    Judgement(move=None, corrections=(), ask_room=False, next_look=None)
    >>> tracker.report(starts - {"Q0"} | {"Q1"}, 2.0)
    >>> tracker.judge(waits, 2.1).next_look
    2.4
    >>> tracker.judge(waits, 2.4).move
    'Q1'
    """

    def __init__(self, board: Board, settle: float = SETTLE) -> None:
        self._board = board
        self._settle = settle
        self._tags = Tags(board)
        self._reported = False
        self._squares: frozenset[str] | None = None
        self._since = 0.0
        self._put: frozenset[str] = frozenset()  # squares that closed under our eyes, not objected to
        self._lifted: frozenset[str] = frozenset()  # squares that opened under our eyes
        self._known: dict[str, str] = {}  # closed square -> the token on it
        self._said: tuple[Correction, ...] = ()

    def report(
        self,
        squares: Collection[str] | None,
        at: float,
        *,
        rooms: Mapping[str, Collection[str]] | None = None,
        resync: bool = False,
    ) -> None:
        """All closed squares, the pieces in the rooms, and when what is new became true (seconds).

        ``squares`` and ``rooms`` are None where none are sensed; a room that is missing is not read.
        ``resync``: the first picture after a (re)connect; no change that it shows is ever played as a move.
        """
        self._tags.report(rooms, at, resync=resync)
        self._reported = True
        if squares is None:
            self._squares = None
            return
        squares = frozenset(squares)
        if self._squares is None or resync:
            self._put = self._lifted = frozenset()
            before = squares
        else:
            before = self._squares
        if squares != self._squares:
            self._since = at
        self._squares = squares
        self._put = (self._put & squares) | (squares - before)
        self._lifted = (self._lifted - squares) | (before - squares)
        self._known = {square: token for square, token in self._known.items() if square in squares}

    def judge(self, expectation: Expectation, now: float) -> Judgement:
        """Compare table and game. Until the squares have been quiet for ``settle`` nothing new is said."""
        if not self._reported:
            return Judgement()
        if self._squares is not None and now < self._since + self._settle:
            return Judgement(
                corrections=tuple(c for c in self._said if self._still_holds(c, expectation, now)),
                next_look=self._since + self._settle,
            )
        difference = self._difference(expectation, now)
        move, ask_room, next_look = self._awaited(expectation, difference, now)
        difference.pair()
        self._said = tuple(sorted(difference.corrections(), key=self._place_in_order))
        # A piece once objected to is no move, even where a later roll leads: it must be lifted first.
        self._put -= {correction.seen for correction in self._said}
        for piece, place in difference.misplaced.items():
            if self._board.is_square(place):
                self._know(piece, place)
            else:
                self._tags.settle(piece, place)
        looks = [*difference.looks, next_look, self._tags.next_change(now)]
        return Judgement(
            move, self._said, ask_room, min((look for look in looks if look is not None), default=None)
        )

    def _difference(self, expectation: Expectation, now: float) -> "_Difference":
        closed = self._squares or frozenset()
        difference = _Difference({**expectation.positions, **expectation.weapons}, set(closed))
        for token, place in expectation.positions.items():
            if place in closed:
                difference.unknown.discard(place)
                self._know(token, place)
            if self._astray_in_a_room(token, place, difference, now):
                continue
            if self._board.is_square(place):
                gone = self._squares is not None and place not in closed
            else:
                gone = place in self._tags.read and self._tags.met(token) and not self._tags.sight(token, now)
            if gone:
                difference.missing[token] = place
        for weapon, room in expectation.weapons.items():
            self._astray_in_a_room(weapon, room, difference, now)
        for square, token in self._known.items():
            elsewhere = token in difference.misplaced or self._tags.sight(token, now)
            if square in difference.unknown and not elsewhere:
                difference.misplaced[token] = square
                difference.unknown.discard(square)
        return difference

    def _astray_in_a_room(self, piece: str, place: str, difference: "_Difference", now: float) -> bool:
        """Whether a reader has surely seen the piece in a room where it does not belong."""
        sight = self._tags.sight(piece, now)
        if sight is None:
            return False
        if sight.room == place:
            self._tags.settle(piece, place)
            return False
        sure_at = sight.since + self._settle
        if self._squares is not None and place in self._squares:
            if sight.gone is not None:
                return False
            sure_at = max(sight.since, self._since) + LATE  # it may stand there, and not be missed here yet
        if now < sure_at:
            difference.looks.append(sure_at)
            return False
        difference.misplaced[piece] = sight.room
        return True

    def _awaited(
        self, expectation: Expectation, difference: "_Difference", now: float
    ) -> tuple[str | None, bool, float | None]:
        """Move, ask_room and next_look; takes what they explain out of the difference."""
        mover = expectation.mover
        if mover is None:
            return None, False, None
        origin = expectation.positions[mover]
        sight = self._tags.sight(mover, now)
        if sight and sight.put and sight.room in expectation.ends - {origin}:
            difference.missing.pop(mover, None)
            difference.misplaced.pop(mover, None)
            rests_at = sight.since + self._settle
            return (sight.room, False, None) if now >= rests_at else (None, False, rests_at)
        if mover in difference.misplaced:
            return None, False, None
        if self._board.is_square(origin) and mover not in difference.missing:
            return None, False, None
        put = difference.unknown & self._put
        ends = put & expectation.ends
        if ends and sight and sight.room == origin and sight.gone is None:
            # The mover is still seen in its room: it has left unseen, or it is another that stands there.
            if now < self._since + LATE:
                difference.unknown -= ends
                return None, False, self._since + LATE
            return None, False, None
        # With another token astray too, the piece at the end may be that one: put it right first.
        sure = not difference.astray() - {mover}
        if len(ends) == 1:
            (end,) = ends
            difference.missing.pop(mover, None)
            difference.unknown.discard(end)
            return (end if sure else None), False, None
        if len(put) == 1 and sure:
            (square,) = put
            difference.misplaced[mover] = square
            difference.unknown.discard(square)
        elif not put and mover in difference.missing:
            lifted_at = self._since if origin in self._lifted else self._tags.lost(mover, origin)
            if lifted_at is not None:
                return self._in_hand(expectation, difference, lifted_at + IN_HAND, now)
        return None, False, None

    def _in_hand(
        self, expectation: Expectation, difference: "_Difference", until: float, now: float
    ) -> tuple[None, bool, float | None]:
        """The mover's token was lifted and stands nowhere: in a room, or still in the hand."""
        assert expectation.mover is not None
        rooms = set(filter(self._board.is_room, expectation.ends))
        if rooms and (now >= until or rooms - set(self._tags.read)):
            del difference.missing[expectation.mover]
            return None, True, None
        if now < until:
            del difference.missing[expectation.mover]
            return None, False, until
        return None, False, None

    def _know(self, token: str, square: str) -> None:
        self._known = {at: other for at, other in self._known.items() if other != token} | {square: token}

    def _still_holds(self, correction: Correction, expectation: Expectation, now: float) -> bool:
        closed = self._squares or frozenset()
        sight = self._tags.sight(correction.token, now) if correction.token else None
        seen = closed | {sight.room} if sight else closed
        if correction.seen is not None and correction.seen not in seen:
            return False
        if correction.token is None:
            return correction.seen not in expectation.positions.values()
        belongs = {**expectation.positions, **expectation.weapons}.get(correction.token)
        return belongs == correction.place not in seen

    def _place_in_order(self, correction: Correction) -> int:
        return self._board.places.index(correction.seen or correction.place or "")


@dataclass
class _Difference:
    """Table against game: expected places that are empty, taken places that are not expected."""

    positions: Mapping[str, str]  # of the tokens and the weapons
    unknown: set[str]  # squares with a piece of which nothing is known
    missing: dict[str, str] = field(default_factory=dict)  # token -> its place, where it is not
    misplaced: dict[str, str] = field(default_factory=dict)  # piece -> the place where it is known to be
    looks: list[float] = field(default_factory=list)  # when more will be known though nothing is reported

    def astray(self) -> set[str]:
        """The tokens that could be the unknown pieces."""
        return self.missing.keys() - self.misplaced.keys()

    def pair(self) -> None:
        """One token astray and one unknown piece: they are the same."""
        if len(self.astray()) == len(self.unknown) == 1:
            self.misplaced[self.astray().pop()] = self.unknown.pop()

    def corrections(self) -> list[Correction]:
        """One for each token and piece that is wrong."""
        return [
            *(Correction(token, square, self.positions[token]) for token, square in self.misplaced.items()),
            *(Correction(token, None, self.missing[token]) for token in self.astray()),
            *(Correction(None, square, None) for square in self.unknown),
        ]
