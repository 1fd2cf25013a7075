"""Tables of what the board did and when, and what the tracker says about it.

A line is one of
``game MOVER PLACE ...``  the token that may move and where its roll ends; without words nobody moves
``at PIECE PLACE``        the game has the token or weapon there
``1.0 -Q0 +Q1``           squares opened and closed; with ``resync`` as the first picture after a reconnect;
                          ``+rope@hall -rope@hall`` tags came and went, ``?hall !hall`` a reader fell silent,
                          or is back
                          ``scarlet>hall`` tapped at a door; ``~Q3`` a square that is not read, ``~`` all are
``agree 3.0``             the host says that the board is right
``1.4 = ...``             what is said at 1.4 s, its parts separated by semicolons; looks that are still far
                          away, when something would be taken for a fault of its sensor, are left out
"""

from typing import Literal

from companion.board import load_board
from companion.sensing import Correction, Expectation, Judgement, Tracker
from companion.sensing.report import Tap

BOARD = load_board("classic")
WEAPONS = {"rope": "kitchen", "knife": "study"}

PARTS = {"register 9": ("Q4", "Q5", "Q6", "Q7", "R6", "R7", "R8", "P4")}

Degree = Literal["reeds", "tags", "pads", "everything"]


FAR = 10.0


def said(judgement: Judgement, now: float) -> str:
    parts = [f"move {judgement.move}"] if judgement.move else []
    parts += ["ask room"] if judgement.ask_room else []
    parts += [f"ask {' '.join(judgement.ask)}"] if judgement.ask else []
    for correction in judgement.corrections:
        match correction:
            case Correction(token=None, seen=square, place=None):
                parts.append(f"clear {square}")
            case Correction(token=token, seen=None, place=place):
                parts.append(f"{token} belongs on {place}")
            case Correction(token=token, seen=square, place=place):
                parts.append(f"{token} from {square} to {place}")
    for ailment in judgement.ailments:
        about = (*ailment.squares, ailment.piece, ailment.room)
        parts.append(" ".join(filter(None, (ailment.kind, ailment.part or " ".join(about).strip()))))
    if judgement.next_look is not None and judgement.next_look < now + FAR:
        parts.append(f"look {round(judgement.next_look, 2):g}")
    return "; ".join(parts) or "nothing"


class Hands:
    """What lies on the board, as the sensors of this degree of hardware see it."""

    def __init__(self, degree: Degree) -> None:
        self._degree = degree
        self._squares = set(BOARD.starts.values())
        self._rooms: dict[str, set[str]] = {room: set() for room in BOARD.rooms}
        self._mute: dict[str, set[str]] = {}
        self._tracker = Tracker(BOARD, parts=PARTS)
        self._unread: set[str] = set()
        self._tap: Tap | None = None
        self.report(0.0, resync=True)

    def change(self, word: str) -> None:
        if ">" in word:
            piece, _, room = word.partition(">")
            self._tap = Tap(piece, room)
            return
        piece, _, room = word[1:].partition("@")
        match word[0]:
            case "-" if room:
                self._rooms[room].remove(piece)
            case "+" if room:
                self._rooms[room].add(piece)
            case "~":
                self._unread = {piece} if piece else set()
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
            rooms=None if self._degree in ("reeds", "pads") else self._rooms,
            tap=self._tap,
            unread=self._unread,
            resync=resync,
        )
        self._tap = None

    def judge(self, expectation: Expectation, now: float) -> str:
        return said(self._tracker.judge(expectation, now), now)

    def agree(self, expectation: Expectation, now: float) -> None:
        self._tracker.agree(expectation, now)


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
            case ["agree", time]:
                hands.agree(expectation, float(time))
            case [time, "=", *_]:
                expected = line.partition(" = ")[2]
                assert hands.judge(expectation, float(time)) == expected, line
            case [time, *changes]:
                for change in changes:
                    hands.change(change)
                hands.report(float(time), resync="resync" in changes)
