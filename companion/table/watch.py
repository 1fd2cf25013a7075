"""The sensed board held against the game."""

from companion.board import Board
from companion.rules import legal
from companion.sensing import Correction, Expectation, Judgement, Report, Tracker
from companion.table.sitting import Sitting

NOTHING = Judgement()


class Watch:
    """Keeps the tracker and its last judgement.

    judgement: what the pages show of it, until the next look.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tracker = Tracker(board)
        self._seeing = False
        self.judgement = NOTHING

    def report(self, report: Report) -> None:
        """Take in what the board says; squares that the game's board lacks do not count."""
        squares = report.squares
        if squares is not None:
            squares = frozenset(filter(self._board.is_square, squares))
        resync = report.resync or not self._seeing
        self._tracker.report(squares, report.at, rooms=report.rooms, resync=resync)
        self._seeing = True

    def blind(self) -> None:
        """The link has gone: what was seen may be wrong by now, so nothing is said of it."""
        self._seeing = False
        self.judgement = NOTHING

    def look(self, sitting: Sitting, now: float) -> Judgement:
        """Compare the board with the game; nothing is wrong without a board, or once the game is over."""
        expected = expectation_of(sitting) if self._seeing else None
        self.judgement = self._tracker.judge(expected, now) if expected else NOTHING
        return self.judgement


def expectation_of(sitting: Sitting) -> Expectation | None:
    """Where the tokens belong, and the move that the game waits for; None once the game is over."""
    if sitting.game is None:
        return Expectation(sitting.board.starts)
    if sitting.game.over:
        return None
    state = sitting.game.state
    seat = state.in_turn
    for offer in legal(state, seat) if seat else ():
        if seat and offer.act == "move":
            ends = frozenset(offer.choices[0])
            return Expectation(state.tokens, state.suspect_of(seat), ends, state.weapons)
    return Expectation(state.tokens, weapons=state.weapons)


def correction_data(correction: Correction) -> dict[str, str | None]:
    """An arrow for the screen: the piece (None: an unknown one), where it is seen, where it belongs."""
    return {"suspect": correction.token, "from": correction.seen, "to": correction.place}
