"""The map of the board in its real size: where to drill and to glue, and which input each square is."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.board import Board, Door
from companion.drawings.prints import Prints
from companion.drawings.sheet import (
    BOLD,
    FINE,
    GREY,
    PALE,
    PAPER,
    SMALL,
    TEXT,
    THIN,
    Anchor,
    Box,
    Disc,
    Line,
    Shape,
    Sheet,
)
from companion.hardware import Hardware, Input

EDGE = 12.0
"""Millimetres around the board."""

HEAD = 22.0
"""Millimetres above it for the title."""

STEPS: Mapping[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def plan(built: Hardware, prints: Prints, source: str, *, below: bool = False) -> Sheet:
    """The board with its holes; each square with its name, its input and its bit.

    below: as who wires it from below sees it, left and right exchanged.
    """
    board, pitch = built.board, built.mounting.pitch
    width, height = board.columns * pitch + 2 * EDGE, board.rows * pitch + HEAD + EDGE
    side = "below" if below else "above"
    sheet = Sheet(width, height, f"The board {board.name} from {side}, full size")
    inputs = {one.square: one for one in built.sensors if one.square}
    for row, letters in enumerate(board.map):
        for column, letter in enumerate(letters):
            x, y = EDGE + column * pitch, HEAD + row * pitch
            if letter == ".":
                continue
            fill = PALE if board.legend[letter] in board.rooms else "#cfcfcf"
            sheet.add(Box(x, y, pitch, pitch, fill, 0))
    for square in board.squares:
        _square(sheet, board, square, inputs.get(square), pitch, prints)
    for line in _walls(board, pitch):
        sheet.line(*line, width=BOLD)
    for lamp in built.lamps:
        if lamp.door:
            _lamp(sheet, board, lamp.door, lamp.number, pitch, prints.lamp["hole"])
    for room in board.rooms:
        _room(sheet, built, room, prints)
    if below:
        sheet.shapes[:] = [_mirrored(shape, width) for shape in sheet.shapes]
    sheet.words(EDGE, 8.6, f"The board {board.name} from {side}", 4.6, bold=True)
    sheet.words(EDGE, 13.4, _legend(built, prints), SMALL, colour=GREY)
    sheet.words(EDGE, 17.4, source, 2.0, colour=GREY)
    return sheet


def _mirrored(shape: Shape, width: float) -> Shape:
    """Left and right exchanged, on a sheet so wide; letters stay readable."""
    if isinstance(shape, Line):
        return replace(shape, points=tuple((width - x, y) for x, y in shape.points))
    if isinstance(shape, Box):
        return replace(shape, x=width - shape.x - shape.width)
    if isinstance(shape, Disc):
        return replace(shape, x=width - shape.x)
    flipped: dict[Anchor, Anchor] = {"start": "end", "middle": "middle", "end": "start"}
    return replace(shape, x=width - shape.x, anchor=flipped[shape.anchor])


def _legend(built: Hardware, prints: Prints) -> str:
    reed, lamp = prints.reed["hole"], prints.lamp["hole"]
    lamps = f" A triangle is a door with its lamp, {lamp:g} mm." if built.lamps else ""
    rings = f"Ring and cross: drill {reed:g} mm for the reed."
    return f"{built.mounting.pitch:g} mm from square to square. {rings}{lamps}"


def middle(board: Board, square: str, pitch: float) -> tuple[float, float]:
    """Where the middle of a square is on the plan."""
    column, row = board.position(square)
    return EDGE + (column + 0.5) * pitch, HEAD + (row + 0.5) * pitch


def _square(sheet: Sheet, board: Board, square: str, one: Input | None, pitch: float, prints: Prints) -> None:
    x, y = middle(board, square, pitch)
    half = pitch / 2
    sheet.add(Box(x - half, y - half, pitch, pitch, PAPER, FINE, GREY))
    sheet.words(x - half + 0.8, y - half + 3, square, TEXT, bold=True)
    if one is None:
        return
    at, radius = x + prints.reed["aside"], prints.reed["hole"] / 2
    sheet.add(Disc(at, y, radius, None, THIN))
    sheet.line((at - radius - 1.2, y), (at + radius + 1.2, y), width=FINE)
    sheet.line((at, y - radius - 1.2), (at, y + radius + 1.2), width=FINE)
    sheet.words(x, y + half - 0.9, f"{one.chip} {one.leg}", SMALL, "middle")
    sheet.words(x + half - 0.8, y - half + 2.7, str(one.bit), 2.1, "end", colour=GREY)


def _walls(board: Board, pitch: float) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The lines between rooms, squares and what is neither, with a gap at each door."""
    gaps = {(board.position(door.square), door.into) for door in board.doors}
    for row in range(board.rows):
        for column in range(board.columns):
            for into in ("E", "S"):
                right, down = column + STEPS[into][0], row + STEPS[into][1]
                inside = right < board.columns and down < board.rows
                if not inside or board.map[row][column] == board.map[down][right]:
                    continue
                back = {"E": "W", "S": "N"}[into]
                if ((column, row), into) in gaps or ((right, down), back) in gaps:
                    continue
                x, y = EDGE + right * pitch, HEAD + down * pitch
                far = (x, y + pitch) if into == "E" else (x + pitch, y)
                yield (x, y), far
    left, top = EDGE, HEAD
    low, far_right = HEAD + board.rows * pitch, EDGE + board.columns * pitch
    yield (left, top), (far_right, top)
    yield (far_right, top), (far_right, low)
    yield (far_right, low), (left, low)
    yield (left, low), (left, top)


