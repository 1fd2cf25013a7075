"""Which input of the Pico is which square: read from ``hardware/``, handed to the firmware as its config."""

import dataclasses
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.assets import asset_dir
from companion.board import Board, Door
from companion.sensing import lamps as lamp_files
from companion.sensing import readers as reader_files
from companion.sensing.datafiles import Entry, Shape, Table, read_rows, read_table, shape_faults
from companion.sensing.inputs import KINDS, MAX_INPUTS, Kind, Place, count_of, doubtful
from companion.sensing.lamps import LampChain, lamp_doors
from companion.sensing.readers import Readers, readers_of

ROLES = ("squares", "rooms")

PICO = "pico.toml"
SHAPE: Shape = {
    "squares": Entry(str, wanted=False),
    "rooms": Entry(str, wanted=False),
    "lamps": Entry(dict, table=lamp_files.SHAPE, wanted=False),
}
"""What pico.toml says."""


class WiringFault(Exception):
    """The hardware data do not hold together; ``faults`` has one sentence each."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Wiring:
    """The squares' sensors, the rooms' tag readers, and the door lamps.

    ``inputs`` has one entry an input, in the order of the bits of a ``SQUARES`` line: the square's
    name, or None for an input that must read open. ``kind`` is one of ``inputs.KINDS``, ``pins`` what
    ``hardware/`` says of the sensors for the firmware; ``inputs`` and ``pins`` are empty where no squares are
    sensed. ``lamps`` and ``readers`` are None where none are fitted. ``split`` where the readers hang on a
    Pico of their own.

    >>> from companion.board import load_board
    >>> wiring = wiring_for(load_board("classic"))
    >>> len(wiring.inputs), wiring.input_name(0), wiring.spare
    (192, 'register 1 input H', (188, 189, 190, 191))
    >>> wiring.closed("8" + "0" * 47)
    (frozenset({'H0'}), ())
    >>> wiring.closed(wiring.digits({"Q7"}))
    (frozenset({'Q7'}), ())
    """

    inputs: tuple[str | None, ...]
    pins: Mapping[str, Any]
    lamps: LampChain | None = None
    readers: Readers | None = None
    kind: str = "74hc165"
    split: bool = False

    @property
    def roles(self) -> tuple[str, ...]:
        """What a board wired like this senses: squares, rooms, or both."""
        return tuple(role for role, there in zip(ROLES, (self.inputs, self.readers), strict=True) if there)

    @property
    def role(self) -> str:
        """The same in the word of HELLO."""
        return "+".join(self.roles)

    def part(self, roles: Collection[str]) -> "Wiring":
        """As much of it as a Pico of these roles has; the lamps hang on the one with the squares, if any."""
        squares = "squares" in roles
        return dataclasses.replace(
            self,
            inputs=self.inputs if squares else (),
            pins=self.pins if squares else {},
            lamps=self.lamps if squares or not self.inputs else None,
            readers=self.readers if "rooms" in roles else None,
            split=False,
        )

    @property
    def picos(self) -> Sequence["Wiring"]:
        """What each of the board's Picos has: one, or two where the readers hang on their own."""
        return [self.part([role]) for role in self.roles] if self.split else [self]

    @property
    def gpio(self) -> Mapping[int, Sequence[str]]:
        """What hangs on each pin (GP number) of the one Pico that has all this; one thing, if all is well."""
        uses = [*KINDS[self.kind].pins(self.pins)] if self.inputs else []
        if self.lamps:
            uses.append((self.lamps.firmware_config()["pin"], "data of the lamps"))
        uses += self.readers.gpio if self.readers else ()
        found: dict[int, list[str]] = {}
        for pin, use in dict.fromkeys(uses):
            found.setdefault(pin, []).append(use)
        return found

    @cached_property
    def spare(self) -> tuple[int, ...]:
        """The inputs without a square, which must read open."""
        return tuple(bit for bit, square in enumerate(self.inputs) if square is None)

    @cached_property
    def map_hash(self) -> str:
        """Eight hex digits that tell these maps of inputs and readers from others; HELLO carries them."""
        named = " ".join(square or "-" for square in self.inputs)
        maps = [f"{self.kind} {named}"] if self.inputs else []
        if self.readers:
            maps.append(json.dumps([self.readers.kind, self.readers.pins]))
        return hashlib.sha256("\n".join(maps).encode()).hexdigest()[:8].upper()

    @property
    def sensors(self) -> dict[str, object]:
        """The table ``squares`` of the firmware's ``config.json``."""
        return {"kind": self.kind, "bytes": self._digits // 2, **self.pins}

    def closed(self, digits: str) -> tuple[frozenset[str], tuple[int, ...]]:
        """The closed squares, and the inputs that are closed but should not be, of a SQUARES line's digits.

        ValueError if the digits are too many, too few or no hex digits.
        """
        if len(digits) != self._digits:
            raise ValueError(f"{len(digits)} hex digits, not {self._digits}")
        bits = self._bits(digits)
        squares = frozenset(square for bit in bits if (square := self.inputs[bit]))
        return squares, tuple(bit for bit in bits if self.inputs[bit] is None)

    def doubtful(self, digits: str) -> frozenset[str]:
        """The squares that read closed in a SQUARES line's digits, but may be phantoms for want of diodes."""
        found = doubtful(self.pins, self._bits(digits))
        return frozenset(filter(None, map(self.inputs.__getitem__, found)))

    def unread(self, chips: Collection[int]) -> frozenset[str]:
        """The squares on these expanders, counted from 1, as UNREAD names them."""
        named = zip(self.places, self.inputs, strict=False)
        return frozenset(square for (chip, _), square in named if square and chip in chips)

    def chip_names(self, chips: Iterable[int]) -> str:
        """What these chips are called on the wiring plan."""
        return ", ".join(f"{KINDS[self.kind].phrase.split()[0]} {chip}" for chip in chips)

    def digits(self, squares: Iterable[str]) -> str:
        """The hex digits of a SQUARES line for these closed squares: the other way round than ``closed``."""
        wanted = frozenset(squares)
        bits = "".join("1" if square in wanted else "0" for square in self.inputs)
        return f"{int(bits or '0', 2):0{self._digits}X}" if self.inputs else ""

    def input_name(self, bit: int) -> str:
        """What is written at an input on the wiring plan."""
        if bit >= len(self.places):
            return f"input {bit + 1}, which does not exist"
        return KINDS[self.kind].phrase.format(*self.places[bit])

    def firmware_config(self) -> str:
        """The text of ``config.json`` that goes beside the firmware's ``main.py``."""
        config: dict[str, object] = {"map": self.map_hash, "role": self.role}
        if self.inputs:
            config["squares"] = self.sensors
        if self.readers:
            config["rooms"] = self.readers.firmware_config()
        if self.lamps:
            config["lamps"] = self.lamps.firmware_config()
        return json.dumps(config, indent=1) + "\n"

    @cached_property
    def places(self) -> Sequence[Place]:
        """What the two columns of the map say of each input; what only fills up the last byte is nowhere."""
        return list(KINDS[self.kind].places(self.pins)) if self.inputs else []

    @property
    def _digits(self) -> int:
        return len(self.inputs) // 4

    def _bits(self, digits: str) -> Sequence[int]:
        """The closed inputs, in order; few are."""
        bits, left = [], int(digits or "0", 16)
        while left:
            place = left.bit_length()
            bits.append(len(self.inputs) - place)
            left ^= 1 << place - 1
        return bits


def wiring_for(board: Board, folder: Path | None = None) -> Wiring:
    """The wiring of a board: the one in ``hardware/`` (or ``folder``) if that is for this board, by its name.

    Another board is taken as wired input by input, and door by door, in board order, which is what its
    virtual board does. ``pico.toml`` names the files of the squares' sensors and of the readers: without
    ``squares`` no squares are sensed, without ``rooms`` no rooms; without ``[lamps]`` there are no lamps.
    WiringFault names every fault of the data at once.
    """
    folder = folder or asset_dir("hardware")
    faults: list[str] = []
    facts = read_table(folder / PICO, faults) or {}
    faults += shape_faults(facts, SHAPE, PICO)
    if faults:  # go on with what is well, so that all faults are told at once
        facts = {name: value for name, value in facts.items() if not any(_about(name, value))}
    lamps: Table | None = facts.get("lamps")
    doors: tuple[Door | None, ...] = board.doors
    kind, inputs, pins = _squares(folder, facts.get("squares"), board, faults)
    if lamps and board.name == lamps["board"]:
        doors = lamp_doors(read_rows(folder / lamps["map"], lamp_files.COLUMNS, faults), board, faults)
    readers, split = _readers(folder, facts.get("rooms"), board, faults)
    chain = LampChain(doors, _settings(lamps)) if lamps and doors else None
    wiring = Wiring(inputs, pins, chain, readers, kind, split and bool(inputs))
    for part in wiring.picos if not faults else ():
        for pin, uses in sorted(part.gpio.items()):
            if len(uses) > 1:
                faults.append(f"GP{pin} cannot be all of these: {', '.join(uses)}.")
    if faults:
        raise WiringFault(faults)
    return wiring


def wiring_files(folder: Path | None = None) -> dict[str, str]:
    """The texts that ``wiring_for`` reads, by the names of their files: enough for the same wiring elsewhere.

    Files that are not there are left out.

    >>> sorted(wiring_files())[:2]
    ['lamps.csv', 'pico.toml']
    """
    folder = folder or asset_dir("hardware")
    found: dict[str, str] = {}

    def take(name: object) -> Table:
        path = folder / str(name)
        if isinstance(name, str) and path.is_file():
            found[name] = path.read_text(encoding="utf-8")
            return read_table(path, []) or {} if path.suffix == ".toml" else {}
        return {}

    pico = take(PICO)
    for table in (take(pico.get("squares")), take(pico.get("rooms")), pico.get("lamps", {})):
        take(table.get("map"))
        take(table.get("tags"))
    return found


def _squares(
    folder: Path, name: str | None, board: Board, faults: list[str]
) -> tuple[str, tuple[str | None, ...], Table]:
    """Kind, inputs and settings of the squares' sensors; what is wrong goes to ``faults``."""
    if name is None:
        return "74hc165", (), {}
    table: Table = read_table(folder / name, faults) or {}
    if table and table.get("kind") not in KINDS:
        faults.append(f"{name} has sensors of the kind {table.get('kind')}, expected {' or '.join(KINDS)}.")
    if not table or table.get("kind") not in KINDS:
        return "74hc165", (), {}
    kind = KINDS[table["kind"]]
    if wrong := list(shape_faults(table, kind.shape, name)):
        faults += wrong
        return table["kind"], (), {}
    own = board.name == table["board"]
    if not own:
        table = kind.grown(table, len(board.squares))
    if wrong := list(kind.faults(table)):
        faults += wrong
        return table["kind"], (), {}
    names = kind.names(table)
    if len(names) > MAX_INPUTS or (not own and len(names) < len(board.squares)):
        many = min(len(names), MAX_INPUTS)
        faults.append(f"The board has {len(board.squares)} squares; these sensors take {many}.")
        return table["kind"], (), {}
    if own:
        rows = read_rows(folder / table["map"], (*kind.columns, "square"), faults)
        found = _wired(rows, kind, names, board, faults)
    else:
        found = dict(zip(names, board.squares, strict=False))
    spare = [None] * (count_of(names) - len(names))
    return table["kind"], (*map(found.get, names), *spare), _settings(table)


def _readers(
    folder: Path, name: str | None, board: Board, faults: list[str]
) -> tuple[Readers | None, bool]:
    """The readers, and whether they hang on a Pico of their own."""
    if name is None:
        return None, False
    table: Table = read_table(folder / name, faults) or {}
    wrong = list(reader_files.form_faults(table, name)) if table else []
    faults += wrong
    if not table or wrong:
        return None, False
    tags = read_rows(folder / table["tags"], reader_files.TAG_COLUMNS, faults)
    return readers_of(table, tags, board, faults), table["own_pico"]


def _about(name: str, value: object) -> Iterator[str]:
    """What is wrong with one entry of pico.toml."""
    return shape_faults({name: value}, {name: SHAPE[name]} if name in SHAPE else {}, PICO)


def _settings(table: Table) -> dict[str, Any]:
    """What a table says for the firmware only."""
    return {name: value for name, value in table.items() if name not in ("board", "kind", "map")}


def _wired(
    rows: Sequence[Mapping[str, str]], kind: Kind, names: Sequence[str], board: Board, faults: list[str]
) -> dict[str, str]:
    """The square of each named input, as the rows of a square map say."""
    found: dict[str, str] = {}
    for line, row in enumerate(rows, 2):
        name = kind.phrase.format(*(row[column] for column in kind.columns))
        square = row["square"]
        if name not in names:
            all_of_them = f"{names[0]} to {names[-1]}"
            faults.append(f"Line {line} of the square map names {name}, which {all_of_them} lack.")
        elif name in found:
            faults.append(f"Line {line} of the square map gives {name} to {square}; it is {found[name]}.")
        elif square in found.values():
            faults.append(f"Line {line} of the square map wires {square} a second time.")
        elif not board.is_square(square):
            faults.append(f"Line {line} of the square map wires {square}, which is no square of the board.")
        else:
            found[name] = square
    if missing := [square for square in board.squares if square not in found.values()]:
        faults.append(f"The square map has no input for {', '.join(missing)}.")
    return found
