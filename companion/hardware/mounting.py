"""Measures, cables and supply: hardware/mounting.toml, read and checked."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RANGES: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "": {"pitch": (10, 60)},
    "supply": {"usb": (100, 3000), "own": (0, 20_000)},
    "cables": dict.fromkeys(("squares", "rooms", "lamps"), (0, 20))
    | {"series": (0, 1000), "pull_up": (500, 20_000)},
}
"""What the file says in each of its tables, "" being its top, and from where to where that may go."""


@dataclass(frozen=True, slots=True)
class Mounting:
    """pitch: mm from square to square. usb, own: mA at 5 V through the Pico's USB, and of an own supply.

    squares, rooms, lamps: metres of the cables. series: ohms in each wire that the Pico drives.
    pull_up: ohms at the wires of an I2C bus.
    """

    pitch: float
    usb: float
    own: float
    squares: float
    rooms: float
    lamps: float
    series: float
    pull_up: float


def read_mounting(path: Path, faults: list[str]) -> Mounting | None:
    """Read the file; what is wrong goes to ``faults``, a sentence each, and then there is none."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        faults.append(f"{path.name} cannot be read: {fault.strerror}.")
        return None
    except (ValueError, RecursionError) as fault:  # not TOML, not UTF-8, brackets without end
        faults.append(f"{path.name} is not a TOML file: {fault}.")
        return None
    found = [f"{path.name}: {fault}" for fault in _faults(data)]
    faults += found
    return None if found else Mounting(data["pitch"], **data["supply"], **data["cables"])


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    for table, ranges in RANGES.items():
        values = data.get(table, {}) if table else {key: data[key] for key in data if key not in RANGES}
        where = f"[{table}] " if table else ""
        if not isinstance(values, dict):
            yield f"{table} is {values!r}, expected a table [{table}]."
            continue
        for name in values:
            if name not in ranges:
                yield f"{where}there is no entry {name}, expected {', '.join(ranges)}."
        for name, (least, most) in ranges.items():
            value = values.get(name)
            if value is None:
                yield f"{where}the entry {name} is missing."
            elif type(value) not in (int, float) or not least <= value <= most:
                yield f"{where}{name} is {value!r}, expected {least} to {most}."
