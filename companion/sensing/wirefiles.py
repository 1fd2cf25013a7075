"""The wiring of a board, read from the files of a hardware folder; what is wrong with them in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.assets import asset_dir
from companion.board import Board, Door
from companion.sensing import lamps as lamp_files
from companion.sensing import readers as reader_files
from companion.sensing.datafiles import Entry, Shape, Table, read_rows, read_table, shape_faults
from companion.sensing.inputs import KINDS, MAX_INPUTS, Kind, count_of
from companion.sensing.lamps import LampChain, lamp_doors
from companion.sensing.readers import Readers, readers_of
from companion.sensing.wiring import Wiring

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
    table: Table | None = read_table(folder / name, faults)
    if table is None:
        return "74hc165", (), {}
    if table.get("kind") not in KINDS:
        faults.append(f"{name} has sensors of the kind {table.get('kind')}, expected {' or '.join(KINDS)}.")
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
        before = len(faults)
        rows = read_rows(folder / table["map"], (*kind.columns, "square"), faults)
        if len(faults) > before:  # then each square would be missing, too
            return table["kind"], (), {}
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
    table = read_table(folder / name, faults)
    if table is None:
        return None, False
    if wrong := list(reader_files.form_faults(table, name)):
        faults += wrong
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
            wires = square or "nothing"
            faults.append(f"Line {line} of the square map wires {wires}, which is no square of the board.")
        else:
            found[name] = square
    if missing := [square for square in board.squares if square not in found.values()]:
        faults.append(f"The square map has no input for {', '.join(missing)}.")
    return found
