"""Which pin of the Pi does what: data, from hardware/pi_pins.toml."""

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FREE_PINS = range(4, 28)
"""The GPIO numbers that carry no fixed pull-up and no board identification."""

ENTRIES: Mapping[str, range] = {"gpio": FREE_PINS, "header": range(1, 41), "ground": range(1, 41)}
"""What a wire's table says, and the numbers that each may be."""

LAMPS = 6
"""How many bullet lamps there are where there are any."""

BUTTON, DICE_LAMP, BUZZER = "dice_button", "dice_lamp", "buzzer"

SHARED = {DICE_LAMP: BUTTON}
"""What may share its ground with what: a lamp inside the button has one leg on the button's."""


class PinsFault(Exception):
    """A pin file that does not hold together; ``faults`` has one sentence each, found and expected."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Wire:
    """One switch or lamp: its GPIO number (Broadcom), and the two pins of the header that it connects."""

    gpio: int
    header: int
    ground: int


@dataclass(frozen=True, slots=True)
class Pins:
    """Every device on the Pi's own pins.

    bullet_lamps: in the order in which they are lit; none where none are fitted. dice_lamp, buzzer: None
    without one.
    """

    dice_button: Wire
    bullet_lamps: tuple[Wire, ...] = ()
    buzzer: Wire | None = None
    dice_lamp: Wire | None = None


def read_pins(path: Path) -> Pins:
    """Read a pin file.

    Raises PinsFault for a file that cannot be read; for wrong devices, entries and numbers, and for pins that
    are taken twice: all of them at once.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        raise PinsFault([f"{path} cannot be read: {fault.strerror}."]) from None
    except (ValueError, RecursionError) as fault:  # not TOML, not UTF-8, brackets without end
        raise PinsFault([f"{path} is not a TOML file: {fault}."]) from None
    lamps = data.pop("bullet_lamps", [])
    faults = list(_name_faults("device", data, (BUTTON,), (DICE_LAMP, BUZZER)))
    named = {name: data[name] for name in (BUTTON, DICE_LAMP, BUZZER) if name in data}
    if isinstance(lamps, list) and len(lamps) in (0, LAMPS):
        named |= {f"bullet_lamps {number}": lamp for number, lamp in enumerate(lamps, 1)}
    else:
        what = f"{len(lamps)} tables" if isinstance(lamps, list) else repr(lamps)
        faults.append(f"bullet_lamps is {what}, expected {LAMPS} tables [[bullet_lamps]], or none.")
    for name, value in named.items():
        faults += _wire_faults(name, value)
    faults += _taken_twice(named)
    if faults:
        raise PinsFault([f"{path}: {fault}" for fault in faults])
    wires = {name: Wire(**value) for name, value in named.items()}
    button, glow, buzzer = wires.pop(BUTTON), wires.pop(DICE_LAMP, None), wires.pop(BUZZER, None)
    return Pins(button, tuple(wires.values()), buzzer, glow)


def _name_faults(
    what: str, found: Collection[str], expected: Collection[str], allowed: Collection[str] = ()
) -> Iterator[str]:
    for name in found:
        if name not in (*expected, *allowed):
            yield f"there is no {what} {name}, expected {', '.join((*expected, *allowed))}."
    for name in expected:
        if name not in found:
            yield f"the {what} {name} is missing."


def _wire_faults(name: str, value: object) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{name} is {value!r}, expected a table [{name}]."
        return
    for fault in _name_faults("entry", value, ENTRIES):
        yield f"{name}: {fault}"
    for key, allowed in ENTRIES.items():
        if key in value and not (_is_number(value[key]) and value[key] in allowed):
            yield f"{name}: {key} is {value[key]!r}, expected {allowed[0]} to {allowed[-1]}."


def _taken_twice(named: Mapping[str, object]) -> Iterator[str]:
    """Pins that two devices, or both legs of one, are wired to."""
    taken: dict[str, str] = {}
    for name, value in named.items():
        wire = value if isinstance(value, dict) else {}
        for key in ENTRIES:
            number = wire.get(key)
            pin = f"GPIO{number}" if key == "gpio" else f"pin {number} of the header"
            shared = key == "ground" and name in SHARED and taken.get(pin) == SHARED[name]
            if _is_number(number) and pin in taken and not shared:
                yield f"{name}: {key} is {pin}, which {taken[pin]} has already."
            taken.setdefault(pin, name)


def _is_number(value: object) -> bool:
    return type(value) is int  # for isinstance true and false are numbers, too
