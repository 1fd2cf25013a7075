"""Which board `companion run` listens to: a Pico, the virtual board, or none."""

import queue
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from companion.board import Board
from companion.sensing import Link, Wiring, only, pico_ports, wiring_for
from companion.sensing.virtual import VirtualBoard
from companion.table import Follower, Table, glowing_doors

ANSWERS_WITHIN = 7.0
"""Seconds in which a plugged-in Pico says who it is; the link itself gives a device five."""


def link_board(
    choice: str, table: Table, board: Board, evening: ExitStack
) -> tuple[str, VirtualBoard | None]:
    """Start the link and say which board it is; gives the virtual board where it is that one.

    choice: `auto`, `pico`, `virtual`, `none`, or a port. evening: what ends the link again.
    Raises WiringFault for a board that the sensors cannot carry.
    """
    if choice == "none":
        return "none; tokens are moved on the screen", None
    wiring = wiring_for(board)
    if choice == "pico":
        _keep(pico_ports, wiring, table, board, evening)
        return "the Pico, as soon as it answers", None
    if choice not in ("auto", "virtual"):
        _keep(only(choice), wiring, table, board, evening)
        return f"the Pico on {choice}, as soon as it answers", None
    why = ""
    if choice == "auto":
        port, why = _answering(wiring)
        if port:
            _keep(pico_ports, wiring, table, board, evening)
            return f"the Pico on {port}", None
    # Without readers, as hosts without them play: its phone asks where a token is that left the squares.
    places = table.view(None)["tokens"]
    virtual = evening.enter_context(VirtualBoard(board, places, wiring=wiring, readers=False))
    _keep(only(virtual.port), wiring, table, board, evening)
    runtime = "MicroPython" if virtual.process and virtual.process.runtime == "micropython" else "CPython"
    return f"the virtual board, its firmware under {runtime}{why}", virtual


def _keep(
    find: Callable[[], Sequence[str]], wiring: Wiring, table: Table, board: Board, evening: ExitStack
) -> None:
    """Let the table have what the board senses, the lamps what it bars, and the readers what it awaits."""
    link = Link(find, wiring, table.sensed, table.linked)

    def tell(view: Mapping[str, Any]) -> None:
        link.light(glowing_doors(view, board))
        link.attend(awaited_rooms(view, table, board))

    evening.callback(link.close)
    link.start()
    evening.enter_context(Follower(table, tell))


def awaited_rooms(view: Mapping[str, Any], table: Table, board: Board) -> frozenset[str]:
    """The rooms into which a piece may be put now: by the roll, or to put something right."""
    acts = table.view(view["turn"])["acts"] if view["turn"] else ()
    ends = {place for offer in acts if offer["act"] == "move" for place in offer["choices"][0]}
    ends |= {correction["to"] for correction in view["corrections"]}
    return frozenset(filter(board.is_room, ends - {None}))


def _answering(wiring: Wiring) -> tuple[str | None, str]:
    """The port of a Pico that answers as our board, or why there is none."""
    ports = pico_ports()
    if not ports:
        return None, ", since no Pico is plugged in"
    heard: queue.Queue[tuple[str, str]] = queue.Queue()
    link = Link(pico_ports, wiring, lambda report: None, lambda status, detail: heard.put((status, detail)))
    link.start()
    try:
        status, detail = heard.get(timeout=ANSWERS_WITHIN)
    except queue.Empty:
        status, detail = "none", "the Pico does not answer"
    finally:
        link.close()
    return (", ".join(ports), "") if status == "ok" else (None, f", since: {detail}")
