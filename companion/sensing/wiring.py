"""Which input of the Pico is which square: read from ``hardware/``, handed to the firmware as its config."""

import csv
import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.assets import asset_dir
from companion.board import Board, Door
from companion.sensing.lamps import LampChain, lamp_doors
from companion.sensing.readers import Readers, readers_of

INPUTS = "HGFEDCBA"  # of a 74HC165, in the order in which it shifts them out
MAX_CHIPS = 40  # two hex digits each: more would not fit into a line of docs/PROTOCOL.md


class WiringFault(Exception):
    """The hardware data do not hold together; ``faults`` has one sentence each."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Wiring:
    """The squares' sensors on their chain of 74HC165, the rooms' tag readers, and the door lamps.

    ``inputs`` has one entry an input, in the order of the bits of a ``SQUARES`` line: the square's
    name, or None for an input that must read open. ``pins`` is the ``[squares]`` table of
    ``hardware/pico.toml``; both are empty where no squares are sensed. ``lamps`` and ``readers`` are None
    where none are fitted.

    >>> from companion.board import load_board
    >>> wiring = wiring_for(load_board("classic"))
    >>> len(wiring.inputs), wiring.chips, wiring.spare
    (192, 24, (188, 189, 190, 191))
    >>> wiring.closed("8" + "0" * 47)
    (frozenset({'H0'}), ())
    >>> wiring.closed(wiring.digits({"Q7"}))
    (frozenset({'Q7'}), ())
    """

    inputs: tuple[str | None, ...]
    pins: Mapping[str, int]
    lamps: LampChain | None = None
    readers: Readers | None = None

    @property
    def role(self) -> str:
        """What a board wired like this senses, in the words of HELLO."""
        return "+".join(["squares"] * bool(self.inputs) + ["rooms"] * bool(self.readers))

    @property
    def chips(self) -> int:
        """The number of shift registers."""
        return len(self.inputs) // len(INPUTS)

    @cached_property
    def spare(self) -> tuple[int, ...]:
        """The inputs without a square, which must read open."""
        return tuple(bit for bit, square in enumerate(self.inputs) if square is None)

    @cached_property
    def map_hash(self) -> str:
        """Eight hex digits that tell this map from others; HELLO carries them."""
        named = " ".join(square or "-" for square in self.inputs)
        return hashlib.sha256(f"74hc165 {named}".encode()).hexdigest()[:8].upper()

    def closed(self, digits: str) -> tuple[frozenset[str], tuple[int, ...]]:
        """The closed squares, and the inputs that are closed but should not be, of a SQUARES line's digits.

        ValueError if the digits are too many, too few or no hex digits.
        """
        if len(digits) != 2 * self.chips:
            raise ValueError(f"{len(digits)} hex digits, not {2 * self.chips}")
        if not digits:
            return frozenset(), ()
        bits = f"{int(digits, 16):0{len(self.inputs)}b}"
        named = zip(self.inputs, bits, strict=True)
        squares = frozenset(square for square, bit in named if square and bit == "1")
        return squares, tuple(bit for bit in self.spare if bits[bit] == "1")

    def digits(self, squares: Iterable[str]) -> str:
        """The hex digits of a SQUARES line for these closed squares: the other way round than ``closed``."""
        wanted = frozenset(squares)
        bits = "".join("1" if square in wanted else "0" for square in self.inputs)
        return f"{int(bits, 2):0{2 * self.chips}X}"

    def levels(self, squares: Iterable[str]) -> str:
        """The electric level of every input in the same order and form, when these squares are closed."""
        closed = int(self.digits(squares), 16)
        every = (1 << len(self.inputs)) - 1
        return f"{closed if self.pins['closed'] else closed ^ every:0{2 * self.chips}X}"

    def firmware_config(self) -> str:
        """The text of ``config.json`` that goes beside the firmware's ``main.py``."""
        config: dict[str, object] = {"map": self.map_hash, "role": self.role}
        if self.inputs:
            config["squares"] = {"chips": self.chips, **self.pins}
        if self.readers:
            config["rooms"] = self.readers.firmware_config()
        if self.lamps:
            config["lamps"] = self.lamps.firmware_config()
        return json.dumps(config, indent=1) + "\n"


