"""Which token stands on which closed square: followed through lifts, puts and slides, two hands at once."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.board import Board

SLIDE = 1.5  # seconds in which a token that slides has gone from one square to the next


@dataclass(frozen=True, slots=True)
class Put:
    """A square that closed under our eyes.

    ``at`` when; ``hands`` the tokens that were in the air just then, so may be the one that was put.
    """

    at: float
    hands: frozenset[str]


class Identities:
    """Reeds do not know whose token they see. Pure: pictures, their times (seconds) and what the game knows.

    A token is known from where the game last had it; it keeps its name while it slides (the next square
    closes beside it), and when it is put while no other is in the air.

    >>> from companion.board import load_board
    >>> names = Identities(load_board("classic"))
    >>> names.know("scarlet", "Q0"), names.know("mustard", "X7")
    (None, None)
    >>> names.change(frozenset({"Q0", "X7"}), frozenset({"X7"}), 1.0)       # lifted
    >>> names.change(frozenset({"X7"}), frozenset({"X7", "Q5"}), 2.0)       # put
    >>> names.on("Q5")
    'scarlet'
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[str, str] = {}  # closed square -> the token on it
        self._air: dict[str, tuple[str, float]] = {}  # lifted token -> the square that it left, and when
        self._puts: dict[str, Put] = {}

    def on(self, square: str) -> str | None:
        """The token on a square, None if it is not known."""
        return self._known.get(square)

    def standing(self) -> Mapping[str, str]:
        """The token on each square where one is known."""
        return self._known

    def put(self, square: str) -> Put | None:
        """How a square came to be closed; None if that was not seen."""
        return self._puts.get(square)

    def lifted(self, token: str) -> float | None:
        """Since when a token is in the air; None if it is not known to be."""
        return self._air[token][1] if token in self._air else None

    def know(self, token: str, square: str) -> None:
        """The game has this token there, and the square is closed."""
        if self._known.get(square) == token:
            self._air.pop(token, None)
            return
        self.put_down([token])
        self._known[square] = token

    def put_down(self, tokens: Collection[str]) -> None:
        """These tokens are neither in the air nor on a square: they lie in rooms."""
        for token in tokens:
            self._air.pop(token, None)
        self._known = {square: token for square, token in self._known.items() if token not in tokens}

    def start_anew(self, squares: Collection[str]) -> None:
        """A first picture: nothing was seen to move, but what stood there may stand there still."""
        self._puts = {}
        self._air = {}
        self._known = {square: token for square, token in self._known.items() if square in squares}

    def change(self, before: frozenset[str], after: frozenset[str], at: float) -> None:
        """From one picture to the next: what opened was lifted, what closed was put."""
        opened, closed = before - after, after - before
        for square in self._board.ordered(opened):
            token = self._known.pop(square, None)
            if token is None:
                continue
            if onto := self._slid_on(square, at):
                self._known[onto] = token
            else:
                self._air[token] = (square, at)
        hands = frozenset(self._air)
        for square in opened:
            self._puts.pop(square, None)
        for square in self._board.ordered(closed):
            self._puts[square] = Put(at, hands)
            if square in self._known:  # it is read again, and has been taken all the while
                continue
            if (token := self._whose(square, at, hands, len(closed))) is not None:
                del self._air[token]
                self._known[square] = token

    def _slid_on(self, left: str, at: float) -> str | None:
        """The square beside it that had closed before this one opened: a magnet between two reeds."""
        beside = [
            square
            for square in self._board.neighbours(left)
            if square not in self._known and (put := self._puts.get(square)) and at - put.at <= SLIDE
        ]
        return beside[0] if len(beside) == 1 else None

    def _whose(self, square: str, at: float, hands: frozenset[str], closing: int) -> str | None:
        """The token that must be the one, None where several may be."""
        beside = [
            token
            for token in hands
            if (left := self._air.get(token))
            and at - left[1] <= SLIDE
            and (left[0] == square or self._board.adjacent(left[0], square))
        ]
        if len(beside) == 1:
            return beside[0]
        return next(iter(hands)) if len(hands) == closing == 1 else None
