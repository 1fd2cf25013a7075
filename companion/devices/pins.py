"""Which pin of the Pi does what: data, from hardware/pi_pins.toml."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

FREE_PINS = range(4, 28)
"""The GPIO numbers that carry no fixed pull-up and no board identification."""


class PinsFault(Exception):
    """A pin file that does not hold together; says in a sentence what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One switch: its GPIO number (Broadcom), and the two pins of the header that it connects."""

    gpio: int
    header: int
    ground: int


@dataclass(frozen=True, slots=True)
class Pins:
    """Every device on the Pi's own pins."""

    dice_button: Wire


def read_pins(path: Path) -> Pins:
    """Read a pin file.

    Raises PinsFault for a file that cannot be read, a wrong device or entry, or an impossible pin.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise PinsFault(f"{path} cannot be read: {fault.strerror}.") from None
    except ValueError as fault:  # not TOML, not UTF-8
        raise PinsFault(f"{path} is not a TOML file: {fault}.") from None
    devices = {name: _wire(path, name, value) for name, value in data.items()}
    _same_names(path, "devices", devices, Pins)
    return Pins(**devices)


def _wire(path: Path, name: str, value: object) -> Wire:
    where = f"{path}: {name}"
    if not isinstance(value, dict):
        raise PinsFault(f"{where} is {value!r}, expected a table [{name}].")
    _same_names(where, "entries", value, Wire)
    for key, number in value.items():
        allowed = FREE_PINS if key == "gpio" else range(1, 41)
        if type(number) is not int or number not in allowed:
            raise PinsFault(f"{where}: {key} is {number!r}, expected {allowed[0]} to {allowed[-1]}.")
    return Wire(**value)


def _same_names(where: object, what: str, found: dict[str, object] | dict[str, Wire], shape: type) -> None:
    expected = [field.name for field in fields(shape)]
    if sorted(found) != sorted(expected):
        names = ", ".join(found) or "none"
        raise PinsFault(f"{where} has the {what} {names}, expected {', '.join(expected)}.")
