"""The door lamps: how the Pico reaches the chain, and which lamp is which door."""

from companion.drawings.sheet import BOLD, FINE, PAPER, TEXT, Box, Sheet
from companion.drawings.symbols import arrow, dip
from companion.drawings.wires import at, wire
from companion.hardware import Hardware, catalogue, chips

A_ROW = 6
"""Lamps side by side."""


def chain(built: Hardware, source: str) -> Sheet:
    """All lamps with their doors, and the chip before the first."""
    lamps = built.lamps
    rows = -(-len(lamps) // A_ROW)
    sheet = Sheet(190, 96 + rows * 24, f"The door lamps: {len(lamps)} in a chain")
    assert built.wiring.lamps
    pin = int(built.wiring.lamps.firmware_config()["pin"])
    chip = chips()["74ahct125"]
    ends = dip(sheet, chip.legs, 76, 22, 34, 8, range(1, len(chip.legs) + 1))
    told = {name: ("ground", "") for name in chip.legs if not name.endswith("Y")}  # nothing may float
    told |= {"1A": (f"Pico {at(pin)}", ""), "1Y": ("330 ohms, then DIN of lamp 1", "")}
    supply = "5 V of the lamps' supply" if built.mounting.own else "VBUS of the Pico"
    told["VCC"] = (supply, "100 nF to GND, close to the chip")
    wire(sheet, chip.legs, ends, told)
    for number, lamp in enumerate(lamps):
        x, y = 8 + number % A_ROW * 30, 90 + number // A_ROW * 24
        sheet.add(Box(x, y, 22, 15, PAPER, BOLD))
        sheet.words(x + 11, y + 5.2, str(lamp.number), 4, "middle", bold=True)
        door = lamp.door
        sheet.words(x + 11, y + 9.4, door.room if door else "dark", TEXT, "middle")
        sheet.words(x + 11, y + 13, door.square if door else "", TEXT, "middle", bold=True)
        if number + 1 < len(lamps) and number % A_ROW < A_ROW - 1:
            arrow(sheet, (x + 22, y + 7.5), (x + 30, y + 7.5))
        elif number + 1 < len(lamps):
            sheet.line((x + 11, y + 15), (x + 11, y + 19.5), (19, y + 19.5))
            arrow(sheet, (19, y + 19.5), (19, y + 24), FINE * 2)
    name = catalogue().parts["capacitor-1000u"].name
    sheet.heading(
        source,
        "The 74AHCT125 lifts the data line to 5 V. Lamps share 5 V and ground; DOUT goes to the next DIN.",
        f"Across 5 V, where the chain begins: {name}.",
    )
    return sheet
