"""What ails the sensors, by name: the squares that are not to be believed, and why."""

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.sensing.wiring import Wiring

Kind = Literal["flicker", "stuck", "deaf", "dead", "phantom", "fading", "missing"]

RESTLESS = 8  # changes of one square...
WITHIN = 4.0  # ...in so many seconds: no hand does that
CALM = 10.0  # seconds without a change until a square is believed again
FADES = 4  # times that a tag is lost in the same room...
FADING = 60.0  # ...within so many seconds
CROWD = 6  # tokens there are: more closed squares than that in one part are none
SILENT = 30.0  # seconds without two tokens that vanished together: no hands hold both for so long


@dataclass(frozen=True, slots=True)
class Ailment:
    """One thing that does not work.

    ``flicker``: the squares close and open by themselves. ``stuck``: they read closed though nothing stands
    there, ``deaf``: they read open though a token does. ``dead``: all squares of one ``part`` (a register, a
    row; empty where nobody knows which) read alike, or are not read at all. ``phantom``: a corner that three
    others make seem closed, where there are no diodes.
    ``fading``: the tag of ``piece`` comes and goes in ``room``. ``missing``: ``piece`` was asked for in vain.
    """

    kind: Kind
    squares: tuple[str, ...] = ()
    part: str = ""
    piece: str = ""
    room: str = ""


