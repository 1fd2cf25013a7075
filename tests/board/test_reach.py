"""The reach of a roll: exact, by the rules of RULES.md section 3, and quick."""

import random
from collections.abc import Collection
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board import ROOMS, Board, farthest_reach, load_board, reach
from tests.board.plain import assert_ways_can_be_walked, every_end, small_boards

BOARD = load_board("classic")


def agrees(
    board: Board,
    origin: str,
    steps: int,
    *,
    occupied: Collection[str] = (),
    barred: Collection[str] = (),
    left: str | None = None,
    visited: Collection[str] = (),
    revisit: bool = False,
) -> None:
    found = reach(
        board, origin, steps, occupied=occupied, barred=barred, left=left, visited=visited, revisit=revisit
    )
    squares, rooms, breaks = every_end(board, origin, steps, occupied, barred, left, visited, revisit)
    assert found.squares == squares
    assert found.rooms == rooms
    assert {room: set(fronts) for room, fronts in found.breaks.items()} == breaks
    assert_ways_can_be_walked(board, origin, found, occupied, revisit)


@settings(max_examples=800, deadline=None)
@given(st.data())
def test_small_boards_agree_with_every_walk(data: st.DataObject) -> None:
    board = data.draw(small_boards())
    some = st.sets(st.sampled_from(board.squares), max_size=4) if board.squares else st.just(set[str]())
    revisit = data.draw(st.booleans())
    agrees(
        board,
        data.draw(st.sampled_from(board.places)),
        data.draw(st.integers(0, 7 if revisit else 14)),
        occupied=data.draw(some),
        visited=data.draw(some),
        barred=data.draw(st.sets(st.sampled_from(ROOMS[:3]))),
        left=data.draw(st.sampled_from((None, *ROOMS[:3]))),
        revisit=revisit,
    )


@settings(max_examples=60, deadline=None)
@given(
    origin=st.sampled_from(BOARD.places),
    steps=st.integers(1, 10),
    occupied=st.sets(st.sampled_from(BOARD.squares), max_size=25),
    barred=st.sets(st.sampled_from(ROOMS), max_size=3),
)
def test_classic_board_agrees_with_every_walk(
    origin: str, steps: int, occupied: set[str], barred: set[str]
) -> None:
    agrees(BOARD, origin, steps, occupied=occupied, barred=barred)


@settings(max_examples=25, deadline=None)
@given(
    origin=st.sampled_from(BOARD.places),
    occupied=st.sets(st.sampled_from(BOARD.squares), min_size=60, max_size=90),
)
def test_long_moves_agree_on_a_crowded_board(origin: str, occupied: set[str]) -> None:
    agrees(BOARD, origin, 24, occupied=occupied)