def _lamp(sheet: Sheet, board: Board, door: Door, number: int, pitch: float, hole: float) -> None:
    """A lamp sits inside the room, just behind its door."""
    x, y = middle(board, door.square, pitch)
    right, down = STEPS[door.into]
    edge_x, edge_y = x + right * pitch / 2, y + down * pitch / 2
    side_x, side_y = down * 2.2, right * 2.2
    tip = (edge_x + right * 3.2, edge_y + down * 3.2)
    sheet.line((edge_x - side_x, edge_y - side_y), tip, (edge_x + side_x, edge_y + side_y), width=THIN)
    lamp_x, lamp_y = edge_x + right * (4 + hole / 2), edge_y + down * (4 + hole / 2)
    sheet.add(Disc(lamp_x, lamp_y, hole / 2, PAPER, THIN))
    sheet.words(lamp_x, lamp_y + 0.9, str(number), SMALL, "middle", bold=True)


def _room(sheet: Sheet, built: Hardware, room: str, prints: Prints) -> None:
    """The room's name in its middle, and the part of its reader in which a tag is read."""
    board, pitch = built.board, built.mounting.pitch
    cells = [
        (column, row)
        for row, letters in enumerate(board.map)
        for column, letter in enumerate(letters)
        if board.legend.get(letter) == room
    ]
    x = EDGE + (sum(column for column, _ in cells) / len(cells) + 0.5) * pitch
    y = HEAD + (sum(row for _, row in cells) / len(cells) + 0.5) * pitch
    across = (max(column for column, _ in cells) - min(column for column, _ in cells) + 1) * pitch
    down = (max(row for _, row in cells) - min(row for _, row in cells) + 1) * pitch
    if down == pitch:  # one row, half of which its lamp takes
        y += pitch * (0.4 if any(door.into == "S" for door in board.doors_of(room)) else -0.25)
    wide, high = prints.reader["antenna"]
    tags = room in built.readers and built.wiring.readers is not None and built.wiring.readers.sets
    if tags and wide <= across and high <= down:  # a smaller room is all antenna
        sheet.add(Box(x - wide / 2, y - high / 2, wide, high, PAPER, THIN))
        told = f"antenna {wide:g} x {high:g} mm: tags are read here"
        sheet.words(x, y + 5, told, 2.1, "middle", colour=GREY)
    size = min(5.0, across / len(room) / 0.7)
    sheet.words(x, y, room.capitalize(), size, "middle", bold=True)
