"""The files of a hardware folder as tables and rows; whatever is wrong with their form becomes a sentence."""

import csv
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Table = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """What one entry of a table may be.

    kind: its type, and for a number from where to where. each: what every element of a list is. table: the
    shape of a table. wanted: it must not be left out.
    """

    kind: type
    least: int = 0
    most: int = 0
    each: "Entry | None" = None
    table: "Shape | None" = None
    wanted: bool = True

    @property
    def words(self) -> str:
        """What a sentence expects."""
        if self.kind is int:
            return f"a whole number from {self.least:,} to {self.most:,}"
        return {str: "a word in quotes", bool: "true or false", list: "a list [ ]"}.get(self.kind, "a table")


Shape = Mapping[str, Entry]

WORD, FLAG = Entry(str), Entry(bool)
PIN = Entry(int, 0, 29)
PINS = Entry(list, each=PIN)
BAUD = Entry(int, 10_000, 20_000_000)
BUS = Entry(int, 0, 1)
LEVEL = Entry(int, 0, 1)


def number(least: int, most: int) -> Entry:
    """A whole number within these."""
    return Entry(int, least, most)


def read_table(path: Path, faults: list[str]) -> dict[str, Any] | None:
    """A TOML file; None where there is a fault of it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        faults.append(f"{path.name} cannot be read: {fault.strerror}.")
    except (ValueError, RecursionError) as fault:  # not TOML, not UTF-8, brackets without end
        faults.append(f"{path.name} is not a TOML file: {fault}.")
    return None


def read_rows(path: Path, columns: Sequence[str], faults: list[str]) -> Sequence[Mapping[str, str]]:
    """The rows of a CSV file with these columns; none where there is a fault of it."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:  # spreadsheets put a mark before it
            found = list(csv.DictReader(file, restval=""))
    except OSError as fault:
        faults.append(f"{path.name} cannot be read: {fault.strerror}.")
        return []
    except (ValueError, csv.Error) as fault:
        faults.append(f"{path.name} is not a CSV file: {fault}.")
        return []
    if found and (missing := [name for name in columns if name not in found[0]]):
        names = ", ".join(missing)
        faults.append(f"{path.name} has no column {names}: its first line names them, with commas between.")
        return []
    return [{name: row[name].strip() for name in columns} for row in found]


def shape_faults(table: Table, shape: Shape, where: str) -> Iterator[str]:
    """What keeps a table from having this shape, a sentence each; ``where`` names it.

    >>> list(shape_faults({"pin": 31, "spin": 1}, {"pin": PIN, "on": FLAG}, "pico.toml"))
    ['pico.toml: there is no entry spin, expected pin, on.',
     'pico.toml: pin is 31, expected a whole number from 0 to 29.',
     'pico.toml: the entry on is missing.']
    """
    for name in table:
        if name not in shape:
            yield f"{where}: there is no entry {name}, expected {', '.join(shape)}."
    for name, entry in shape.items():
        if name in table:
            yield from _entry_faults(name, table[name], entry, where)
        elif entry.wanted:
            yield f"{where}: the entry {name} is missing."


def _entry_faults(name: str, value: object, entry: Entry, where: str) -> Iterator[str]:
    right = type(value) is entry.kind and (entry.kind is not int or entry.least <= value <= entry.most)  # type: ignore[operator]
    if not right:
        yield f"{where}: {name} is {value!r}, expected {entry.words}."
    elif isinstance(value, list) and entry.each:
        for at, one in enumerate(value, 1):
            yield from _entry_faults(f"{name} {at}", one, entry.each, where)
    elif isinstance(value, dict) and entry.table:
        yield from shape_faults(value, entry.table, f"{where}, {name}")
