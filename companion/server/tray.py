"""The virtual board's own paths: pieces put and lifted, faults on demand, and what is wrong now."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify

from companion.board import load_board
from companion.server.access import host_only
from companion.server.faults import Fault
from companion.server.scene import drawing_of
from companion.server.sent import body, field
from companion.server.site import DraggableBoard, Site
from companion.server.tabletop import tabletop

ALL = "all"
"""Heals every fault at once."""


def blueprint(site: Site) -> Blueprint:
    """The paths of the virtual board, where there is one."""
    virtual = Blueprint("virtual", __name__)

    @virtual.get("/api/virtual")
    def look() -> Response:
        return jsonify(state(_board(site)))

    @virtual.post("/api/virtual")
    def touch() -> Response:
        board = _board(site)
        sent = body()
        if "fault" in sent:
            square = field(sent, "square", str, "").strip().upper() or None
            _at_a_place(board.fault, _fault(board, field(sent, "fault", str)), square)
        elif "heal" in sent:
            name = field(sent, "heal", str)
            for one in board.faults() if name == ALL else [_fault(board, name)]:
                board.heal(one)
        elif "readers" in sent:
            if not board.fit_readers(field(sent, "readers", bool)):
                raise Fault(409, "no-readers")
        elif "tidy" in sent:
            tidy(site, board)
        elif "lift" in sent:
            _at_a_place(board.lift, field(sent, "lift", str))
        else:
            _at_a_place(board.put, field(sent, "token", str), field(sent, "place", str))
        if sent.keys() & {"tidy", "readers", "heal", "fault"}:
            site.table.nudge()  # every page of the board shows it
        return jsonify(state(board) | {"drawn": _drawn(site, board)})

    return virtual


def state(board: DraggableBoard) -> dict[str, Any]:
    """The board as it is: pieces, faults (with the square where one is), readers, port, lamps that glow."""
    return {
        "places": board.places(),
        "weapons": board.weapons(),
        "faults": {
            name: {"on": at is not None, "square": at or None} for name, at in board.faults().items()
        },
        "readers": board.readers,
        "port": board.port,
        "runtime": board.runtime,
        "lamps": [
            {"room": door.room, "square": door.square, "colour": colour}
            for door, colour in board.lamps().items()
        ],
    }


def _drawn(site: Site, board: DraggableBoard) -> dict[str, tuple[float, float]]:
    """Where the page draws each piece."""
    top = tabletop(board, drawing_of(site.table.board() or load_board("classic")))
    return {piece.name: (piece.x, piece.y) for piece in (*top.tokens, *top.weapons)}


def tidy(site: Site, board: DraggableBoard) -> None:
    """Put every piece where the game has it."""
    view = site.table.view(None)
    for piece, place in {**view["tokens"], **view["weapons"]}.items():
        if piece in board.places() or piece in board.weapons():
            board.put(piece, place)


def _board(site: Site) -> DraggableBoard:
    """Raises Fault 404 where there is no virtual board, 403 for whoever is not the host."""
    board = site.virtual
    if board is None:
        raise Fault(404, "no-virtual")
    host_only(site)
    return board


def _fault(board: DraggableBoard, name: str) -> str:
    if name not in board.faults():
        raise Fault(400, "unknown-fault", fault=name, faults=", ".join(board.faults()))
    return name


def _at_a_place(do: Callable[..., None], *words: str | None) -> None:
    try:
        do(*words)
    except ValueError:
        raise Fault(409, "unknown-piece") from None
