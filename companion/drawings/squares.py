"""The squares' sensors: one register, one expander, or the matrix."""

from collections.abc import Iterator, Mapping, Sequence

from companion.drawings.sheet import BOLD, FINE, GREY, INK, PALE, PAPER, SMALL, TEXT, Box, Disc, Sheet
from companion.drawings.symbols import Leg, dip, free, reed, tell
from companion.drawings.wires import at, decoder, goes
from companion.hardware import Hardware, Input, chips

PULL = "10 k"
"""The pull-up before each input of a register; expanders and Pico have theirs inside."""


def drawings(built: Hardware, source: str) -> Iterator[tuple[str, Sheet]]:
    """The name and the drawing of each chip, or of the matrix."""
    if built.wiring.kind == "matrix":
        yield "matrix", matrix(built, source)
        if built.wiring.pins["decoder"]:
            rows = {row - 1: f"row {row}" for row in built.chips}
            yield "row-decoder", decoder(built.wiring.pins["select"], rows, None, source, "rows")
        return
    if not built.wiring.inputs:
        return
    name, draw = {"74hc165": ("register", register), "mcp23017": ("expander", expander)}[built.wiring.kind]
    for number in built.chips:
        yield f"{name}-{number:02}", draw(built, number, source)


def register(built: Hardware, number: int, source: str) -> Sheet:
    """One shift register with its reeds, and where it stands in the chain."""
    sheet = Sheet(190, 148, f"Register {number} of {len(built.chips)}: {_span(built.chips[number])}")
    chip, pins, last = chips()["74hc165"], built.wiring.pins, number == len(built.chips)
    others = "and every other register" if len(built.chips) > 1 else ""
    ends = dip(sheet, chip.legs, 80, 24, 30, 13, range(1, len(chip.legs) + 1))
    bus = {
        "SH/LD": (f"Pico {at(pins['load'])}", others),
        "CLK": (f"Pico {at(pins['clock'])}", others),
        "QH": (f"Pico {at(pins['data'])}" if number == 1 else f"SER of register {number - 1}", ""),
        "SER": ("ground", "the chain ends here") if last else (f"QH of register {number + 1}", ""),
        "CLK INH": ("ground", ""),
        "VCC": ("3.3 V", "100 nF to GND, close to the chip"),
        "GND": ("ground", ""),
    }
    squares = {one.leg: one.square for one in built.chips[number]}
    for name, leg in zip(chip.legs, ends, strict=True):
        if name in squares:
            _input(sheet, leg, squares[name])
        elif name in bus:
            goes(sheet, leg, *bus[name])
        else:
            free(sheet, leg)
    foot = "A reed joins its input to ground while a magnet stands above it;"
    sheet.heading(source, foot, f"else the pull-up, {PULL} to 3.3 V, holds the input high.")
    return sheet


def expander(built: Hardware, number: int, source: str) -> Sheet:
    """One port expander with its reeds and its address."""
    sheet = Sheet(190, 176, f"Expander {number} of {len(built.chips)}: {_span(built.chips[number])}")
    chip = chips()["mcp23017"]
    places = [(wires, address) for wires in built.wiring.pins["buses"] for address in wires["addresses"]]
    wires, address = places[number - 1]
    bits = {f"A{bit} address": "3.3 V" if address >> bit & 1 else "ground" for bit in range(3)}
    pull = f"{built.mounting.pull_up:g} ohms to 3.3 V, once a bus"
    told = {
        "VDD": ("3.3 V", "100 nF to VSS, close to the chip"),
        "VSS": ("ground", ""),
        "SCL": (f"Pico {at(wires['scl'])}", pull),
        "SDA": (f"Pico {at(wires['sda'])}", pull),
        "RESET": ("3.3 V", ""),
        **{name: (level, f"address 0x{address:02X}") for name, level in bits.items()},
    }
    ends = dip(sheet, chip.legs, 78, 20, 34, 10.4, range(1, len(chip.legs) + 1))
    squares = {one.leg: one.square for one in built.chips[number]}
    for name, leg in zip(chip.legs, ends, strict=True):
        if squares.get(name):
            reed(sheet, leg, squares[name] or "")
        elif name in told:
            goes(sheet, leg, *told[name])
        else:
            free(sheet, leg)
    sheet.heading(source, "Each reed joins its pin to ground; the pull-ups are inside.")
    return sheet


