"""Squares, rooms and doors of the classic board, and how they lie to each other."""

import pickle

from companion.board import ROOMS, SUSPECTS, Door, load_board

BOARD = load_board("classic")


def test_words_are_in_the_order_of_the_rules() -> None:
    assert SUSPECTS == ("scarlet", "mustard", "white", "green", "peacock", "plum")
    assert " ".join(ROOMS) == "study hall lounge library billiard dining conservatory ballroom kitchen"
    assert BOARD.rooms == ROOMS and tuple(BOARD.starts) == SUSPECTS


def test_places_are_squares_and_rooms_and_nothing_else() -> None:
    assert BOARD.is_square("Q0") and BOARD.is_place("Q0") and not BOARD.is_room("Q0")
    assert BOARD.is_room("hall") and BOARD.is_place("hall") and not BOARD.is_square("hall")
    for name in ("A0", "K9", "Q00", "q0", "Q", "7", "", "Q-1", "Z99", "cellar"):
        assert not BOARD.is_place(name)


def test_squares_are_listed_row_by_row() -> None:
    assert BOARD.squares[:4] == ("H0", "Q0", "H1", "I1")
    assert BOARD.squares[-2:] == ("J24", "O24")
    assert BOARD.position("X7") == (23, 7)


def test_neighbours_are_mutual_and_one_step_away() -> None:
    for square in BOARD.squares:
        for step in BOARD.neighbours(square):
            assert square in BOARD.neighbours(step)
            (column, row), (other_column, other_row) = BOARD.position(square), BOARD.position(step)
            assert abs(column - other_column) + abs(row - other_row) == 1


def test_adjacent_is_orthogonal_and_in_the_corridor() -> None:
    """R25."""
    assert BOARD.adjacent("Q0", "Q1") and BOARD.adjacent("Q1", "Q0")
    assert not BOARD.adjacent("P1", "Q2")  # diagonal
    assert not BOARD.adjacent("Q0", "Q0")
    assert not BOARD.adjacent("R6", "lounge") and not BOARD.adjacent("lounge", "R6")  # across a door
    assert not BOARD.adjacent("lounge", "lounge")


def test_doors_are_found_from_both_sides() -> None:
    assert BOARD.doors_of("kitchen") == (Door("kitchen", "T17", "S"),)
    for door in BOARD.doors:
        assert door in BOARD.doors_of(door.room)
        assert door.room in BOARD.rooms_at(door.square)
    assert BOARD.rooms_at("Q0") == ()


def test_passages_lead_both_ways() -> None:
    assert BOARD.passages == {
        "study": "kitchen", "kitchen": "study", "lounge": "conservatory", "conservatory": "lounge",
    }  # fmt: skip


def test_a_board_travels_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(BOARD)) == BOARD
