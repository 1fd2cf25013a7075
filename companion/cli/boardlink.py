"""Which board `companion run` listens to: a Pico, the virtual board, or none."""

import dataclasses
import logging
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

from companion.board import Board
from companion.cli.ears import Ears
from companion.sensing import Wiring, link_to, only, pico_ports, wiring_for
from companion.sensing.virtual import VirtualBoard
from companion.table import Follower, Table, glowing_doors

ANSWERS_WITHIN = 7.0
"""Seconds in which a plugged-in Pico says who it is; the link itself gives a device five."""

LOOK_AGAIN = 2.0
"""Seconds between two looks whether a Pico was plugged in, as the link does it."""

PATIENCE = 30.0
"""Seconds for which a Pico waits while somebody has a piece of the virtual board in the hand."""

NO_PICO = ", since no Pico is plugged in"

_log = logging.getLogger(__name__)

FindVirtual = Callable[[], VirtualBoard | None]
"""Gives the virtual board for as long as it is the one that is linked."""


def link_board(
    choice: str,
    table: Table,
    board: Board,
    ears: Ears | None,
    evening: ExitStack,
    *,
    hardware: Path | None = None,
    look_again: float = LOOK_AGAIN,
) -> tuple[str, FindVirtual]:
    """Start the link and say which board it is; gives what finds the virtual board.

    choice: `auto`, `pico`, `virtual`, `none`, or a port. With `auto` a Pico that comes later takes over from
    the virtual board, and keeps the table from then on. ears: who listens to it beside the table.
    evening: what ends the link again. hardware: the folder, None for the shipped one.
    look_again: seconds, for tests.
    Raises WiringFault for a board that the sensors cannot carry.
    """
    if choice == "none":
        return "none; tokens are moved on the screen", _no_virtual
    wiring = wiring_for(board, hardware)
    if choice == "pico":
        _keep(pico_ports, wiring, table, board, ears, evening)
        return "the Pico, as soon as it answers", _no_virtual
    if choice not in ("auto", "virtual"):
        _keep(only(choice), wiring, table, board, ears, evening)
        return f"the Pico on {choice}, as soon as it answers", _no_virtual
    why = ""
    if choice == "auto":
        port, why = _answering(wiring)
        if port:
            _keep(pico_ports, wiring, table, board, ears, evening)
            return f"the Pico on {port}", _no_virtual
    stand_in = evening.enter_context(StandIn(table, board, wiring, ears))
    if choice == "auto":
        evening.enter_context(stand_in.until_a_pico_comes(look_again))
        why += "; a Pico that is plugged in later takes over"
    return f"the virtual board, its firmware under {stand_in.runtime}{why}", lambda: stand_in.virtual


def _no_virtual() -> None:
    return None


