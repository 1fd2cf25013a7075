"""The parts list: hardware/parts.toml, read, checked, and multiplied by what a board has."""

import math
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import lru_cache
from typing import Any

from companion.assets import asset_dir
from companion.hardware.counting import THINGS, counted
from companion.hardware.folder import Hardware, HardwareFault

RAILS = ("3v3", "5v", "usb", "gpio")


@dataclass(frozen=True, slots=True)
class Alternative:
    """What does as well, and when to take it."""

    name: str
    price: float
    why: str


@dataclass(frozen=True, slots=True)
class Part:
    """An entry of parts.toml; its head says what each field is."""

    id: str
    name: str
    purpose: str
    count: Mapping[str, float]
    price: float
    spare: float = 0
    owned: bool = False
    builds: Sequence[str] = ()
    rail: str = ""
    volts: float = 0
    idle: float = 0
    busy: float | None = None
    at_once: int | None = None
    logic: float = 0
    source: str = ""
    alternatives: Sequence[Alternative] = ()

    def needed(self, found: Mapping[str, float]) -> float:
        """How many a board works with that has so many of each thing."""
        return sum(number * found[thing] for thing, number in self.count.items())


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the shopping list. needed: how many are fitted; quantity: with spares, whole ones."""

    part: Part
    needed: float
    quantity: int

    @property
    def cost(self) -> float:
        """Of all of them; an estimate."""
        return self.quantity * self.part.price


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All parts, by id. currency, estimated: of the prices, and when they were guessed."""

    currency: str
    estimated: date
    parts: Mapping[str, Part]


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The shipped parts. HardwareFault names every fault of the file at once."""
    text = (asset_dir("hardware") / "parts.toml").read_text(encoding="utf-8")
    return read_catalogue(text)


def read_catalogue(text: str) -> Catalogue:
    """The text of a parts file. HardwareFault names every fault of it at once."""
    try:
        data = tomllib.loads(text)
    except ValueError as fault:
        raise HardwareFault([f"parts.toml is not a TOML file: {fault}."]) from None
    if faults := [f"parts.toml: {fault}" for fault in _faults(data)]:
        raise HardwareFault(faults)
    parts = {}
    for facts in data["parts"]:
        others = [Alternative(**one) for one in facts.get("alternatives", ())]
        parts[facts["id"]] = Part(**{**facts, "alternatives": others})
    return Catalogue(data["currency"], data["estimated"], parts)


def shopping_list(built: Hardware, build: str | None = None) -> list[Line]:
    """What has to be bought for a board, in the order of the file.

    build: which of the three builds it is; None takes the parts that all of them have, and those of `full`.

    >>> from companion.hardware import read_hardware
    >>> [(line.needed, line.quantity) for line in shopping_list(read_hardware()) if line.part.id == "reed"]
    [(188, 200)]
    """
    found = counted(built)
    lines = []
    for part in catalogue().parts.values():
        needed = part.needed(found) if (build or "full") in (part.builds or (build or "full",)) else 0
        if needed:
            with_spare = needed * (1 + part.spare / 100)
            lines.append(Line(part, needed, math.ceil(round(with_spare, 6))))
    return lines


def cost(lines: Collection[Line]) -> float:
    """The sum of an estimate, without what most people have."""
    return sum(line.cost for line in lines if not line.part.owned)


_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "id": str,
    "name": str,
    "purpose": str,
    "count": dict,
    "price": (int, float),
    "spare": (int, float),
    "owned": bool,
    "builds": list,
    "rail": str,
    "volts": (int, float),
    "idle": (int, float),
    "busy": (int, float),
    "at_once": int,
    "logic": (int, float),
    "source": str,
    "alternatives": list,
}
_WANTED = ("id", "name", "purpose", "count", "price")


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(data.get("currency"), str):
        yield f"currency is {data.get('currency')!r}, expected a word such as \"EUR\"."
    if not isinstance(data.get("estimated"), date):
        yield f"estimated is {data.get('estimated')!r}, expected a date such as 2025-12-01."
    parts = data.get("parts", [])
    if not isinstance(parts, list) or not parts:
        yield "there are no tables [[parts]]."
        return
    seen: set[str] = set()
    for number, part in enumerate(parts, 1):
        if not isinstance(part, dict):
            yield f"part {number} is {part!r}, expected a table [[parts]]."
            continue
        called = f"part {part.get('id', number)}"
        yield from (f"{called}: {fault}" for fault in _part_faults(part))
        if called in seen:
            yield f"{called} is there twice."
        seen.add(called)


def _part_faults(part: Mapping[str, Any]) -> Iterator[str]:
    for name in _WANTED:
        if name not in part:
            yield f"the entry {name} is missing."
    for name, value in part.items():
        if name not in _TYPES:
            yield f"there is no entry {name}, expected {', '.join(_TYPES)}."
        elif not isinstance(value, _TYPES[name]) or (isinstance(value, bool) and name != "owned"):
            yield f"{name} is {value!r}, which it cannot be."
        elif isinstance(value, (int, float)) and value < 0:
            yield f"{name} is {value}, expected 0 or more."
    if isinstance(part.get("count"), dict):
        for thing in part["count"]:
            if thing not in THINGS:
                yield f"it counts {thing}, of which nothing is known; there are {', '.join(THINGS)}."
    if (rail := part.get("rail")) is not None and rail not in RAILS:
        yield f"rail is {rail!r}, expected {' or '.join(RAILS)}."
    if "rail" in part and not {"volts", "idle", "source"} <= set(part):
        yield "what takes current has volts, idle and source."
    for other in part.get("alternatives", ()):
        if not isinstance(other, dict) or set(other) != {one.name for one in fields(Alternative)}:
            yield f"the alternative {other!r} is not a table of name, price and why."
