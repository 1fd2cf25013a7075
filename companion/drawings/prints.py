"""What is drilled, glued and printed: hardware/prints.toml, read and checked."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.hardware import HardwareFault

PARTS: Mapping[str, tuple[str, ...]] = {
    "token": ("base", "foot", "magnet", "thick", "tag", "apart"),
    "reed": ("glass", "long", "hole", "aside"),
    "plate": ("board", "base"),
    "reader": ("width", "depth", "thick", "antenna"),
    "lamp": ("hole",),
    "printer": ("gap",),
}
"""What the file says of each part."""

MOST = 200.0
"""Millimetres; no measure is larger."""


@dataclass(frozen=True)
class Prints:
    """The measures of each part, millimetres, by the names of the file."""

    token: Mapping[str, float]
    reed: Mapping[str, float]
    plate: Mapping[str, float]
    reader: Mapping[str, Any]
    lamp: Mapping[str, float]
    printer: Mapping[str, float]


def read_prints(path: Path, pitch: float) -> Prints:
    """Read the file. pitch: from square to square, millimetres, which a token's base must not fill.

    Raises HardwareFault, which names every fault at once.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        raise HardwareFault([f"{path.name} cannot be read: {fault.strerror}."]) from None
    except (ValueError, RecursionError) as fault:  # not TOML, not UTF-8, brackets without end
        raise HardwareFault([f"{path.name} is not a TOML file: {fault}."]) from None
    faults = list(_faults(data)) or list(_misfits(Prints(**data), pitch))
    if faults:
        raise HardwareFault([f"{path.name}: {fault}" for fault in faults])
    return Prints(**data)


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    for part in data:
        if part not in PARTS:
            yield f"there is no part {part}, expected {', '.join(PARTS)}."
    for part, names in PARTS.items():
        told = data.get(part)
        if not isinstance(told, dict):
            yield f"the table [{part}] is missing."
            continue
        for name in told:
            if name not in names:
                yield f"[{part}] there is no measure {name}, expected {', '.join(names)}."
        for name in names:
            many = 2 if name == "antenna" else 1
            values = told.get(name)
            if not _are_measures(values if many == 2 else [values], many):
                wanted = "two numbers" if many == 2 else "a number"
                yield f"[{part}] {name} is {values!r}, expected {wanted} from 0 to {MOST:g}."


def _are_measures(values: object, many: int) -> bool:
    if not isinstance(values, list) or len(values) != many:
        return False
    return all(type(one) in (int, float) and 0 <= one <= MOST for one in values)


def _misfits(prints: Prints, pitch: float) -> Iterator[str]:
    token, gap = prints.token, prints.printer["gap"]
    if token["base"] > pitch - 1:
        yield f"[token] base is {token['base']:g}, and neighbours are {pitch:g} apart: at most {pitch - 1:g}."
    for name in ("magnet", "tag", "foot"):
        if token[name] + 2 * gap + 1 > token["base"]:
            yield f"[token] {name} is {token[name]:g}, too wide for a base of {token['base']:g}."
    reed = prints.reed
    if reed["glass"] + 2 * gap + 1 > reed["hole"]:
        yield f"[reed] hole is {reed['hole']:g}: a holder needs a wall around glass of {reed['glass']:g}."
    if reed["aside"] + reed["hole"] / 2 > pitch / 2:
        yield f"[reed] aside is {reed['aside']:g}: that is under the neighbour, {pitch:g} away."