def input_name(bit: int) -> str:
    """What is written at an input on the wiring plan.

    >>> input_name(191)
    'register 24 input A'
    """
    return f"register {bit // len(INPUTS) + 1} input {INPUTS[bit % len(INPUTS)]}"


def wiring_for(board: Board, folder: Path | None = None) -> Wiring:
    """The wiring of a board: the one in ``hardware/`` (or ``folder``) if that is for this board, by its name.

    Another board is taken as wired input by input, and door by door, in board order, which is what its
    virtual board does. Without a table ``[squares]`` no squares are sensed, without ``[lamps]`` there are no
    door lamps, without the file ``readers.toml`` no tag readers.
    WiringFault names every fault of the data at once.
    """
    folder = folder or asset_dir("hardware")
    facts = tomllib.loads((folder / "pico.toml").read_text(encoding="utf-8"))
    table: dict[str, Any] | None = facts.get("squares")
    lamps: dict[str, Any] | None = facts.get("lamps")
    faults: list[str] = []
    doors: tuple[Door | None, ...] = board.doors
    inputs: tuple[str | None, ...] = ()
    if table and board.name == table["board"]:
        inputs = _inputs(_rows(folder / table["map"]), table["chips"], board, faults)
    elif table:
        inputs = _in_board_order(board)
    if lamps and board.name == lamps["board"]:
        doors = lamp_doors(_rows(folder / lamps["map"]), board, faults)
    readers = _readers(folder, board, faults)
    if faults:
        raise WiringFault(faults)
    chain = LampChain(doors, _settings(lamps)) if lamps and doors else None
    return Wiring(inputs, _settings(table or {}), chain, readers)


def _readers(folder: Path, board: Board, faults: list[str]) -> Readers | None:
    file = folder / "readers.toml"
    if not file.exists():
        return None
    facts = tomllib.loads(file.read_text(encoding="utf-8"))
    return readers_of(facts, _rows(folder / facts["tags"]), board, faults)


def _rows(path: Path) -> Sequence[Mapping[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _settings(table: Mapping[str, Any]) -> dict[str, Any]:
    """What a table says for the firmware only."""
    return {name: value for name, value in table.items() if name not in ("board", "kind", "map", "chips")}


def _inputs(
    rows: Sequence[Mapping[str, str]], chips: int, board: Board, faults: list[str]
) -> tuple[str | None, ...]:
    names = {input_name(bit): bit for bit in range(chips * len(INPUTS))}
    found: dict[int, str] = {}
    for line, row in enumerate(rows, 2):
        name = f"register {row['chip']} input {row['input']}"
        square = row["square"]
        if name not in names:
            faults.append(f"Line {line} of the square map names {name}, which a chain of {chips} lacks.")
        elif names[name] in found:
            taken = found[names[name]]
            faults.append(f"Line {line} of the square map gives {name} to {square}; it is {taken}.")
        elif square in found.values():
            faults.append(f"Line {line} of the square map wires {square} a second time.")
        elif not board.is_square(square):
            faults.append(f"Line {line} of the square map wires {square}, which is no square of the board.")
        else:
            found[names[name]] = square
    if missing := [square for square in board.squares if square not in found.values()]:
        faults.append(f"The square map has no input for {', '.join(missing)}.")
    return tuple(found.get(bit) for bit in range(chips * len(INPUTS)))


def _in_board_order(board: Board) -> tuple[str | None, ...]:
    chips = -(-len(board.squares) // len(INPUTS))
    if chips > MAX_CHIPS:
        raise WiringFault([f"The board has {len(board.squares)} squares; a line takes {8 * MAX_CHIPS}."])
    return (*board.squares, *[None] * (chips * len(INPUTS) - len(board.squares)))
