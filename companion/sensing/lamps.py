"""Which door lamp of the Pico's chain is which door: read from ``hardware/``, sent as the digits of LAMPS."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.board import Board, Door
from companion.sensing.datafiles import PIN, WORD, Entry, Shape, number

A_DIGIT = 4  # lamps in one hex digit
MAX_LAMPS = 320  # 80 digits: more would not fit into a line of docs/PROTOCOL.md


SHAPE: Shape = {
    **dict.fromkeys(("board", "kind", "map"), WORD),
    "pin": PIN,
    "colour": Entry(list, each=number(0, 255)),
    "milliamps": number(1, 20_000),
}
"""What the table ``[lamps]`` of pico.toml says."""

COLUMNS = ("lamp", "room", "square")


@dataclass(frozen=True)
class LampChain:
    """The door lamps on their chain of WS2812.

    ``doors`` has one entry a lamp, in the order of the chain: its door, or None for a lamp that stays dark.
    ``settings`` is what the firmware needs of the ``[lamps]`` table of ``hardware/pico.toml``.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> LampChain(board.doors, {}).digits(board.doors_of("study"))
    '80000'
    """

    doors: tuple[Door | None, ...]
    settings: Mapping[str, object]

    def digits(self, glowing: Collection[Door]) -> str:
        """The hex digits of a LAMPS line that lights the lamps of these doors, as far as they have some."""
        bits = "".join("1" if door in glowing else "0" for door in self.doors)
        digits = -(-len(bits) // A_DIGIT)
        return f"{int(bits.ljust(digits * A_DIGIT, '0'), 2):0{digits}X}"

    def firmware_config(self) -> dict[str, Any]:
        """The table ``lamps`` of the firmware's ``config.json``."""
        return {"count": len(self.doors), **self.settings}


def lamp_doors(rows: Iterable[Mapping[str, str]], board: Board, faults: list[str]) -> tuple[Door | None, ...]:
    """The door of each lamp, as the rows of a lamp map name them: lamp (1 is the first), room, square.

    What is wrong with the map goes to ``faults``, a sentence each.
    """
    doors = {f"{door.room} {door.square}": door for door in board.doors}
    found: dict[int, str] = {}
    for line, row in enumerate(rows, 2):
        lamp, name = row["lamp"], f"{row['room']} {row['square']}".strip()
        number = int(lamp) if lamp.isdecimal() else 0
        if not 1 <= number <= MAX_LAMPS:
            faults.append(f"Line {line} of the lamp map names lamp {lamp}, expected 1 to {MAX_LAMPS}.")
        elif name not in doors:
            faults.append(f"Line {line} of the lamp map names the door {name}, which the board lacks.")
        elif number in found:
            faults.append(f"Line {line} of the lamp map gives lamp {lamp} to {name}; it is {found[number]}.")
        elif name in found.values():
            faults.append(f"Line {line} of the lamp map gives {name} a second lamp.")
        else:
            found[number] = name
    return tuple(doors.get(found.get(lamp, "")) for lamp in range(1, max(found, default=0) + 1))
