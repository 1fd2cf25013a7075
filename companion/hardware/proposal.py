"""A wiring for any board: the shipped files with other maps, in an order that makes short wires."""

import itertools
import json
import math
import re
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from companion.assets import asset_dir
from companion.board import Board
from companion.board.geometry import position_of
from companion.hardware.checks import flaws_of
from companion.hardware.counting import centre
from companion.hardware.folder import HardwareFault, read_hardware
from companion.hardware.tour import Point, length, tour
from companion.sensing.inputs import KINDS, MAX_INPUTS, Place

SLOWER = (1, 2, 4, 10)
"""By how much everything is read slower, in turn, until the cables of a big board are short enough for it."""

LEAD = 0.3
"""Metres from the Pico to the first chip, reader or lamp."""

FREE_LEGS = frozenset({"A7", "B7"})
"""Of an MCP23017: not used as inputs (DS20001952D makes them outputs only)."""

COLUMNS = 12
"""Of a matrix, as shipped; its decoder reaches 16 rows."""

Files = dict[str, str]
"""Their texts, by name."""


def propose(board: Board, kind: str = "74hc165", without: Collection[str] = ()) -> Files:
    """The files of a hardware folder for a board, by name, without the board itself; it passes all checks.

    kind: of the squares' sensors, one of ``sensing.inputs.KINDS``; beside a matrix the readers have a Pico of
    their own. without: ``rooms`` or ``lamps`` where those are not fitted. HardwareFault where the board has
    more squares than such sensors can carry.

    >>> from companion.board import load_board
    >>> propose(load_board("classic"))["squares.csv"].splitlines()[:3]
    ['chip,input,square', '1,H,H0', '1,G,H1']
    """
    for slower in SLOWER:
        files = _proposal(board, kind, without, slower)
        with tempfile.TemporaryDirectory(prefix="companion-map-") as folder:
            write_files(files, Path(folder))
            faults = [flaw.sentence for flaw in flaws_of(read_hardware(Path(folder), board))]
        if not faults:
            return files
    raise HardwareFault(faults)


