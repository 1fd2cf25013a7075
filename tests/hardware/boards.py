"""Random boards that can be played on: a corridor with holes, the nine rooms along its northern edge."""

from typing import Any

from hypothesis import strategies as st

from companion.board import ROOMS, SUSPECTS, Board, board_from_data

LETTERS = "SHLIBDCAK"
LEGEND = {".": "corridor", "#": "outside", **dict(zip(LETTERS, ROOMS, strict=True))}


def in_one_piece(squares: set[tuple[int, int]]) -> bool:
    """Whether a rook's steps lead from each to each."""
    seen, ways = set(), [min(squares)]
    while ways:
        column, row = ways.pop()
        if (column, row) in squares and (column, row) not in seen:
            seen.add((column, row))
            ways += [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return seen == squares


@st.composite
def boards(draw: st.DrawFn, most: int = 16) -> Board:
    """Up to so many columns and rows, row 1 whole, for the doors."""
    columns, rows = draw(st.integers(9, most)), draw(st.integers(1, most))
    squares = {(column, row) for column in range(columns) for row in range(1, rows + 1)}
    holes = st.tuples(st.integers(0, columns - 1), st.integers(2, rows + 1))
    for hole in draw(st.lists(holes, max_size=40)):
        if hole in squares and in_one_piece(squares - {hole}):
            squares.remove(hole)
    lines = [
        "".join("." if (column, row) in squares else "#" for column in range(columns))
        for row in range(1, rows + 1)
    ]
    starts = draw(st.permutations(sorted(squares)))[: len(SUSPECTS)]
    return board_from_data(data(columns, [LETTERS.ljust(columns, "#"), *lines], starts))


def data(columns: int, lines: list[str], starts: list[tuple[int, int]]) -> dict[str, Any]:
    """A board file; each room's door is on the square south of it."""
    return {
        "name": "random",
        "columns": columns,
        "rows": len(lines),
        "legend": LEGEND,
        "map": lines,
        "doors": [
            {"room": room, "square": f"{chr(65 + column)}1", "into": "N"} for column, room in enumerate(ROOMS)
        ],
        "starts": {
            suspect: f"{chr(65 + column)}{row}"
            for suspect, (column, row) in zip(SUSPECTS, starts, strict=True)
        },
        "passages": [],
    }
