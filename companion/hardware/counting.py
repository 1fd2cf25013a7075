"""How many there are of each thing that the wiring has: what the quantities of parts.toml are made of."""

import math
from collections.abc import Iterable, Mapping, Sequence

from companion.hardware.folder import Hardware
from companion.sensing import Wiring

THINGS: Mapping[str, str] = {
    "table": "one, whatever is built",
    "square": "squares that are sensed",
    "register": "74HC165",
    "expander": "MCP23017",
    "i2c_bus": "buses of expanders",
    "diode": "crossings of a matrix that have a diode",
    "decoder": "74HC154, those of the readers and those of a matrix",
    "multiplexer": "74HC4067",
    "pn5180": "readers",
    "pn532": "door pads",
    "tag_15693": "pieces with a tag for readers",
    "tag_a": "tokens with a tag for door pads",
    "lamp": "door lamps",
    "lamp_chain": "chains of them",
    "pico": "Picos",
    "driven_wire": "wires that a Pico drives (clocks, loads, addresses), where mounting.toml has a series",
    "suspect": "tokens",
    "button": "dice buttons on the Pi's pins",
    "dice_lamp": "lamps of them",
    "bullet_lamp": "bullet lamps on the Pi's pins",
    "buzzer": "buzzers on the Pi's pins",
    "own_supply": "supplies for readers and lamps",
    "squares_metre": "metres of cable to the squares' chips",
    "rooms_metre": "metres of cable to the readers",
    "lamps_metre": "metres of cable to the lamps",
    "wire_metre": "metres of single wire between squares and their chips, there and back",
}
"""What parts.toml may count, and what it means."""

SLACK = 0.1
"""Metres of each wire that go into bends and ends."""


def counted(built: Hardware) -> dict[str, float]:
    """How many of each of THINGS.

    >>> from companion.hardware import read_hardware
    >>> found = counted(read_hardware())
    >>> found["square"], found["register"], found["lamp"], found["pn5180"]
    (188, 24, 17, 9)
    """
    wiring, pins, mounting = built.wiring, built.pins, built.mounting
    readers, lamps = wiring.readers, wiring.lamps
    kind = wiring.kind if wiring.inputs else None
    chips = len(built.chips)
    matrix_decoder = int(kind == "matrix" and wiring.pins["decoder"])
    addressed = bool(readers and readers.bus["address"])
    tagged = len(readers.pieces) if readers else 0
    squares = [square for square in wiring.inputs if square]
    return {
        "table": 1,
        "square": len(squares),
        "register": chips if kind == "74hc165" else 0,
        "expander": chips if kind == "mcp23017" else 0,
        "i2c_bus": len(wiring.pins["buses"]) if kind == "mcp23017" else 0,
        "diode": len(squares) if kind == "matrix" and wiring.pins["diodes"] else 0,
        "decoder": matrix_decoder + addressed,
        "multiplexer": int(addressed and bool(readers and readers.sets)),
        "pn5180": len(readers.pins) if readers and readers.kind == "pn5180" else 0,
        "pn532": len(readers.pins) if readers and readers.kind == "pn532" else 0,
        "tag_15693": tagged if readers and readers.kind == "pn5180" else 0,
        "tag_a": tagged if readers and readers.kind == "pn532" else 0,
        "lamp": len(lamps.doors) if lamps else 0,
        "lamp_chain": int(bool(lamps)),
        "pico": len(built.picos),
        "driven_wire": _driven(wiring) if mounting.series else 0,
        "suspect": len(built.board.starts),
        "button": 1,
        "dice_lamp": int(bool(pins.dice_lamp)),
        "bullet_lamp": len(pins.bullet_lamps),
        "buzzer": int(bool(pins.buzzer)),
        "own_supply": int(bool(mounting.own and (readers or lamps))),
        "squares_metre": mounting.squares if squares else 0,
        "rooms_metre": mounting.rooms if readers else 0,
        "lamps_metre": mounting.lamps if lamps else 0,
        "wire_metre": 2 * sum(_lengths(built)),
    }


def _driven(wiring: Wiring) -> int:
    """Clocks, loads, addresses and the like: all but what the Pico listens to, and the data of the lamps."""
    uses = {use for part in wiring.picos for found in part.gpio.values() for use in found}
    quiet = ("data of the registers", "unused", "miso", "busy", "column", "sda", "scl", "data of the lamps")
    return sum(not use.startswith(quiet) for use in uses)


def _lengths(built: Hardware) -> Iterable[float]:
    """Metres from each square to the middle of the squares of its chip, where the chip is best put."""
    metre = built.mounting.pitch / 1000
    for inputs in built.chips.values():
        at = [built.board.position(one.square) for one in inputs if one.square]
        if at:
            middle = centre(at)
            yield from (metre * math.dist(one, middle) + SLACK for one in at)


def centre(positions: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The middle of some squares, by column and row."""
    columns, rows = zip(*positions, strict=True)
    return sum(columns) / len(columns), sum(rows) / len(rows)
