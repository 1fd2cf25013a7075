"""A whole evening below the pages: table, clock, link, pseudo-terminal, the real firmware, and hands."""

import random
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from companion.board import load_board
from companion.sensing import Link, Report, wiring_for
from companion.sensing.virtual import VirtualBoard
from companion.table import Follower, House, Journal, Pacer, Table
from tests.table.evening import seat_players

BOARD = load_board("classic")
WIRING = wiring_for(BOARD)
STARTS = dict(BOARD.starts)
DEADLINE = 20.0
RETRY = 0.05
SHOWN = ("link", "phase", "corrections", "notices", "frame", "tokens")
FIVE = ["Q1", "Q2", "Q3", "Q4", "Q5"]
"""The way of scarlet that throws a five."""


class Fives(House):
    """Every die shows a five."""

    def dice(self, count: int) -> tuple[int, ...]:
        return (5,) * count


class Tabletop:
    """Ann, Ben and Cat at a board whose firmware runs.

    seen: every public view that was shown, in order. details: what the link has said.
    find: the ports that the link tries; the board's own, if not given.
    """

    def __init__(
        self,
        folder: Path,
        *,
        places: Mapping[str, str] | None = None,
        rules: str = "classic",
        options: Mapping[str, str] | None = None,
        readers: bool = False,
        deal: bool = True,
        find: Callable[[VirtualBoard], Callable[[], Iterable[str]]] | None = None,
        retry: float = RETRY,
    ) -> None:
        self._ends = ExitStack()
        self.table = Table(Journal.open(folder), house=Fives(random.Random(1)))
        self._ends.callback(self.table.close)
        self.table.open_lobby(rules, {"begins": "scarlet", **(options or {})})
        seat_players(self.table)
        if deal:
            self.table.start()
        self.board = self._ends.enter_context(VirtualBoard(BOARD, places, wiring=WIRING, readers=readers))
        self.details: list[tuple[str, str]] = []
        self.squares: Collection[str] | None = None
        self._said = threading.Condition()
        self.seen: list[Mapping[str, Any]] = []
        self._ends.enter_context(Follower(self.table, self.seen.append))
        pacer = Pacer(self.table)
        self._ends.callback(pacer.close)
        pacer.start()
        ports = find(self.board) if find else self.board.ports
        self.link = Link(lambda: tuple(ports()), WIRING, self._sensed, self._linked, retry=retry)
        self._ends.callback(self.link.close)
        self.table.listen(lambda: self.link.heard)
        self.link.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._ends.close()

    def _sensed(self, report: Report) -> None:
        self.table.sensed(report)
        with self._said:
            self.squares = report.squares
            self._said.notify_all()

    def reported(self, squares: set[str]) -> None:
        """Until these squares are what the board has reported last."""
        with self._said:
            assert self._said.wait_for(lambda: self.squares == squares, DEADLINE), self.squares

    def _linked(self, status: str, detail: str) -> None:
        self.table.linked(status, detail)
        with self._said:
            self.details.append((status, detail))
            self._said.notify_all()

    # -- what is waited for -------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view(None)

    def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first public view from now on that this holds of."""
        patient_until = time.monotonic() + DEADLINE
        view = self.view
        while not holds(view):
            told = {name: view[name] for name in SHOWN}
            assert time.monotonic() < patient_until, (told, self.details[-3:])
            self.table.wait(view["version"], 1)
            view = self.view
        return view

    def until_said(self, status: str, words: str = "", after: int = 0) -> str:
        """The link's sentence, once it has been in this state, not counting the first so many changes."""
        found: list[str] = []

        def there() -> bool:
            found[:] = [told for state, told in self.details[after:] if state == status and words in told]
            return bool(found)

        with self._said:
            assert self._said.wait_for(there, DEADLINE), self.details
        return found[0]

    def linked(self) -> None:
        """Until the link is there, the board right, and nothing is about to settle."""
        self.until(lambda view: view["link"] == "ok" and not view["corrections"] and not view["notices"])
        while (due := self.table.tick()) is not None and due < 1:
            self.table.wait(self.table.version, due)

    def corrected(self, *wanted: tuple[str | None, str | None, str | None]) -> None:
        """Until exactly these are to be put right: the piece, where it is seen, where it belongs."""
        told = [{"suspect": piece, "from": seen, "to": place} for piece, seen, place in wanted]
        self.until(lambda view: sorted(view["corrections"], key=str) == sorted(told, key=str))

    def stands(self, token: str, place: str) -> None:
        """Until the game has the token there, and asks for nothing."""
        self.until(lambda view: view["tokens"][token] == place and not view["corrections"])

    # -- the game -----------------------------------------------------------------------------------------

    def roll(self) -> list[str]:
        """Throw for the seat in turn; where it may go."""
        assert self.table.roll_pressed()
        view = self.table.view(self.view["turn"])
        ends: list[str] = view["acts"][0]["choices"][0]
        return ends

    def moves(self) -> list[str]:
        """The moves that were played, as the record has them."""
        lines = self.table.record().splitlines()
        return [line for line in lines if ": move " in line]

    def end_turn(self) -> None:
        self.table.act(self.view["turn"], "end", self.table.version)

    def plays_on(self) -> None:
        """Whoever is in turn rolls, moves by hand to a square, and ends the turn, as if nothing was."""
        self.linked()
        seat = self.view["turn"]
        ends = self.roll()
        suspect = self.table.view(seat)["suspect"]
        end = next(place for place in ends if BOARD.is_square(place))
        self.board.lift(suspect)
        self.board.put(suspect, end)
        self.stands(suspect, end)
        assert self.moves()[-1] == f"{seat}: move {end}"
        self.end_turn()
