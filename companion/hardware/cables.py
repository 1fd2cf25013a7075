"""Whether the wires are short enough for the speed of what goes over them.

Rules of thumb, each on the safe side; where they object, half the speed or half the length helps.
"""

from collections.abc import Iterator

from companion.hardware.flaws import Flaw
from companion.hardware.folder import Hardware

METRE_PF = 60.0
"""Picofarads of a metre of ribbon cable between two grounds (makers give 45 to 55)."""

METRE_NS = 5.0
"""Nanoseconds that an edge takes along a metre of it: two thirds of the speed of light."""

PAD_OHMS = 60.0
"""Of a pin of the RP2040 at its default strength, an estimate from RP2040 Datasheet, 5.5.3.4."""

UNENDED = 0.5
"""Metres up to which a wire needs no resistor: there and back takes no longer than an edge, some 5 ns."""

INPUT_PF = {"74hc165": 10.0, "mcp23017": 10.0, "pn5180": 15.0, "pn532": 15.0}
"""Picofarads of an input: SCLS116 and DS20001952 (10 at most); for modules an estimate, with their plugs."""

ANSWER_NS = {"74hc165": 90.0, "pn5180": 60.0, "pn532": 60.0}
"""Nanoseconds from the clock to the bit: SCLS116 has 150 at 2 V and 30 at 4.5 V; the others are estimates."""

FASTEST = {"74hc165": 5_000_000, "mcp23017": 1_000_000, "pn5180": 7_000_000, "pn532": 5_000_000}
"""Baud: SCLS116 at 2 V, DS20001952 (1.7 MHz) with the Pico's fast mode plus, PN5180 11.4.1, PN532 8.3.4."""

I2C_RISE = ((100_000, 1000.0), (400_000, 300.0), (1_000_000, 120.0))
"""Up to which baud an edge may take how many nanoseconds to rise (NXP UM10204, table 10)."""

COLUMN_OHMS, DIODE_PF = 80_000.0, 4.0
"""The pull-up of a column (RP2040 Datasheet, 5.5.3.4: 50 to 80 kilohms), and a 1N4148 (4 pF at most)."""

UP_TO_HIGH = 0.93
"""Times RC until a column at 3.3 V counts as high again: 2 V (the same table)."""


def squares_cable(built: Hardware) -> Iterator[Flaw]:
    """The wires to the squares' chips."""
    wiring, metres = built.wiring, built.mounting.squares
    if not wiring.inputs:
        return
    if wiring.kind == "74hc165":
        yield from _spi(built, "registers", wiring.kind, wiring.pins["chips"], metres, wiring.pins["baud"])
    elif wiring.kind == "mcp23017":
        most = max(len(bus["addresses"]) for bus in wiring.pins["buses"])
        yield from _i2c(built, most, metres, wiring.pins["baud"])
    else:
        farads = METRE_PF * metres + DIODE_PF * wiring.pins["rows"]
        needed = UP_TO_HIGH * COLUMN_OHMS * farads / 1e6
        if needed > wiring.pins["settle"]:
            yield Flaw(
                "Cables",
                f"The columns of the matrix need {needed:.0f} microseconds to rise on {metres:g} m of cable; "
                f"settle is {wiring.pins['settle']}: give them more.",
            )


def rooms_cable(built: Hardware) -> Iterator[Flaw]:
    """The wires to the readers, of which each is a load."""
    if readers := built.wiring.readers:
        metres, baud = built.mounting.rooms, readers.bus["baud"]
        yield from _spi(built, "readers", readers.kind, len(readers.pins), metres, baud)


def _spi(built: Hardware, what: str, kind: str, count: int, metres: float, baud: int) -> Iterator[Flaw]:
    quarter = 1e9 / baud / 4
    farads = METRE_PF * metres + INPUT_PF[kind] * count
    rise = 2.2 * (PAD_OHMS + built.mounting.series) * farads / 1000
    answer = 2 * METRE_NS * metres + ANSWER_NS[kind] + rise / 2
    if baud > FASTEST[kind]:
        yield Flaw("Cables", f"The {what} are read at {baud:,} baud, and manage {FASTEST[kind]:,}.")
    if rise > quarter:
        slower = _rounded(1e9 / rise / 4)
        yield Flaw(
            "Cables",
            f"The clock of {count} {what} on {metres:g} m of cable rises in {rise:.0f} ns; at {baud:,} baud "
            f"it has {quarter:.0f}: read at {slower:,} baud at most, or put fewer on the bus.",
        )
    elif answer > 2 * quarter:
        slower = _rounded(1e9 / answer / 2)
        yield Flaw(
            "Cables",
            f"A bit of the {what} is back after {answer:.0f} ns on {metres:g} m of cable; at {baud:,} baud "
            f"it is wanted after {2 * quarter:.0f}: read at {slower:,} baud at most.",
        )
    if metres > UNENDED and not built.mounting.series:
        yield Flaw(
            "Cables",
            f"The edges ring on {metres:g} m of cable to the {what}: put 33 to 100 ohms into each wire that "
            "the Pico drives, close to it (series in mounting.toml).",
        )


def _i2c(built: Hardware, chips: int, metres: float, baud: int) -> Iterator[Flaw]:
    if baud > FASTEST["mcp23017"]:
        yield Flaw("Cables", f"The expanders are read at {baud:,} baud; I2C ends at {FASTEST['mcp23017']:,}.")
        return
    allowed = next(most for speed, most in I2C_RISE if baud <= speed)
    farads = METRE_PF * metres + INPUT_PF["mcp23017"] * (chips + 1)
    rise = 0.8473 * built.mounting.pull_up * farads / 1000  # UM10204, 7.1
    if rise > allowed:
        ohms = allowed * 1000 / 0.8473 / farads
        yield Flaw(
            "Cables",
            f"The wires to {chips} expanders on {metres:g} m of cable rise in {rise:.0f} ns; at {baud:,} "
            f"baud they have {allowed:.0f}: take pull-ups of {ohms:.0f} ohms, not below 1000, or fewer baud.",
        )


def _rounded(baud: float) -> int:
    """Down to two digits, which are enough."""
    digits = str(int(baud))
    return int(digits[:2].ljust(len(digits), "0"))