def matrix(built: Hardware, source: str) -> Sheet:
    """The matrix: every row and column with the square at its crossing, and one crossing large."""
    pins = built.wiring.pins
    columns = pins["columns"]
    rows: Mapping[int, Sequence[Input]] = built.chips
    wide, high = 12.0, 7.0
    width = 58 + wide * len(columns) + 8
    sheet = Sheet(width, 36 + high * len(rows) + 48, f"The matrix: {len(rows)} rows of {len(columns)}")
    for number, pin in enumerate(columns):
        x = 58 + number * wide
        sheet.words(x + wide / 2, 21, str(number + 1), TEXT, "middle", bold=True)
        sheet.words(x + wide / 2, 25, f"GP{pin}", SMALL, "middle", colour=GREY)
    for place, (row, inputs) in enumerate(rows.items()):
        y = 27 + place * high
        sheet.words(40, y + 4.6, f"row {row}", TEXT, "end", bold=True)
        sheet.words(56, y + 4.6, _row_leg(pins, row), SMALL, "end", colour=GREY)
        for one in inputs:
            x = 58 + (int(one.leg) - 1) * wide
            sheet.add(Box(x, y, wide, high, PAPER if one.square else PALE, FINE, GREY))
            sheet.words(x + wide / 2, y + 4.6, one.square or "", TEXT, "middle")
    _crossing(sheet, 40, 27 + high * len(rows) + 14, pins["diodes"])
    sheet.heading(source, "The columns have their pull-ups inside the Pico. Rows and columns count from 1.")
    return sheet


def _row_leg(pins: Mapping[str, object], row: int) -> str:
    if pins["decoder"]:
        return f"Y{row - 1}, leg {chips()['74hc154'].leg(f'Y{row - 1}')}"
    select = pins["select"]
    assert isinstance(select, list)
    return f"GP{select[row - 1]}"


def _crossing(sheet: Sheet, x: float, y: float, diodes: bool) -> None:
    """One crossing: column, reed, diode, row."""
    sheet.line((x, y - 6), (x, y + 22), width=BOLD)
    sheet.words(x, y - 8, "column (to the Pico)", SMALL, "middle")
    sheet.line((x - 20, y + 16), (x + 76, y + 16), width=BOLD)
    sheet.words(x + 78, y + 17, "row", SMALL)
    sheet.add(Disc(x, y, 0.9))
    sheet.line((x, y), (x + 10, y))
    sheet.add(Box(x + 10, y - 1.7, 12, 3.4, PAPER, FINE))
    sheet.line((x + 10, y), (x + 17, y - 0.9), width=BOLD)
    sheet.line((x + 22, y), (x + 16, y + 0.3), width=BOLD)
    sheet.words(x + 16, y - 3.5, "reed", SMALL, "middle")
    sheet.line((x + 22, y), (x + 34, y))
    if diodes:
        sheet.line((x + 34, y - 2), (x + 34, y + 2), (x + 38, y), (x + 34, y - 2))
        sheet.line((x + 38, y - 2), (x + 38, y + 2), width=BOLD)
        sheet.words(x + 36, y - 3.5, "1N4148, its ring to the row", SMALL, colour=INK)
    sheet.line((x + (38 if diodes else 34), y), (x + 60, y), (x + 60, y + 16))
    sheet.add(Disc(x + 60, y + 16, 0.9))


def _input(sheet: Sheet, leg: Leg, square: str | None) -> None:
    if square:
        reed(sheet, leg, square, pull=PULL)
    else:
        tell(sheet, leg, "3.3 V: no square, must read open", colour=GREY)


def _span(inputs: Sequence[Input]) -> str:
    squares = [one.square for one in inputs if one.square]
    return f"{squares[0]} to {squares[-1]}" if squares else "no squares"
