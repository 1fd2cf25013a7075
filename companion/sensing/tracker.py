"""From the sensed squares to the move the game waits for, or to what must be put right on the board."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.board import Board

SETTLE = 0.4  # seconds of quiet until a token rests (HARDWARE: Squares)
IN_HAND = 5.0  # seconds that the mover's token may be in the air before it is missed


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game knows and waits for: where each token is, which one may move, and where to."""

    positions: Mapping[str, str]
    mover: str | None = None
    ends: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Correction:
    """Something to put right.

    ``token`` (None: an unknown piece) stands on the square ``seen`` (None: on no square) and belongs on
    ``place`` (None: off the board's squares).
    """

    token: str | None
    seen: str | None
    place: str | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """``move``: where the mover's token has come to rest. ``corrections``: what is wrong, in board order.

    ``ask_room``: the mover's token has left the squares and may be in a room, so its phone asks in which
    (reeds cannot see rooms). ``next_look``: when to judge again though nothing is reported, None for never.
    """

    move: str | None = None
    corrections: tuple[Correction, ...] = ()
    ask_room: bool = False
    next_look: float | None = None


class Tracker:
    """Holds the last sensed squares and the tokens known to stand on them. Pure: times come in.

    The rules' positions are the truth for the game, the sensed squares for the table. Reeds do not know
    whose token they see: it is known from where the game last had it, as long as its square stays closed.

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
        self._squares: frozenset[str] | None = None
        self._since = 0.0
        self._put: frozenset[str] = frozenset()  # squares that closed under our eyes, not objected to
        self._lifted: frozenset[str] = frozenset()  # squares that opened under our eyes
        self._known: dict[str, str] = {}  # closed square -> the token on it
        self._said: tuple[Correction, ...] = ()

    def report(self, squares: Collection[str], at: float, *, resync: bool = False) -> None:
        """The closed squares, all of them, and when that became true (seconds).

        ``resync``: the first picture after a (re)connect; no change that it shows is ever played as a move.
        """
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
        if self._squares is None:
            return Judgement()
        if now < self._since + self._settle:
            return Judgement(
                corrections=tuple(c for c in self._said if self._still_holds(c, expectation)),
                next_look=self._since + self._settle,
            )
        difference = self._difference(expectation)
        move, ask_room, next_look = self._awaited(expectation, difference, now)
        difference.pair()
        self._said = tuple(sorted(difference.corrections(), key=self._place_in_order))
        # A piece once objected to is no move, even where a later roll leads: it must be lifted first.
        self._put -= {correction.seen for correction in self._said}
        for token, square in difference.misplaced.items():
            self._know(token, square)
        return Judgement(move, self._said, ask_room, next_look)

    def _difference(self, expectation: Expectation) -> "_Difference":
        closed = self._squares or frozenset()
        missing = {}
        unknown = set(closed)
        for token, place in expectation.positions.items():
            if place in closed:
                unknown.discard(place)
                self._know(token, place)
            elif self._board.is_square(place):
                missing[token] = place
        misplaced = {self._known[square]: square for square in unknown if square in self._known}
        unknown -= set(misplaced.values())
        return _Difference(expectation.positions, missing, misplaced, unknown)

    def _awaited(
        self, expectation: Expectation, difference: "_Difference", now: float
    ) -> tuple[str | None, bool, float | None]:
        """Move, ask_room and next_look; takes what they explain out of the difference."""
        mover = expectation.mover
        if mover is None or mover in difference.misplaced:
            return None, False, None
        origin = expectation.positions[mover]
        if self._board.is_square(origin) and mover not in difference.missing:
            return None, False, None
        put = difference.unknown & self._put
        ends = put & expectation.ends
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
        elif not put and origin in self._lifted:
            return self._in_hand(expectation, difference, now)
        return None, False, None

    def _in_hand(
        self, expectation: Expectation, difference: "_Difference", now: float
    ) -> tuple[None, bool, float | None]:
        """The mover's token was lifted and stands nowhere: in a room, or still in the hand."""
        assert expectation.mover is not None
        if any(self._board.is_room(end) for end in expectation.ends):
            del difference.missing[expectation.mover]
            return None, True, None
        if now < self._since + IN_HAND:
            del difference.missing[expectation.mover]
            return None, False, self._since + IN_HAND
        return None, False, None

    def _know(self, token: str, square: str) -> None:
        self._known = {at: other for at, other in self._known.items() if other != token} | {square: token}

    def _still_holds(self, correction: Correction, expectation: Expectation) -> bool:
        closed = self._squares or frozenset()
        if correction.seen is not None and correction.seen not in closed:
            return False
        if correction.token is None:
            return correction.seen not in expectation.positions.values()
        return expectation.positions.get(correction.token) == correction.place not in closed

    def _place_in_order(self, correction: Correction) -> int:
        return self._board.places.index(correction.seen or correction.place or "")


@dataclass
class _Difference:
    """Table against game: expected squares that are open, closed squares that are not expected."""

    positions: Mapping[str, str]
    missing: dict[str, str]  # token -> its square, which is open
    misplaced: dict[str, str]  # token -> the square it is known to stand on
    unknown: set[str]  # squares with a piece of which nothing is known

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
