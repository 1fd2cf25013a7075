"""Tables of what the board did and when, and what the tracker says about it.

A line is one of
``game MOVER PLACE ...``  the token that may move and where its roll ends; without words nobody moves
``at PIECE PLACE``        the game has the token or weapon there
``1.0 -Q0 +Q1``           squares opened and closed; with ``resync`` as the first picture after a reconnect;
                          ``+rope@hall -rope@hall`` tags came and went, ``?hall !hall`` a reader fell silent,
                          or is back
``1.4 = ...``             what is said at 1.4 s, its parts separated by semicolons
"""

from typing import Literal

from companion.board import load_board
from companion.sensing import Correction, Expectation, Judgement, Tracker

BOARD = load_board("classic")
WEAPONS = {"rope": "kitchen", "knife": "study"}

Degree = Literal["reeds", "tags", "everything"]


def said(judgement: Judgement) -> str:
    parts = [f"move {judgement.move}"] if judgement.move else []
    parts += ["ask room"] if judgement.ask_room else []
    for correction in judgement.corrections:
        match correction:
            case Correction(token=None, seen=square, place=None):
                parts.append(f"clear {square}")
            case Correction(token=token, seen=None, place=place):
                parts.append(f"{token} belongs on {place}")
            case Correction(token=token, seen=square, place=place):
                parts.append(f"{token} from {square} to {place}")
    if judgement.next_look is not None:
        parts.append(f"look {round(judgement.next_look, 2):g}")
    return "; ".join(parts) or "nothing"


class Hands:
    """What lies on the board, as the sensors of this degree of hardware see it."""

    def __init__(self, degree: Degree) -> None:
        self._degree = degree
        self._squares = set(BOARD.starts.values())
        self._rooms: dict[str, set[str]] = {room: set() for room in BOARD.rooms}
        self._mute: dict[str, set[str]] = {}
        self._tracker = Tracker(BOARD)
        self.report(0.0, resync=True)

    def change(self, word: str) -> None:
        piece, _, room = word[1:].partition("@")
        match word[0]:
            case "-" if room:
                self._rooms[room].remove(piece)
            case "+" if room:
                self._rooms[room].add(piece)
            case "?":
                self._mute[piece] = self._rooms.pop(piece)
            case "!":
                self._rooms[piece] = self._mute.pop(piece)
            case "-":
                self._squares.remove(piece)
            case "+":
                self._squares.add(piece)

    def report(self, at: float, resync: bool = False) -> None:
        self._tracker.report(
            None if self._degree == "tags" else self._squares,
            at,
            rooms=None if self._degree == "reeds" else self._rooms,
            resync=resync,
        )

    def judge(self, expectation: Expectation, now: float) -> str:
        return said(self._tracker.judge(expectation, now))


def play(table: str, degree: Degree) -> None:
    """Do what the table says, and hold what is said against it."""
    hands = Hands(degree)
    positions, weapons = dict(BOARD.starts), dict(WEAPONS)
    expectation = Expectation(positions, weapons=weapons)
    hands.judge(expectation, 0.5)
    for line in filter(None, map(str.strip, table.splitlines())):
        match line.split():
            case ["game", *rest]:
                mover, ends = (rest[0], frozenset(rest[1:])) if rest else (None, frozenset[str]())
                expectation = Expectation(positions, mover, ends, weapons)
            case ["at", piece, place]:
                (weapons if piece in weapons else positions)[piece] = place
            case [time, "=", *_]:
                expected = line.partition(" = ")[2]
                assert hands.judge(expectation, float(time)) == expected, line
            case [time, *changes]:
                for change in changes:
                    hands.change(change)
                hands.report(float(time), resync="resync" in changes)