def test_a_wider_search_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is followed is a matter of speed: with a single walk a cell, the search must find the rest."""
    chance = random.Random(24)
    cases = [(chance.choice(BOARD.places), chance.sample(BOARD.squares, 5)) for _ in range(15)]
    usual = [reach(BOARD, origin, 24, occupied=tokens).squares for origin, tokens in cases]
    monkeypatch.setattr("companion.board.walks.FOLLOWED", 1)
    assert [reach(BOARD, origin, 24, occupied=tokens).squares for origin, tokens in cases] == usual


def test_the_whole_roll_is_used_on_squares_and_its_surplus_lost_in_rooms() -> None:
    found = reach(BOARD, "R7", 6)
    assert "lounge" in found.rooms and found.way("lounge") == ("R6", "lounge")
    assert all(len(found.way(square)) == 6 for square in found.squares)


def test_the_square_where_the_move_began_counts_as_used() -> None:
    assert "Q0" not in reach(BOARD, "Q0", 2).squares
    assert "Q0" in reach(BOARD, "Q0", 2, revisit=True).squares


def test_squares_used_earlier_in_the_turn_are_not_used_again() -> None:
    assert reach(BOARD, "Q1", 1, visited=("Q0",)).squares == {"P1", "Q2"}
    assert reach(BOARD, "Q1", 1, visited=("Q0",), revisit=True).squares == {"P1", "Q0", "Q2"}


def test_a_room_is_not_re_entered_not_even_by_another_door() -> None:
    assert "ballroom" not in reach(BOARD, "ballroom", 12).rooms
    assert "ballroom" in reach(BOARD, "H19", 1).rooms
    assert "ballroom" not in reach(BOARD, "H19", 1, left="ballroom").rooms


def test_a_room_is_left_by_every_door_that_is_free() -> None:
    assert reach(BOARD, "dining", 1).squares == {"R8", "P12"}
    assert reach(BOARD, "dining", 1, occupied=("R8",)).squares == {"P12"}
    assert not reach(BOARD, "dining", 1, occupied=("R8", "P12")).places


def test_tokens_block_squares_but_not_rooms_and_never_the_token_itself() -> None:
    assert reach(BOARD, "Q0", 3, occupied=("Q0", "lounge")).places == reach(BOARD, "Q0", 3).places
    assert not reach(BOARD, "Q0", 3, occupied=("Q1",)).places


def test_barred_rooms_are_not_entered_but_their_doors_can_be_tried() -> None:
    """R23, R24: from the nearest square in front of a door, with at least one step left."""
    found = reach(BOARD, "L7", 6, barred=("hall",))
    assert "hall" not in found.rooms
    assert found.breaks == {"hall": ("L7", "M7")}
    assert reach(BOARD, "K7", 1, barred=("hall",)).breaks == {}
    assert reach(BOARD, "K7", 2, barred=("hall",)).breaks == {"hall": ("L7",)}
    assert reach(BOARD, "hall", 6, barred=("hall",)).breaks == {}


def test_no_step_ends_where_it_began() -> None:
    assert reach(BOARD, "Q0", 0).places == {"Q0"}
    assert reach(BOARD, "Q0", 0).way("Q0") == ()
    assert not reach(BOARD, "R6", 0).rooms
    assert not reach(BOARD, "hall", 0).places


def test_without_a_move_of_the_full_roll_it_goes_as_far_as_it_can() -> None:
    """R1."""
    found = farthest_reach(BOARD, "Q0", 9, occupied=("Q3", "P3"))
    assert found.steps == 4
    assert found.squares == {"P1", "Q2"}
    assert found.way("P1") == ("Q1", "Q2", "P2", "P1")


def test_a_roll_that_can_be_moved_is_the_farthest() -> None:
    assert farthest_reach(BOARD, "Q0", 9) == reach(BOARD, "Q0", 9)


def test_a_token_that_cannot_move_goes_no_step() -> None:
    """R1, R3."""
    found = farthest_reach(BOARD, "lounge", 7, occupied=("R6",))
    assert (found.steps, found.places) == (0, frozenset())


def test_a_barred_door_can_be_tried_with_the_full_roll() -> None:
    """R1 with R24: the roll is cut short for squares, the try keeps its steps."""
    found = farthest_reach(BOARD, "R6", 12, barred=("lounge",), occupied=("R7", "Q6", "S6"))
    assert (found.steps, found.places, found.breaks) == (0, frozenset(), {"lounge": ("R6",)})


@pytest.mark.parametrize("steps", (-1, 201))
def test_steps_that_no_roll_gives(steps: int) -> None:
    with pytest.raises(ValueError, match=f"0 to 200 steps, not {steps}"):
        reach(BOARD, "Q0", steps)


@pytest.mark.parametrize(
    "given", ({"occupied": ("Z9",)}, {"barred": ("Z9",)}, {"visited": ("Z9",)}, {"left": "Z9"})
)
def test_places_that_the_board_does_not_have(given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="'Z9' is not a place of the board classic"):
        reach(BOARD, "Q0", 3, **given)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'cellar' is not a place"):
        reach(BOARD, "cellar", 3)


def test_more_steps_than_squares_end_nowhere() -> None:
    assert not reach(BOARD, "Q0", 200).squares
    assert reach(BOARD, "Q0", 200).rooms == set(ROOMS)


def test_the_one_way_is_found_where_all_walks_followed_run_dead() -> None:
    """Fourteen steps to F0 lead once round the left half; what is followed to each square ends in it."""
    rows = ("..###.", "....#.", "......", "....#.")
    board = replace(BOARD, name="small", columns=6, rows=4, map=rows, doors=())
    agrees(board, "C3", 14, visited=("A0",))


def test_an_open_hall_is_searched_as_well() -> None:
    """A board without walls has the most ways: 12 x 12 squares, four dice."""
    hall = replace(BOARD, name="open", columns=12, rows=12, map=("." * 12,) * 12, doors=())
    found = reach(hall, "A0", 24)
    assert len(found.squares) == 71  # every square of the colour but the corner itself
