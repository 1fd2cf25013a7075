"""The board as shapes: what is drawn is the board, and pieces stand where they are."""

import re
from dataclasses import replace
from math import hypot

import pytest

from companion.board import ROOMS, SUSPECTS, Board, load_board
from companion.rules import WEAPONS
from companion.server.drawing import CELL, Drawing
from companion.server.strolls import strolls

CLASSIC = load_board("classic")
DRAWING = Drawing(CLASSIC)


def corners(outline: str) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", loop)]
        for loop in outline.split("Z")
        if loop
    ]


def area(outline: str) -> float:
    """The enclosed area in squares, by the shoelace formula; holes count negative."""
    total = 0.0
    for loop in corners(outline):
        for (x1, y1), (x2, y2) in zip(loop, loop[1:] + loop[:1], strict=True):
            assert x1 == x2 or y1 == y2, "walls run straight"
            total += x1 * y2 - x2 * y1
    return total / 2 / CELL**2


def cells(board: Board, room: str) -> set[tuple[int, int]]:
    return {
        (column, row)
        for row, line in enumerate(board.map)
        for column, letter in enumerate(line)
        if board.legend[letter] == room
    }


def test_each_room_is_drawn_as_large_as_it_is() -> None:
    for room in DRAWING.rooms:
        assert area(room.outline) == len(cells(CLASSIC, room.name)), room.name
    assert DRAWING.stairs is not None and area(DRAWING.stairs.outline) == 35


TURNED = replace(CLASSIC, map=tuple(line[::-1] for line in reversed(CLASSIC.map)))
TINY = replace(CLASSIC, columns=9, rows=2, map=("SHLIBDCAK", "........."), doors=(), starts={}, passages={})


@pytest.mark.parametrize("board", [TURNED, TINY], ids=["turned", "tiny"])
def test_any_board_can_be_drawn(board: Board) -> None:
    drawing = Drawing(board)
    assert (drawing.stairs is None) == (board is TINY)
    for room in drawing.rooms:
        assert area(room.outline) == len(cells(board, room.name))
        for piece in (*SUSPECTS, *WEAPONS):
            x, y = drawing.at(piece, room.name)
            assert (int(x // CELL), int(y // CELL)) in cells(board, room.name)


def test_every_piece_has_a_spot_of_its_own_inside_the_room() -> None:
    for room in ROOMS:
        inside = cells(CLASSIC, room)
        spots = [DRAWING.at(piece, room) for piece in (*SUSPECTS, *WEAPONS)]
        assert len(set(spots)) == 12
        for x, y in spots:
            for dx, dy in ((-15, -15), (15, 15), (15, -15), (-15, 15)):
                assert (int((x + dx) // CELL), int((y + dy) // CELL)) in inside, (room, x, y)


def test_no_piece_lies_on_the_mouth_of_a_passage() -> None:
    for mouth in DRAWING.passages:
        for piece in (*SUSPECTS, *WEAPONS):
            x, y = DRAWING.at(piece, mouth.name)
            assert hypot(x - mouth.x, y - mouth.y) > 0.9 * CELL, (piece, mouth.name)


def test_tokens_stand_in_the_middle_of_their_square() -> None:
    assert DRAWING.at("scarlet", "Q7") == (16.5 * CELL, 7.5 * CELL)


def test_each_square_is_a_tile_once() -> None:
    tiles = re.findall(r"M(\d+) (\d+)", "".join(DRAWING.tiles))
    assert len(tiles) == len(set(tiles)) == len(CLASSIC.squares)


def test_doors_point_into_their_room() -> None:
    ways = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
    for door in DRAWING.doors:
        dx, dy = ways[door.turned]
        beyond = (int(door.x // CELL) + dx, int(door.y // CELL) + dy)
        assert beyond in cells(CLASSIC, door.name)


def test_passages_open_in_their_rooms() -> None:
    assert {mouth.name for mouth in DRAWING.passages} == set(CLASSIC.passages)
    for mouth in DRAWING.passages:
        assert (int(mouth.x // CELL), int(mouth.y // CELL)) in cells(CLASSIC, mouth.name)


def test_tokens_stroll_along_squares_into_rooms_of_their_own() -> None:
    middles = {DRAWING.at("scarlet", square) for square in CLASSIC.squares}
    ends = set()
    for suspect, way in strolls(DRAWING).items():
        assert way[0] == DRAWING.at(suspect, CLASSIC.starts[suspect])
        for (x1, y1), (x2, y2) in zip(way, way[1:-2], strict=False):
            assert x1 == x2 or y1 == y2, "no way is cut short through a wall"
            steps = int(max(abs(x1 - x2), abs(y1 - y2)) / CELL)
            between = {(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(steps + 1)}
            assert between <= middles
        ends.add(next(room for room in ROOMS if DRAWING.at(suspect, room) == way[-1]))
    assert len(ends) == len(SUSPECTS)


def test_on_a_board_without_doors_the_tokens_stay_at_home() -> None:
    assert strolls(Drawing(replace(CLASSIC, doors=()))) == {
        suspect: [DRAWING.at(suspect, start)] for suspect, start in CLASSIC.starts.items()
    }
