"""The classic board counts what RULES.md section 5 says (data/known.json)."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.board import load_board, reach

BOARD = load_board("classic")
KNOWN: dict[str, Any] = json.loads(Path(__file__).with_name("data").joinpath("known.json").read_text())


def test_the_board_has_the_known_size() -> None:
    assert len(BOARD.squares) == KNOWN["squares"]
    assert len(BOARD.doors) == KNOWN["doors"]
    assert (BOARD.columns, BOARD.rows) == (24, 25)


@pytest.mark.parametrize(("one", "other", "steps"), KNOWN["room_to_room"])
def test_rooms_are_so_many_steps_apart(one: str, other: str, steps: int) -> None:
    for origin, end in ((one, other), (other, one)):
        assert end in reach(BOARD, origin, steps).rooms
        assert end not in reach(BOARD, origin, steps - 1).rooms


@pytest.mark.parametrize(("suspect", "rooms", "steps"), KNOWN["start_to_nearest_rooms"])
def test_starts_are_so_far_from_the_nearest_room(suspect: str, rooms: list[str], steps: int) -> None:
    start = BOARD.starts[suspect]
    assert reach(BOARD, start, steps).rooms == set(rooms)
    assert not reach(BOARD, start, steps - 1).rooms


@pytest.mark.parametrize(("steps", "count"), KNOWN["ends_summed_over_all_squares"])
def test_ends_summed_over_all_squares(steps: int, count: int) -> None:
    assert sum(len(reach(BOARD, square, steps).squares) for square in BOARD.squares) == count


@pytest.mark.parametrize(("steps", "count"), KNOWN["ends_from_scarlets_start"])
def test_ends_from_scarlets_start(steps: int, count: int) -> None:
    assert len(reach(BOARD, BOARD.starts["scarlet"], steps).squares) == count
