"""What a board file says, read leniently: a wrong part becomes a fault, the others stay usable."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.board.faults import listed, shown
from companion.board.geometry import Door, square_at
from companion.board.words import CLOSED, CORRIDOR, ROOMS, STEPS, SUSPECTS

MOST_COLUMNS = 26  # a column is one letter
MOST_ROWS = 100  # a row is a number of at most two digits


@dataclass
class Draft:
    """The well-formed parts of a board file, and the faults of form of all the others."""

    name: str = ""
    columns: int | None = None
    rows: int | None = None
    legend: dict[str, str] = field(default_factory=dict)
    map: list[str] = field(default_factory=list)
    doors: list[Door] | None = None
    """None where the file has no list of doors."""
    starts: dict[str, str | None] = field(default_factory=dict)
    """None where what the file gives is a fault already."""
    passages: list[tuple[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def fault(self, sentence: str) -> None:
        """Note one fault; a sentence that is already there is not repeated."""
        if sentence not in self.faults:
            self.faults.append(sentence)

    def cells(self) -> Iterator[tuple[str, str | None]]:
        """Every letter of the map as (square's name, meaning), the meaning None if the legend has none."""
        for row, line in enumerate(self.map[:MOST_ROWS]):
            for column, letter in enumerate(line[:MOST_COLUMNS]):
                yield square_at(column, row), self.legend.get(letter)


def read_draft(data: object) -> Draft:
    """Read decoded JSON of any form into a draft."""
    draft = Draft()
    if not isinstance(data, dict):
        draft.fault(
            f"A board is an object with the keys name, columns, rows, legend, map, doors, starts and "
            f"passages, found {shown(data)}."
        )
        return draft
    _read_name(draft, data)
    draft.columns = _size(draft, data, "columns", MOST_COLUMNS)
    draft.rows = _size(draft, data, "rows", MOST_ROWS)
    _read_legend(draft, _object(draft, data, "legend"))
    _read_map(draft, _list(draft, data, "map"))
    _read_doors(draft, _list(draft, data, "doors"))
    _read_starts(draft, _object(draft, data, "starts"))
    _read_passages(draft, _list(draft, data, "passages"))
    return draft


def _present(draft: Draft, data: dict[str, object], key: str) -> bool:
    if key not in data:
        draft.fault(f"The key '{key}' is missing.")
    return key in data


def _object(draft: Draft, data: dict[str, object], key: str) -> dict[str, object] | None:
    value = data.get(key)
    if _present(draft, data, key) and not isinstance(value, dict):
        draft.fault(f"'{key}' has to be an object, found {shown(value)}.")
    return value if isinstance(value, dict) else None


def _list(draft: Draft, data: dict[str, object], key: str) -> list[object] | None:
    value = data.get(key)
    if _present(draft, data, key) and not isinstance(value, list):
        draft.fault(f"'{key}' has to be a list, found {shown(value)}.")
    return value if isinstance(value, list) else None


def _size(draft: Draft, data: dict[str, object], key: str, most: int) -> int | None:
    if not _present(draft, data, key):
        return None
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        draft.fault(f"'{key}' has to be a whole number from 1 to {most}, found {shown(value)}.")
        return None
    return value


def _read_name(draft: Draft, data: dict[str, object]) -> None:
    if _present(draft, data, "name"):
        name = data["name"]
        if isinstance(name, str) and re.fullmatch(r"[\w-]{1,40}", name):
            draft.name = name
        else:
            draft.fault(f"'name' has to be one word of letters, digits, _ and -, found {shown(name)}.")


def _read_legend(draft: Draft, legend: dict[str, object] | None) -> None:
    for letter, meaning in (legend or {}).items():
        if len(letter) != 1:
            draft.fault(f"The legend explains {shown(letter)}; it has to be a single letter of the map.")
        elif isinstance(meaning, str) and meaning in (CORRIDOR, *CLOSED, *ROOMS):
            draft.legend[letter] = meaning
        else:
            draft.fault(
                f"The legend gives {shown(letter)} the meaning {shown(meaning)}; known are {CORRIDOR}, "
                f"{', '.join(CLOSED)} and the rooms {', '.join(ROOMS)}."
            )


def _read_map(draft: Draft, lines: list[object] | None) -> None:
    if lines == []:
        draft.fault("The map has no rows.")
    for row, line in enumerate(lines or ()):
        if isinstance(line, str):
            draft.map.append(line)
        else:
            draft.fault(f"Row {row} of the map has to be a text, found {shown(line)}.")
            draft.map.append("")


def _read_doors(draft: Draft, entries: list[object] | None) -> None:
    if entries is None:
        return
    draft.doors = []
    for number, entry in enumerate(entries, start=1):
        where = f"Door {number}"
        words = _words(draft, where, entry, ("room", "square", "into"))
        if words is None:
            continue
        door = Door(*words)
        if door.room not in ROOMS:
            draft.fault(
                f"{where} names the unknown room {shown(door.room)}; the rooms are {', '.join(ROOMS)}."
            )
        if door.into not in STEPS:
            draft.fault(f"{where} leads into {shown(door.into)}; the directions are {', '.join(STEPS)}.")
        if door.room in ROOMS and door.into in STEPS:
            draft.doors.append(door)


def _words(draft: Draft, where: str, entry: object, keys: tuple[str, ...]) -> list[str] | None:
    if not isinstance(entry, dict):
        draft.fault(f"{where} has to be an object with {', '.join(keys)}, found {shown(entry)}.")
        return None
    for key in keys:
        if key not in entry:
            draft.fault(f"{where} has no '{key}'.")
        elif not isinstance(entry[key], str):
            draft.fault(f"{where}: '{key}' has to be a text, found {shown(entry[key])}.")
    words = [entry[key] for key in keys if isinstance(entry.get(key), str)]
    return words if len(words) == len(keys) else None


def _read_starts(draft: Draft, starts: dict[str, object] | None) -> None:
    if starts is None:
        draft.starts = dict.fromkeys(SUSPECTS)
        return
    for suspect, square in starts.items():
        if suspect not in SUSPECTS:
            known = ", ".join(SUSPECTS)
            draft.fault(f"'starts' names the unknown suspect {shown(suspect)}; the suspects are {known}.")
            continue
        draft.starts[suspect] = square if isinstance(square, str) else None
        if not isinstance(square, str):
            draft.fault(f"The start of {suspect} has to be the name of a square, found {shown(square)}.")


def _read_passages(draft: Draft, entries: list[object] | None) -> None:
    for number, entry in enumerate(entries or (), start=1):
        where = f"Passage {number}"
        if not isinstance(entry, list) or len(entry) != 2:
            draft.fault(f"{where} has to be a list of two rooms, found {shown(entry)}.")
            continue
        one, other = entry
        unknown = [shown(room) for room in entry if room not in ROOMS]
        if unknown:
            draft.fault(
                f"{where} names what is no room: {listed(unknown)}; the rooms are {', '.join(ROOMS)}."
            )
        elif one == other:
            draft.fault(f"{where} leads from the {one} back into the {one}.")
        else:
            draft.passages.append((one, other))
