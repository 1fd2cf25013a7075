"""Where the legs of a chip go to, and the decoder, which readers and matrix both have."""

from collections.abc import Mapping, Sequence

from companion.drawings.sheet import GREY, PAPER, SMALL, TEXT, Disc, Sheet
from companion.drawings.symbols import Leg, dip, free
from companion.hardware import chips


def at(pin: int) -> str:
    """A GP number, and the leg of the Pico that it is.

    >>> at(17)
    'GP17 (leg 22)'
    """
    return f"GP{pin} (leg {chips()['pico'].leg(f'GP{pin}')})"


def goes(sheet: Sheet, leg: Leg, where: str, also: str = "") -> None:
    """A wire from a leg, and where it goes to."""
    far = leg.beyond(9)
    sheet.line((leg.x, leg.y), (far, leg.y))
    sheet.add(Disc(far, leg.y, 0.9, PAPER))
    sheet.words(far + leg.out * 2, leg.y + 1, where, TEXT, leg.anchor, bold=True)
    if also:
        sheet.words(far + leg.out * 2, leg.y + 4.6, also, SMALL, leg.anchor, colour=GREY)


def wire(sheet: Sheet, legs: Sequence[str], ends: Sequence[Leg], told: Mapping[str, tuple[str, str]]) -> None:
    """Every leg with where it goes to; those of which nothing is told stay free."""
    for name, leg in zip(legs, ends, strict=True):
        if name in told:
            goes(sheet, leg, *told[name])
        else:
            free(sheet, leg)


def decoder(
    lines: Sequence[int], outputs: Mapping[int, str], enable: int | None, source: str, what: str = "readers"
) -> Sheet:
    """A 74HC154, which pulls one output low. enable: the pin at its enable inputs; None for ground."""
    chip = chips()["74hc154"]
    sheet = Sheet(190, 132, f"The decoder of the {what}")
    told = {name: (f"Pico {at(pin)}", "") for name, pin in zip("ABCD", lines, strict=False)}
    told |= {name: ("ground", "") for name in "ABCD" if name not in told}
    level = ("ground", "") if enable is None else (f"Pico {at(enable)}", "")
    told |= {"/E0": level, "/E1": level, "VCC": ("3.3 V", ""), "GND": ("ground", "")}
    told |= {f"Y{number}": (where, "") for number, where in outputs.items()}
    ends = dip(sheet, chip.legs, 80, 20, 30, 8.4, range(1, len(chip.legs) + 1))
    wire(sheet, chip.legs, ends, told)
    sheet.heading(source, "74HC154. 100 nF between VCC and GND, close to the chip.")
    return sheet
