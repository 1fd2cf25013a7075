"""The world of the fake pins as the firmware meets it: lines of the world channel (fakes/machine.py)."""

import json
from collections.abc import Iterable, Mapping

from companion.board import Board
from companion.sensing.wiring import Wiring

TAP_MS = 800  # longer than a round of nine pads
SERIAL = "5649525455414C31"  # the unique id of the virtual Pico


def wires(wiring: Wiring) -> str:
    """What hangs on which pin; said once, before the Pico gets power."""
    world = f"serial {SERIAL}\n"
    if wiring.inputs:
        world += f"squares {json.dumps(wiring.sensors, separators=(',', ':'))}\n"
    if lamps := wiring.lamps:
        world += f"lamps {lamps.settings['pin']} {len(lamps.doors)}\n"
    if readers := wiring.readers:
        world += f"readers {json.dumps(readers.firmware_config(), separators=(',', ':'))}\n"
    return world


def closed(wiring: Wiring, squares: Iterable[str]) -> str:
    """The switches while these squares are closed."""
    return f"closed {wiring.digits(squares)}\n" if wiring.inputs else ""


def fields(wiring: Wiring, rooms: Iterable[str | None], places: Mapping[str, str | None]) -> str:
    """The tags in these rooms, by where every piece is."""
    readers = wiring.readers
    if not readers or not readers.sets:
        return ""
    lying = {
        room: [readers.uid_of(piece) for piece, place in places.items() if place == room]
        for room in rooms
        if room in readers.pins
    }
    return "".join(f"field {room} {' '.join(filter(None, uids))}\n" for room, uids in lying.items())


def tap(wiring: Wiring, room: str | None, piece: str) -> str:
    """A piece that goes into a room is held to the pad at its door, where there is one, for a moment."""
    readers = wiring.readers
    uid = readers.uid_of(piece) if readers and not readers.sets and room in readers.pins else None
    return f"field {room} {uid}\nafter {TAP_MS} field {room}\n" if uid else ""


def standing(board: Board, places: Mapping[str, str | None]) -> frozenset[str]:
    """The squares on which a token stands: weapons lie in rooms and carry no magnet."""
    return frozenset(
        place for token in board.starts if (place := places[token]) and board.is_square(place)
    )
