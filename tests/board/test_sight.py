"""Line of sight (R26) and the nearest free square (R29)."""

import pytest

from companion.board import line_of_sight, load_board, nearest_free

BOARD = load_board("classic")


@pytest.mark.parametrize(
    ("one", "other", "occupied", "seen"),
    [
        ("H7", "X7", (), True),  # along a row
        ("H1", "H23", (), True),  # along a column
        ("H7", "I7", (), True),  # next to each other
        ("H7", "X7", ("Q7",), False),  # a token between
        ("H7", "X7", ("H7", "X7", "Q8"), True),  # the two themselves and who stands aside do not block
        ("H7", "X7", ("hall",), True),  # a token in a room is nowhere in between
        ("I8", "O8", (), False),  # the stairs between
        ("I12", "P12", (), False),
        ("G7", "P1", (), False),  # neither row nor column
        ("H7", "H7", (), False),  # oneself
        ("R6", "lounge", (), False),  # nobody looks into a room
        ("lounge", "lounge", (), False),
        ("J24", "O24", (), False),  # outside between
    ],
)
def test_line_of_sight(one: str, other: str, occupied: tuple[str, ...], seen: bool) -> None:
    assert line_of_sight(BOARD, one, other, occupied) is seen
    assert line_of_sight(BOARD, other, one, occupied) is seen


def test_the_nearest_free_square_is_the_own_one_if_free() -> None:
    assert nearest_free(BOARD, "A5", ("A18", "study")) == "A5"


def test_fewest_steps_then_lowest_row_then_lowest_column() -> None:
    assert nearest_free(BOARD, "H7", ("H7",)) == "H6"
    assert nearest_free(BOARD, "H7", ("H7", "H6")) == "I7"
    assert nearest_free(BOARD, "H7", ("H7", "H6", "I7")) == "H8"
    assert nearest_free(BOARD, "H7", ("H7", "H6", "I7", "H8")) == "H5"
    assert nearest_free(BOARD, "R7", ("R7", "R6")) == "Q7"  # before S7: the lower column


def test_tokens_do_not_lengthen_the_way() -> None:
    assert nearest_free(BOARD, "Q0", ("Q0", "Q1")) == "P1"
    assert nearest_free(BOARD, "J24", ("J24", "J23")) == "I23"


def test_steps_follow_the_corridor_not_the_crow() -> None:
    assert nearest_free(BOARD, "G11", ("G11", "G12", "F11", "H11", "G10")) == "H10"


def test_no_square_to_start_from_and_none_free() -> None:
    with pytest.raises(ValueError, match="'hall' is not a square of the board classic"):
        nearest_free(BOARD, "hall", ())
    with pytest.raises(ValueError, match="no square of the board classic is free"):
        nearest_free(BOARD, "Q0", BOARD.squares)
