"""Which pin is what: the Picos, and the Raspberry Pi's header."""

from collections.abc import Iterator, Mapping

from companion.devices import Pins, Wire
from companion.drawings.sheet import BOLD, FINE, GREY, INK, PAPER, SMALL, TEXT, Anchor, Box, Disc, Sheet
from companion.drawings.symbols import dip, tell
from companion.hardware import Hardware, Pico, chips

FLOORS: Mapping[str, str] = {"lamps": "#ead6f2", "readers": "#fbe0bd", "": "#cfe4f5"}
"""The colour behind a use of a pin, by the last word of the use; pale, for the words decide."""


def pico(built: Hardware, one: Pico, source: str) -> Sheet:
    """A Pico with the names of its pins, and what hangs on those that are used."""
    what = "" if len(built.picos) == 1 else f" with the {one.role}"
    sheet = Sheet(190, 186, f"The Pico{what}, seen from above")
    legs = chips()["pico"].legs
    uses = {chips()["pico"].leg(f"GP{pin}"): use for pin, use in one.gpio.items()}
    power = {
        chips()["pico"].leg("3V3"): "3.3 V for the chips",
        chips()["pico"].leg("GND"): "ground",
    }
    if not built.mounting.own:  # two supplies are never joined
        power[chips()["pico"].leg("VBUS")] = "5 V from USB"
    ends = dip(sheet, legs, 78, 20, 34, 7.4, [*uses, *power])
    sheet.add(Box(89, 13, 12, 10, PAPER, BOLD))
    sheet.words(95, 19, "USB", SMALL, "middle")
    for number, leg in enumerate(ends, 1):
        if number in uses:
            told = uses[number]
            _use(sheet, leg.x, leg.y, leg.out, "leave free" if told.startswith("unused") else told)
        elif number in power:
            tell(sheet, leg, power[number], colour=GREY)
    ohms = f"{built.mounting.series:g} ohms in each wire that it drives, close to it."
    told = "Thick legs are used; every GND is the same."
    sheet.heading(source, told, ohms if built.mounting.series else "What is written in grey is power.")
    return sheet


def _use(sheet: Sheet, x: float, y: float, out: int, use: str) -> None:
    floor = next(colour for word, colour in FLOORS.items() if use.endswith(word))
    width = 56
    sheet.add(Box(x if out > 0 else x - width, y - 2.6, width, 5.2, floor, FINE, GREY))
    sheet.words(x + out * 2, y + 1, use, TEXT, "start" if out > 0 else "end", bold=True)


def pi_header(pins: Pins, source: str) -> Sheet:
    """The 40 pins of a Raspberry Pi, and what is wired to which."""
    sheet = Sheet(190, 164, "The Raspberry Pi's header, seen from above")
    uses = dict(_uses(pins))
    for number, name in enumerate(chips()["pi"].legs, 1):
        out = -1 if number % 2 else 1
        x, y = 95 + out * 5, 22 + (number - 1) // 2 * 6.8
        used = number in uses
        ground = used and name == "GND"
        first = number == 1
        sheet.add(Box(x - 2.6, y - 2.6, 5.2, 5.2, PAPER, FINE) if first else Disc(x, y, 2.6, PAPER, FINE))
        if used:
            sheet.add(Disc(x, y, 2.6, "#c9c9c9" if ground else "#f6c744", BOLD))
        sheet.words(x, y + 0.8, str(number), 2.2, "middle", bold=used)
        anchor: Anchor = "start" if out > 0 else "end"
        sheet.words(x + out * 5, y + 1, name, TEXT, anchor, bold=used, colour=INK if used else GREY)
        if used:
            sheet.line((x + out * 18, y), (x + out * 24, y), width=BOLD)
            size = SMALL if ground else TEXT
            sheet.words(x + out * 25.5, y + 1, uses[number], size, anchor, bold=not ground)
    sheet.heading(source, "Pin 1 is the one with the square pad, away from the USB sockets.")
    return sheet


def _uses(pins: Pins) -> Iterator[tuple[int, str]]:
    grounds: dict[int, list[str]] = {}
    for name, wire in devices(pins):
        yield wire.header, name
        grounds.setdefault(wire.ground, []).append(name)
    for pin, names in grounds.items():
        yield pin, f"{' and '.join(names)}, other leg"


def devices(pins: Pins) -> Iterator[tuple[str, Wire]]:
    """What hangs on the Pi, in words, with its wire."""
    yield "dice button", pins.dice_button
    if pins.dice_lamp:
        yield "lamp of the dice button", pins.dice_lamp
    for number, lamp in enumerate(pins.bullet_lamps, 1):
        yield f"bullet lamp {number}", lamp
    if pins.buzzer:
        yield "buzzer", pins.buzzer