class Ailments:
    """Takes pictures and their times (seconds) and tells what is wrong. Pure.

    ``parts`` are the squares that share an input chip or a row, by its name (``parts_of``).

    >>> ailments = Ailments()
    >>> for beat in range(10):
    ...     ailments.report({"Q0", "Q7"} if beat % 2 else {"Q0"}, beat / 5)
    >>> ailments.found(2.0)
    (Ailment(kind='flicker', squares=('Q7',), part='', piece='', room=''),)
    >>> ailments.found(20.0)
    ()
    """

    def __init__(self, parts: Mapping[str, Collection[str]] | None = None) -> None:
        self._parts = {name: frozenset(squares) for name, squares in (parts or {}).items()}
        self._squares: frozenset[str] | None = None
        self._rooms: Mapping[str, frozenset[str]] = {}
        self._changes: dict[str, deque[float]] = {}
        self._losses: dict[tuple[str, str], deque[float]] = {}
        self._restless: dict[str, float] = {}  # flickering square -> its last change
        self._dead: dict[str, frozenset[str]] = {}  # part -> how it reads
        self._emptied: dict[str, float] = {}  # part of which two tokens or more vanished at once -> when
        self._stuck: set[str] = set()
        self._deaf: set[str] = set()
        self._doubtful: frozenset[str] = frozenset()
        self._unread: frozenset[str] = frozenset()
        self._phantoms: frozenset[str] = frozenset()

    def report(
        self,
        squares: Collection[str] | None,
        at: float,
        *,
        rooms: Mapping[str, Collection[str]] | None = None,
        doubtful: Collection[str] = (),
        unread: Collection[str] = (),
        resync: bool = False,
    ) -> None:
        """All closed squares and the pieces in the rooms, as in a Report.

        ``doubtful`` are the closed squares that may be phantoms, ``unread`` those of which nothing is known.
        """
        self._doubtful, self._unread = frozenset(doubtful), frozenset(unread)
        if squares is not None:
            self._take_squares(frozenset(squares), at, resync)
        if rooms is not None:
            self._take_rooms({room: frozenset(pieces) for room, pieces in rooms.items()}, at, resync)

    def stick(self, squares: Collection[str]) -> None:
        """Nothing stands on these, whatever they read, until they have opened."""
        self._stuck |= set(squares)

    def deafen(self, squares: Collection[str]) -> None:
        """A token stands on these, whatever they read, until they have closed."""
        self._deaf |= set(squares)

    def expect(self, places: Collection[str], now: float) -> None:
        """``places``: where the game has tokens. Two hands may lift two of one part within one report, too:

        it is dead only where the game goes on expecting two of them there, and nothing of it is ever felt.
        """
        self._emptied = {
            part: at for part, at in self._emptied.items() if len(self._parts[part].intersection(places)) > 1
        }
        for part in [part for part, at in self._emptied.items() if now >= at + SILENT]:
            self._dead[part] = frozenset()
            del self._emptied[part]

    def explain(self, taken: Collection[str]) -> None:
        """``taken``: the closed squares on which a token is known to stand; others in doubt are phantoms."""
        real = self._doubtful.intersection(taken)
        self._phantoms = self._doubtful - real if len(real) > 2 else frozenset()

    def blind(self, now: float) -> frozenset[str]:
        """The squares whose reading says nothing now."""
        self._calm(now)
        dead = (self._parts[part] for part in self._dead)
        return self._phantoms.union(self._unread, self._restless, self._stuck, self._deaf, *dead)

    def found(self, now: float) -> tuple[Ailment, ...]:
        """What ails the board, each thing once."""
        self._calm(now)
        dead = self._unread.union(*(self._parts[part] for part in self._dead))
        singles: tuple[tuple[Kind, Collection[str]], ...] = (
            ("flicker", self._restless),
            ("stuck", self._stuck),
            ("deaf", self._deaf),
            ("phantom", self._phantoms),
        )
        told = [Ailment("dead", _sorted(self._parts[part]), part) for part in sorted(self._dead)]
        told += [Ailment("dead", _sorted(self._unread))] if self._unread else []
        told += [Ailment(kind, _sorted(left)) for kind, squares in singles if (left := set(squares) - dead)]
        told += [
            Ailment("fading", piece=piece, room=room)
            for (piece, room), losses in sorted(self._losses.items())
            if len(losses) >= FADES and now - losses[-1] <= FADING
        ]
        return tuple(told)

    def next_change(self, now: float) -> float | None:
        """When a square will be believed again, or no more, though nothing is reported; None for never."""
        ends = [last + CALM for last in self._restless.values()]
        ends += [at + SILENT for at in self._emptied.values()]
        return min((end for end in ends if end > now), default=None)

    def _calm(self, now: float) -> None:
        self._restless = {square: last for square, last in self._restless.items() if now < last + CALM}

    def _take_squares(self, squares: frozenset[str], at: float, resync: bool) -> None:
        before = squares if self._squares is None or resync else self._squares
        self._squares = squares
        changed = before ^ squares
        for square in changed:
            times = self._changes.setdefault(square, deque(maxlen=RESTLESS))
            times.append(at)
            if square in self._restless or (len(times) == RESTLESS and at - times[0] <= WITHIN):
                self._restless[square] = at
        self._stuck &= squares
        self._deaf -= squares
        self._phantoms &= squares
        for part, own in self._parts.items():
            reads = own & squares
            if part in self._dead:
                if reads != self._dead[part]:  # it says something again
                    del self._dead[part]
            elif len(own) > CROWD and reads == own:
                self._dead[part] = reads
            if reads:
                self._emptied.pop(part, None)
            elif len(own & before) > 1 and part not in self._dead:
                self._emptied[part] = at

    def _take_rooms(self, rooms: Mapping[str, frozenset[str]], at: float, resync: bool) -> None:
        before = {} if resync else self._rooms
        self._rooms = rooms
        for room, pieces in rooms.items():
            for piece in before.get(room, frozenset()) - pieces:
                losses = self._losses.setdefault((piece, room), deque(maxlen=FADES))
                losses.append(at)
                while losses[-1] - losses[0] > FADING:
                    losses.popleft()


def parts_of(wiring: Wiring) -> dict[str, frozenset[str]]:
    """The squares that one register, expander, row or column reads, by its name on the wiring plan.

    >>> from companion.board import load_board
    >>> from companion.sensing import wiring_for
    >>> sorted(parts_of(wiring_for(load_board("classic")))["register 1"])[:3]
    ['H0', 'H1', 'H2']
    """
    parts: dict[str, set[str]] = {}
    for bit, square in enumerate(wiring.inputs):
        words = wiring.input_name(bit).split(" ")
        names = [words[:2], words[2:]] if words[0] == "row" else [words[:2]]
        for name in names if square else ():
            parts.setdefault(" ".join(name), set()).add(square or "")
    return {name: frozenset(squares) for name, squares in parts.items()}


def _sorted(squares: Collection[str]) -> tuple[str, ...]:
    """By row, then by column, as boards list them.

    >>> _sorted({"B10", "A5", "Q0"})
    ('Q0', 'A5', 'B10')
    """
    return tuple(sorted(squares, key=lambda square: (int(square[1:]), square[0])))