def write_files(files: Mapping[str, str], folder: Path) -> None:
    """Into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _proposal(board: Board, kind: str, without: Collection[str], slower: int) -> Files:
    squares = _toured(board.squares, board)
    places = _places(kind, len(squares))
    columns = KINDS[kind].columns
    rows = [(*place, square) for place, square in zip(places, squares, strict=False)]
    files = {
        "squares.toml": _squares(board, kind, len(squares), slower),
        "squares.csv": _csv((*columns, "square"), rows),
        "mounting.toml": _mounting(board, kind, squares, rows),
        "pico.toml": _pico(board, without),
        "pi_pins.toml": _shipped("pi_pins.toml"),
    }
    if "rooms" not in without:
        files["readers.toml"] = _readers(board, kind, slower)
        files["tags.csv"] = _shipped("tags.csv")
    if "lamps" not in without:
        doors = [board.doors[at] for at in tour([_at(door.square) for door in board.doors])]
        lamps = [(number, door.room, door.square) for number, door in enumerate(doors, 1)]
        files["lamps.csv"] = _csv(("lamp", "room", "square"), lamps)
    return files


def _at(square: str) -> tuple[int, int]:
    found = position_of(square)
    assert found, square
    return found


def _toured(squares: Sequence[str], board: Board) -> list[str]:
    return [squares[at] for at in tour([board.position(square) for square in squares])]


def _places(kind: str, squares: int) -> list[Place]:
    """The inputs that are used, in the order of the wires; HardwareFault where there are too few."""
    table: Mapping[str, object]
    if kind == "mcp23017":
        halves = _addresses(squares)
        table = {"buses": [{"addresses": half} for half in halves]}
    elif kind == "matrix":
        table = {"rows": min(-(-squares // COLUMNS), 16), "columns": range(COLUMNS)}
    else:
        table = {"chips": min(-(-squares // 8), MAX_INPUTS // 8)}
    found = [place for place in KINDS[kind].places(table) if kind != "mcp23017" or place[1] not in FREE_LEGS]
    if len(found) < squares:
        raise HardwareFault([f"The board has {squares} squares; a {kind} takes {len(found)} at most."])
    return found


def _addresses(squares: int) -> list[list[int]]:
    """Of the expanders on the two buses, as many on the one as on the other."""
    chips = min(-(-squares // 14), 16)
    return [[0x20 + at for at in range(count)] for count in (-(-chips // 2), chips // 2)]


def _squares(board: Board, kind: str, squares: int, slower: int) -> str:
    text = _for_board(_shipped(f"squares-{kind}.toml"), board)
    text = _set(text, "map", '"squares.csv"')
    if kind == "74hc165":
        text = _set(text, "chips", str(-(-squares // 8)))
    elif kind == "matrix":
        text = _set(text, "rows", str(-(-squares // COLUMNS)))
        return _set(text, "settle", str(20 * slower))
    else:
        halves = iter(_addresses(squares))
        text = re.sub(
            r"(?m)^addresses = \[[^]]*\]", lambda found: f"addresses = [{_hex(next(halves))}]", text
        )
    return _slowed(text, slower)


def _hex(addresses: Iterable[int]) -> str:
    return ", ".join(f"0x{address:02X}" for address in addresses)


def _readers(board: Board, kind: str, slower: int) -> str:
    """Addresses in the order of a short way from room to room."""
    ways = tour([_room(board, room) for room in board.rooms])
    listed = "".join(f"{board.rooms[at]} = {address}\n" for address, at in enumerate(ways))
    head = _for_board(_shipped("readers.toml"), board).split("[rooms]")[0]
    head = _set(head, "own_pico", "true" if kind == "matrix" else "false")
    return f"{_slowed(head, slower)}[rooms]                 # the address of each room's reader\n{listed}"


def _room(board: Board, room: str) -> Point:
    cells = [
        (column, row)
        for row, line in enumerate(board.map)
        for column, letter in enumerate(line)
        if board.legend[letter] == room
    ]
    return centre(cells)


def _pico(board: Board, without: Collection[str]) -> str:
    text = _set(_for_board(_shipped("pico.toml"), board), "squares", '"squares.toml"')
    if "lamps" in without:
        text = text.split("[lamps]")[0]
    if "rooms" in without:
        text = re.sub(r"(?m)^rooms = .*\n", "", text)
    return text


def _mounting(board: Board, kind: str, squares: Sequence[str], rows: Sequence[tuple[object, ...]]) -> str:
    text = _shipped("mounting.toml")
    pitch = re.search(r"(?m)^pitch = ([\d.]+)", text)
    metre = float(pitch[1]) / 1000 if pitch else 0.02
    chips = [[_at(str(row[-1])) for row in group] for _, group in itertools.groupby(rows, lambda row: row[0])]
    to_chips = length([centre(chip) for chip in chips])
    if kind == "mcp23017":
        to_chips /= 2  # there are two buses
    rooms, doors = [_room(board, room) for room in board.rooms], [_at(door.square) for door in board.doors]
    ways = {
        "squares": to_chips,
        "rooms": length([rooms[at] for at in tour(rooms)]),
        "lamps": length([doors[at] for at in tour(doors)]),
    }
    for name, way in ways.items():
        text = _set(text, name, f"{math.ceil((LEAD + 1.2 * metre * way) * 10) / 10:.1f}")
    return text


def _shipped(name: str) -> str:
    return (asset_dir("hardware") / name).read_text(encoding="utf-8")


def _for_board(text: str, board: Board) -> str:
    return _set(text, "board", json.dumps(board.name))


def _set(text: str, name: str, value: str) -> str:
    """An entry gets another value; what is said beside it stays."""
    changed, count = re.subn(rf"(?m)^{name} = [^#\n]*?(?=\s*(#|$))", lambda _: f"{name} = {value}", text)
    assert count == 1, f"{name} is to be set {count} times"
    return changed


def _slowed(text: str, slower: int) -> str:
    found = re.search(r"(?m)^baud = ([\d_]+)", text)
    assert found, "a bus has its baud"
    return _set(text, "baud", f"{int(found[1]) // slower:_}")


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in (columns, *rows))
