"""How long it takes from a reed's edge on the Pico's pin until the table has committed the move."""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from companion.bench.figure import Figure, percentile
from companion.board import load_board
from companion.sensing import Link, Report, only, wiring_for
from companion.sensing.tracker import SETTLE
from companion.sensing.virtual import VirtualBoard
from companion.table import House, Journal, Pacer, Table

MOVES = 20
PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white"}
PATIENCE = 30.0


class _Evening:
    """A table with a board whose firmware runs, and the times at which things came."""

    def __init__(self, ends: ExitStack) -> None:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-")))
        board = load_board("classic")
        wiring = wiring_for(board)
        self.is_square = board.is_square
        self.table = Table(Journal.open(folder), house=House(Random(1)))  # the same game every time
        ends.callback(self.table.close)
        self.table.open_lobby("classic")
        for name, suspect in PLAYERS.items():
            self.table.join(name, suspect)
        self.table.start()
        self.board = ends.enter_context(VirtualBoard(board, wiring=wiring, readers=False))
        self._reports: list[tuple[float, Report]] = []
        self._came = threading.Condition()
        pacer = Pacer(self.table)
        ends.callback(pacer.close)
        pacer.start()
        link = Link(only(self.board.port), wiring, self._sensed, self.table.linked)
        ends.callback(link.close)
        self.table.listen(lambda: link.heard)
        link.start()
        self.reported(board.starts["scarlet"])

    def reported(self, square: str) -> float:
        """When a report came that says that the square is taken, seconds of the performance counter."""
        with self._came:
            if not self._came.wait_for(lambda: self._when(square), PATIENCE):
                raise TimeoutError(f"no report of {square}")
            return self._when(square) or 0.0

    def forget(self) -> None:
        """What was reported until now counts no more."""
        with self._came:
            self._reports.clear()

    def _when(self, square: str) -> float | None:
        return next((at for at, report in self._reports if square in (report.squares or ())), None)

    def _sensed(self, report: Report) -> None:
        with self._came:
            self._reports.append((time.perf_counter(), report))
            self._came.notify_all()
        self.table.sensed(report)


def measure() -> Iterator[Figure]:
    """Moves made by hand on the virtual board, the real firmware below, its own tracker and journal above."""
    told: list[float] = []
    committed: list[float] = []
    with ExitStack() as ends:
        evening = _Evening(ends)
        process = evening.board.process
        runtime = "MicroPython" if process and process.runtime == "micropython" else "CPython"
        chance = Random(1)
        while len(committed) < MOVES:
            taken = _go_on(evening, chance)
            if taken:
                told.append(1000 * taken[0])
                committed.append(1000 * taken[1])
    told.sort()
    committed.sort()
    note = f"{MOVES} moves, the firmware under {runtime}"
    yield Figure("edge to report, median", percentile(told, 50), "ms", note)
    yield Figure("edge to report, worst", told[-1], "ms", note)
    settled = f"{note}; {1000 * SETTLE:.0f} ms of it the token must lie still"
    yield Figure("edge to act, median", percentile(committed, 50), "ms", settled)
    yield Figure("edge to act, worst", committed[-1], "ms", settled)


def _go_on(evening: _Evening, chance: Random) -> tuple[float, float] | None:
    """One act of the game; for a move by hand the seconds until its report, and until it was committed."""
    table = evening.table
    seat = table.view(None)["awaits"][0]
    seen: dict[str, Any] = table.view(seat)
    offers = {offer["act"]: offer["choices"] for offer in seen["acts"] if offer["act"] != "accuse"}
    squares = list(filter(evening.is_square, offers.get("move", [[]])[0]))
    if not squares:
        verb = next(iter(offers))
        words = [verb, *(chance.choice(choice) for choice in offers[verb])]
        table.act(seat, " ".join(words), seen["version"])
        return None
    square, token = chance.choice(squares), PLAYERS[seat]
    evening.forget()
    edge = time.perf_counter()
    evening.board.put(token, square)
    version = seen["version"]
    while table.view(None)["tokens"][token] != square:
        if (newer := table.wait(version, PATIENCE)) == version:
            raise TimeoutError(f"no move to {square}")
        version = newer
    return evening.reported(square) - edge, time.perf_counter() - edge
