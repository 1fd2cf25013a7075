"""The rooms' readers or pads: the decoder and the multiplexer that reach them, and each module."""

from collections.abc import Iterator, Mapping

from companion.drawings.sheet import BOLD, FINE, GREY, PAPER, TEXT, Box, Sheet
from companion.drawings.symbols import Leg, dip
from companion.drawings.wires import at, decoder, goes, wire
from companion.hardware import Hardware, Reader, chips

SIGNALS: Mapping[str, str] = {"SCK": "clock", "MOSI": "mosi", "MISO": "miso"}
"""The pins of a module that all share, and what the readers' file calls them."""

OWN: Mapping[str, str] = {"NSS": "nss", "SS": "nss", "BUSY": "busy", "RST": "reset"}
"""Those that each has for itself, unless it shares them through decoder and multiplexer."""

POWER: Mapping[str, tuple[str, str]] = {
    "5V": ("5 V", "of the readers' supply"),
    "3.3V": ("3.3 V", "of the Pico"),
    "VCC": ("3.3 V", "of the Pico"),
    "GND": ("ground", "the one of the Pico, and of a supply of its own"),
}


def drawings(built: Hardware, source: str) -> Iterator[tuple[str, Sheet]]:
    """The name and the drawing of each part that the readers need."""
    if not built.readers or not built.wiring.readers:
        return
    if built.wiring.readers.bus["address"]:
        rooms = {one.address: f"{_select(built)} of {one.room}" for one in built.readers.values()}
        nss = next(one.pins["nss"] for one in built.readers.values())
        yield "decoder", decoder(built.wiring.readers.bus["address"], rooms, nss, source)
        if built.wiring.readers.sets:
            yield "multiplexer", multiplexer(built, source)
    for one in built.readers.values():
        yield f"reader-{one.room}", reader(built, one, source)


def multiplexer(built: Hardware, source: str) -> Sheet:
    """The 74HC4067 that brings back BUSY of the reader which is spoken to."""
    assert built.wiring.readers
    chip = chips()["74hc4067"]
    sheet = Sheet(190, 132, "The multiplexer of the readers")
    lines = built.wiring.readers.bus["address"]
    busy = next(one.pins["busy"] for one in built.readers.values())
    told = {f"S{bit}": (f"Pico {at(pin)}", "") for bit, pin in enumerate(lines)}
    told |= {f"S{bit}": ("ground", "") for bit in range(len(lines), 4)}
    told |= {"Z": (f"Pico {at(busy)}", ""), "/E": ("ground", "")}
    told |= {"VCC": ("3.3 V", ""), "GND": ("ground", "")}
    told |= {f"Y{one.address}": (f"BUSY of {one.room}", "") for one in built.readers.values()}
    ends = dip(sheet, chip.legs, 80, 20, 30, 8.4, range(1, len(chip.legs) + 1))
    wire(sheet, chip.legs, ends, told)
    foot = "74HC4067. On a module go by the prints: SIG is Z, C0 to C15 are Y0 to Y15, EN is /E."
    sheet.heading(source, foot)
    return sheet


def reader(built: Hardware, one: Reader, source: str) -> Sheet:
    """The module of one room, pin by pin."""
    assert built.wiring.readers
    wiring = built.wiring.readers
    chip, what = chips()[wiring.kind], "reader" if wiring.sets else "door pad"
    sheet = Sheet(150, 32 + 9 * len(chip.legs), f"The {what} of {one.room}")
    for number, name in enumerate(chip.legs):
        y = 26 + number * 9
        if number == 0:
            sheet.add(Box(14, 20, 46, 9 * len(chip.legs), PAPER, BOLD))
            if wiring.sets:
                sheet.add(Box(18, 24, 24, 9 * len(chip.legs) - 8, None, FINE, GREY))
                sheet.add(Box(20, 26, 20, 9 * len(chip.legs) - 12, None, FINE, GREY))
        sheet.line((60, y), (66, y), width=BOLD)
        sheet.words(58, y + 1, name, TEXT, "end", bold=True)
        goes(sheet, Leg(66, y, 1), *_where(built, one, name))
    sheet.heading(source, f"{chip.name}; the order of its pins differs: go by what is printed there.")
    return sheet


def _where(built: Hardware, one: Reader, name: str) -> tuple[str, str]:
    assert built.wiring.readers
    bus = built.wiring.readers.bus
    if name == "5V" and not built.mounting.own:
        return f"5 V: VBUS of the Pico (leg {chips()['pico'].leg('VBUS')})", ""
    if name in POWER:
        return POWER[name]
    if name in SIGNALS:
        return f"Pico {at(bus[SIGNALS[name]])}", "and every other" if len(built.readers) > 1 else ""
    pin = one.pins[OWN[name]]
    if bus["address"] and OWN[name] == "nss":
        leg = f"Y{one.address}"
        return f"decoder {leg} (leg {chips()['74hc154'].leg(leg)})", f"chosen by the Pico, {at(pin)}"
    if bus["address"] and OWN[name] == "busy":
        leg = f"Y{one.address}"
        return f"multiplexer {leg} (leg {chips()['74hc4067'].leg(leg)})", f"to the Pico, {at(pin)}"
    shared = sum(other.pins[OWN[name]] == pin for other in built.readers.values()) > 1
    return f"Pico {at(pin)}", "and every other" if shared else ""


def _select(built: Hardware) -> str:
    return "NSS" if built.wiring.readers and built.wiring.readers.sets else "SS"
