"""How long the board needs to tell where a roll may end."""

import time
from collections.abc import Iterable, Iterator

from companion.bench.figure import Figure, percentile
from companion.board import Board, load_board, reach


def measure() -> Iterator[Figure]:
    """Every roll of two dice from every place, then four sixes (a candlestick) from every start."""
    board = load_board("classic")
    places = (*board.squares, *board.rooms)
    yield from _figures(
        board, "reach, two dice", ((place, steps) for place in places for steps in range(2, 13))
    )
    yield from _figures(board, "reach, 24 steps", ((start, 24) for start in board.starts.values()))


def _figures(board: Board, name: str, rolls: Iterable[tuple[str, int]]) -> Iterator[Figure]:
    took = []
    for place, steps in rolls:
        began = time.perf_counter()
        reach(board, place, steps)
        took.append(1000 * (time.perf_counter() - began))
    took.sort()
    yield Figure(f"{name}, median", percentile(took, 50), "ms", f"{len(took)} rolls")
    yield Figure(f"{name}, longest", took[-1], "ms", f"{len(took)} rolls")
