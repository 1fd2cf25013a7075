"""How much current each rail has to give, and whether it can."""

from collections.abc import Iterator, Mapping

from companion.hardware.chips import chips
from companion.hardware.counting import counted
from companion.hardware.flaws import Flaw
from companion.hardware.folder import Hardware
from companion.hardware.parts import RAILS, catalogue

EFFICIENCY = 0.85
"""Of what makes 3.3 V out of 5 V on the Pico (Pico Datasheet, 4.5 has some 90 % for its RT6150)."""


def drawn(built: Hardware) -> dict[str, float]:
    """Milliamperes that the parts draw from each of RAILS at most, each rail's own parts only.

    The door lamps are kept below ``milliamps`` of pico.toml by the firmware.

    >>> from companion.hardware import read_hardware
    >>> {rail: round(current) for rail, current in drawn(read_hardware()).items()}
    {'3v3': 191, '5v': 610, 'usb': 30, 'gpio': 36}
    """
    found, rails = counted(built), dict.fromkeys(RAILS, 0.0)
    lamps = built.wiring.lamps
    for part in catalogue().parts.values():
        needed = part.needed(found)
        if part.rail and needed:
            busy = part.idle if part.busy is None else part.busy
            working = needed if part.at_once is None else min(needed, part.at_once)
            current = working * busy + (needed - working) * part.idle
            if "lamp" in part.count and lamps:
                current = min(current, float(str(lamps.settings["milliamps"])))
            rails[part.rail] += current
            rails["3v3"] += needed * part.logic
    return rails


def asked(built: Hardware) -> dict[str, tuple[float, float]]:
    """What each supply has to give and can give, in milliamperes, by what a sentence calls it."""
    rails, mounting = drawn(built), built.mounting
    usb = rails["usb"] + rails["3v3"] * 3.3 / 5 / EFFICIENCY + (0 if mounting.own else rails["5v"])
    supplies = {
        "The Pico's 3V3": (rails["3v3"], chips()["pico"].gives["3v3"]),
        "The Pi's USB port": (usb, mounting.usb),
        "The Pi's header": (rails["gpio"], chips()["pi"].gives["all"]),
    }
    own = {"The supply of readers and lamps": (rails["5v"], mounting.own)} if mounting.own else {}
    return supplies | own


WAYS: Mapping[str, str] = {
    "The Pico's 3V3": "give its parts a supply of 3.3 V",
    "The Pi's USB port": "let readers and lamps have a supply of their own (own in mounting.toml)",
    "The Pi's header": "take bigger resistors",
    "The supply of readers and lamps": "take a stronger one, or fewer milliamps in pico.toml",
}


def supplies(built: Hardware) -> Iterator[Flaw]:
    """Every supply gives what is asked of it."""
    for name, (current, limit) in asked(built).items():
        if current > limit:
            yield Flaw("Current", f"{name} has to give {current:.0f} mA and gives {limit:.0f}: {WAYS[name]}.")


def pi_pin(built: Hardware) -> Iterator[Flaw]:
    """Every pin of the Pi gives what its lamp or buzzer draws."""
    most = chips()["pi"].gives["each"]
    for part in catalogue().parts.values():
        if part.rail == "gpio" and part.needed(counted(built)) and (part.busy or part.idle) > most:
            draws = f"{part.name} draws {part.busy:.0f}"
            yield Flaw("Current", f"A pin of the Pi gives {most:.0f} mA, and {draws}: drive it otherwise.")
