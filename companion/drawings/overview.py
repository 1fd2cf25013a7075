"""All parts of the board on one page, and the cables between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.drawings.sheet import BOLD, FINE, GREY, PALE, SMALL, Sheet
from companion.drawings.symbols import arrow, block
from companion.hardware import Hardware, counted


def overview(built: Hardware, source: str) -> Sheet:
    """The Pi, the Picos, what they sense, what lights up, and what feeds them."""
    found = {thing: round(number) for thing, number in counted(built).items()}
    sheet = Sheet(190, 150, "Everything at a glance")
    the_pi = ["Raspberry Pi", "runs the companion", "phones by Wi-Fi", "screen by HDMI"]
    block(sheet, 8, 30, 44, the_pi, PALE)
    devices = [f"{found['bullet_lamp']} bullet lamps"] if found["bullet_lamp"] else []
    devices += ["1 buzzer"] if found["buzzer"] else []
    button = "1 dice button, its lamp" if found["dice_lamp"] else "1 dice button"
    block(sheet, 8, 72, 44, ["On its header", button, *devices])
    sheet.line((30, 51.8), (30, 72), width=BOLD)
    two, foot = len(built.picos) > 1, 0.0
    for number, pico in enumerate(built.picos):
        y = 30.0 + number * 50
        own = {"squares": "looks at the squares", "rooms": "looks at the rooms"}
        foot = block(sheet, 82, y, 38, ["Pico", own.get(pico.role, "looks at all of it")], PALE)
        _labelled(sheet, 52, 82, y + 7, "USB")
    fed: list[float] = []
    y = 22.0
    for branch in _branches(built, found):
        low = block(sheet, 136, y, 42, [branch.name, *branch.lines])
        middle = (y + low) / 2
        second = two and branch.rooms
        start, trunk = (87.0, 131.0) if second else (37.0, 125.0)
        sheet.line((120, start), (trunk, start), (trunk, middle), width=BOLD)
        arrow(sheet, (trunk, middle), (136, middle))
        sheet.words(135, middle - 1.8, branch.cable, 2.1, "end", colour=GREY)
        fed += [middle] if branch.fed else []
        y = low + 7
    if found["own_supply"]:
        _supply(sheet, built, fed, foot)
    sheet.heading(source, "Thick: signals. Dashed: supply. The numbers are counted from the wiring.")
    return sheet


@dataclass(frozen=True, slots=True)
class _Branch:
    """What hangs on a Pico. rooms: on that of the rooms, if there are two. fed: by the supply of 5 V."""

    name: str
    lines: Sequence[str]
    cable: str
    rooms: bool = False
    fed: bool = False


def _branches(built: Hardware, found: Mapping[str, int]) -> Iterator[_Branch]:
    squares = f"{found['square']} reeds, one a square"
    if found["register"]:
        yield _Branch(many(found["register"], "register"), ["74HC165 in a chain", squares], "SPI")
    if found["expander"]:
        buses = f"MCP23017 on {many(found['i2c_bus'], 'bus', 'buses')}"
        yield _Branch(many(found["expander"], "expander"), [buses, squares], "I2C")
    if built.wiring.inputs and built.wiring.kind == "matrix":
        size = f"{built.wiring.pins['rows']} x {len(built.wiring.pins['columns'])}"
        yield _Branch(f"Matrix {size}", [squares, f"{found['diode']} diodes"], "rows")
    readers = built.wiring.readers
    if readers:
        kind = "reader" if readers.sets else "door pad"
        lines = [f"{readers.kind.upper()}, {len(readers.pieces)} tags"]
        lines += ["through 74HC154"] if readers.bus["address"] else []
        lines += ["and 74HC4067"] if found["multiplexer"] else []
        yield _Branch(many(len(built.readers), kind), lines, "SPI", rooms=True, fed=readers.sets)
    if found["lamp"]:
        lines = ["WS2812 in a chain", "through 74AHCT125"]
        yield _Branch(many(found["lamp"], "door lamp"), lines, "data", fed=True)


def many(number: int, one: str, several: str = "") -> str:
    """So many things.

    >>> many(1, "reader"), many(9, "reader")
    ('1 reader', '9 readers')
    """
    return f"{number} {one if number == 1 else several or one + 's'}"


def _supply(sheet: Sheet, built: Hardware, fed: list[float], ground: float) -> None:
    """The supply of readers and lamps. fed: the y of what hangs on it; ground: the y of the Pico's foot."""
    top = 116.0
    readers = built.wiring.readers
    words = ["readers"] if readers and readers.sets else []
    words += ["lamps"] if built.lamps else []
    at_most = f"at most {built.mounting.own / 1000:g} A"
    block(sheet, 82, top, 38, ["Supply 5 V", " and ".join(words), at_most], PALE)
    sheet.line((120, top + 8), (184, top + 8), (184, min(fed)), width=FINE * 2, dash=1.5)
    for y in fed:
        sheet.line((184, y), (178, y), width=FINE * 2, dash=1.5)
    sheet.words(123, top + 6.6, "5 V, through the fuse", SMALL)
    sheet.line((101, top), (101, ground), width=FINE, dash=1)
    sheet.words(102.5, top - 3, "grounds joined", SMALL, colour=GREY)


def _labelled(sheet: Sheet, start: float, end: float, y: float, word: str) -> None:
    arrow(sheet, (start, y), (end, y))
    sheet.words((start + end) / 2, y - 1.5, word, SMALL, "middle")
