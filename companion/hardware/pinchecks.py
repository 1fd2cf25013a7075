"""Whether the pins of Picos and Pi can be what the data make of them."""

from collections.abc import Iterator, Mapping

from companion.devices import Wire
from companion.hardware.chips import chips
from companion.hardware.flaws import Flaw
from companion.hardware.folder import Hardware
from companion.sensing import Wiring

SIGNALS: Mapping[str, str] = {"unused": "out", "mosi": "out", "miso": "data"}
"""What chips.toml calls the signals that the wiring names otherwise."""


def pico_pins(built: Hardware) -> Iterator[Flaw]:
    """Every pin is on the Pico's header."""
    chip = chips()["pico"]
    for pico in built.picos:
        for pin, use in pico.gpio.items():
            if f"GP{pin}" not in chip.legs:
                why = f": it is for {chip.kept[pin]}" if pin in chip.kept else ""
                yield Flaw("Pico", f"GP{pin}, {use}, is not on the Pico's header{why}.", refused=True)


def bus_pins(built: Hardware) -> Iterator[Flaw]:
    """Every bus is on pins where it can come out, and no two kinds of parts share one."""
    for part in built.wiring.picos:
        taken: dict[str, str] = {}
        for bus, what, pins in _buses(part):
            if (other := taken.setdefault(bus, what)) != what:
                sentence = f"{bus} is the bus of {other} and of {what}: give one of them another."
                yield Flaw("Pico", sentence, refused=True)
            for name, pin in pins.items():
                yield from _bus_pin(bus, what, name, pin)


def _buses(part: Wiring) -> Iterator[tuple[str, str, Mapping[str, int]]]:
    """Each bus of a Pico (``SPI0``), what is on it, and its pins by the wiring's names."""
    if part.inputs and part.kind == "74hc165":
        names = ("clock", "unused", "data")
        yield f"SPI{part.pins['spi']}", "the registers", {name: part.pins[name] for name in names}
    if part.inputs and part.kind == "mcp23017":
        for number, wires in enumerate(part.pins["buses"], 1):
            pins = {"sda": wires["sda"], "scl": wires["scl"]}
            yield f"I2C{wires['i2c']}", f"the expanders' bus {number}", pins
    if part.readers:
        bus = part.readers.bus
        yield f"SPI{bus['spi']}", "the readers", {name: bus[name] for name in ("clock", "mosi", "miso")}


def _bus_pin(bus: str, what: str, name: str, pin: int) -> Iterator[Flaw]:
    chip = chips()["pico"]
    kind, number = (chip.spi, int(bus[3:])) if bus.startswith("SPI") else (chip.i2c, int(bus[3:]))
    can = kind[number][SIGNALS.get(name, name)]
    if pin not in can:
        where = ", ".join(f"GP{one}" for one in can if f"GP{one}" in chip.legs)
        yield Flaw("Pico", f"The {name} of {what} is GP{pin}; {bus} has it on {where}.", refused=True)


def decoder_lines(built: Hardware) -> Iterator[Flaw]:
    """No more address lines than a decoder has inputs."""
    wiring, inputs = built.wiring, [leg for leg in chips()["74hc154"].legs if leg in ("A", "B", "C", "D")]
    found = {"The readers": wiring.readers.bus["address"]} if wiring.readers else {}
    if wiring.inputs and wiring.kind == "matrix" and wiring.pins["decoder"]:
        found |= {"The rows of the matrix": wiring.pins["select"]}
    for what, lines in found.items():
        if len(lines) > len(inputs):
            sentence = f"{what} have {len(lines)} address lines; a 74HC154 has {len(inputs)}."
            yield Flaw("Pico", sentence, refused=True)


def expander_inputs(built: Hardware) -> Iterator[Flaw]:
    """No square hangs on a pin that the maker's newest data sheet has as an output only (DS20001952D)."""
    if built.wiring.kind != "mcp23017":
        return
    used = [one for one in built.sensors if one.square and one.leg in ("A7", "B7")]
    if used:
        yield Flaw(
            "Chips",
            f"{', '.join(f'{one.square} is on {one.name}' for one in used)}: as inputs A7 and B7 may disturb "
            "the bus, so the maker's newest data sheet makes them outputs only. Take other pins.",
        )


def pi_pins(built: Hardware) -> Iterator[Flaw]:
    """Each wire's number of the header is its GPIO number's, and its other leg is on a ground."""
    chip = chips()["pi"]
    for name, wire in pi_wires(built).items():
        if (there := chip.legs[wire.header - 1]) != f"GPIO{wire.gpio}":
            where = f"pin {chip.leg(f'GPIO{wire.gpio}')} of the header; pin {wire.header} is {there}"
            yield Flaw("Pi", f"{name} is GPIO{wire.gpio}, which is {where}.", refused=True)
        if (there := chip.legs[wire.ground - 1]) != "GND":
            grounds = ", ".join(str(leg) for leg, what in enumerate(chip.legs, 1) if what == "GND")
            where = f"pin {wire.ground} of the header, which is {there}; grounds are {grounds}"
            yield Flaw("Pi", f"{name}: ground is {where}.", refused=True)
        if wire.gpio in chip.kept:
            yield Flaw("Pi", f"{name} is GPIO{wire.gpio}, which is for {chip.kept[wire.gpio]}: take another.")
        if wire.gpio in chip.pulled_up and wire != built.pins.dice_button:
            sentence = f"{name} is GPIO{wire.gpio}, which is high while the Pi starts: take one above GPIO8."
            yield Flaw("Pi", sentence)


def pi_wires(built: Hardware) -> dict[str, Wire]:
    """What hangs on the Pi's pins, by what pi_pins.toml calls it."""
    pins = built.pins
    found = {"dice_button": pins.dice_button}
    found |= {f"bullet_lamps {number}": lamp for number, lamp in enumerate(pins.bullet_lamps, 1)}
    optional = {"dice_lamp": pins.dice_lamp, "buzzer": pins.buzzer}
    return found | {name: wire for name, wire in optional.items() if wire}