class StandIn:
    """The virtual board in the place of a real one, for as long as there is none.

    A context manager: leaving it ends the link, whichever board it is to by then.
    """

    def __init__(self, table: Table, board: Board, wiring: Wiring, ears: Ears | None) -> None:
        self._table = table
        self._board = board
        self._wiring = wiring
        self._ears = ears
        self._linked = ExitStack()
        view = table.view(None)
        places = {**view["tokens"], **view["weapons"]}
        wiring = dataclasses.replace(wiring, split=False)  # one virtual Pico is enough
        virtual = self._linked.enter_context(VirtualBoard(board, places, wiring=wiring))
        self.virtual: VirtualBoard | None = virtual
        self.runtime = "MicroPython" if virtual.runtime == "micropython" else "CPython"
        _keep(virtual.ports, wiring, table, board, ears, self._linked)
        self._linked.enter_context(Follower(table, Attendant(virtual, view).follow))
        virtual.watch_lamps(lambda lamps: table.nudge())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._linked.close()

    @contextmanager
    def until_a_pico_comes(self, every: float) -> Iterator[None]:
        """Look for a Pico each so many seconds, and let it take over."""
        stop = threading.Event()

        def look() -> None:
            judged: Sequence[str] = ()
            while not stop.wait(every):
                ports = pico_ports()
                if ports != judged and not self._busy():
                    judged = ports
                    if self._taken_over():
                        return

        thread = threading.Thread(target=look, name="pico watch", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def _busy(self) -> bool:
        """Whether somebody drags a piece just now: its move would be lost."""
        return self.virtual is not None and self.virtual.in_hand(PATIENCE)

    def _taken_over(self) -> bool:
        port, why = _answering(self._wiring)
        if port is None:
            if why != NO_PICO:
                _log.info("The virtual board stays%s", why)
            return False
        self.virtual = None
        self._linked.close()
        self._table.linked("none", f"The Pico on {port} takes over from the virtual board.")
        _keep(pico_ports, self._wiring, self._table, self._board, self._ears, self._linked)
        self._table.nudge()  # so that the virtual board's pages end
        return True


class Attendant:
    """Moves the virtual board's pieces after the game, as people at a real table move theirs.

    So who plays by taps need not drag everything again. It follows what the game has changed and nothing
    else: a piece that was put elsewhere by hand, or is in a hand, stays there.
    """

    def __init__(self, virtual: VirtualBoard, view: Mapping[str, Any]) -> None:
        self._virtual = virtual
        self._known = _standing(view)

    def follow(self, view: Mapping[str, Any]) -> None:
        """Put the pieces whose places have changed in the game since the last view."""
        known, self._known = self._known, _standing(view)
        there = {**self._virtual.places(), **self._virtual.weapons()}
        for piece, place in self._known.items():
            lifted = piece in self._virtual.places() and there[piece] is None
            if place != known.get(piece) and place != there.get(piece, place) and not lifted:
                self._virtual.put(piece, place)


def _standing(view: Mapping[str, Any]) -> Mapping[str, str]:
    return {**view["tokens"], **view["weapons"]}


def _keep(
    find: Callable[[], Sequence[str]],
    wiring: Wiring,
    table: Table,
    board: Board,
    ears: Ears | None,
    evening: ExitStack,
) -> None:
    """Let the table have what the board senses, the lamps what it bars, and the readers what it awaits."""
    ears = ears or Ears()
    link = link_to(
        find, wiring, table.sensed, ears.beside(table.linked), ears.overhear, ears.overhear_rooms
    )
    ears.listen_to(link)
    table.listen(lambda: link.heard)

    def tell(view: Mapping[str, Any]) -> None:
        link.light(glowing_doors(view, board))
        link.attend(awaited_rooms(view, table, board))

    evening.callback(link.close)
    link.start()
    evening.enter_context(Follower(table, tell))


def awaited_rooms(view: Mapping[str, Any], table: Table, board: Board) -> frozenset[str]:
    """The rooms into which a piece may be put now: by roll or passage, or to put something right."""
    mine = table.view(view["turn"]) if view["turn"] else view
    ends = {place for offer in mine["acts"] if offer["act"] == "move" for place in offer["choices"][0]}
    if any(offer["act"] == "passage" for offer in mine["acts"]):
        ends.add(board.passages[mine["tokens"][mine["suspect"]]])
    ends |= {correction["to"] for correction in view["corrections"]}
    return frozenset(filter(board.is_room, ends - {None}))


def _answering(wiring: Wiring) -> tuple[str | None, str]:
    """The port of a Pico that answers as our board, or why there is none."""
    ports = pico_ports()
    if not ports:
        return None, NO_PICO
    heard: queue.Queue[tuple[str, str]] = queue.Queue()
    link = link_to(pico_ports, wiring, lambda report: None, lambda *told: heard.put(told))
    link.start()
    try:
        status, detail = heard.get(timeout=ANSWERS_WITHIN)
    except queue.Empty:
        status, detail = "none", "the Pico does not answer"
    finally:
        link.close()
    return (", ".join(ports), "") if status == "ok" else (None, f", since: {detail}")
