"""The calibration walk: squares passed in order, over-leaped, twice, and with tokens in the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import load_board
from companion.sensing.calibration import LEAP, Walk, serpentine

BOARD = load_board("classic")
ORDER = serpentine(BOARD.squares)


def passed(walk: Walk, *squares: str, resting: tuple[str, ...] = ()) -> None:
    """A magnet closes each square once."""
    for square in squares:
        walk.report({*resting, square})
        walk.report(set(resting))


def begun(resting: tuple[str, ...] = ()) -> Walk:
    walk = Walk(ORDER)
    walk.report(resting)
    return walk


def test_the_hand_goes_over_every_square_and_seldom_far() -> None:
    assert sorted(ORDER) == sorted(BOARD.squares)
    steps = [abs(int(a[1:]) - int(b[1:])) for a, b in zip(ORDER, ORDER[1:], strict=False)]
    assert max(steps) == 1  # never a row left out


def test_a_board_that_is_well() -> None:
    walk = begun()
    for number, square in enumerate(ORDER):
        assert walk.progress.asked == square
        assert len(walk.progress.done) == number
        passed(walk, square)
    assert walk.progress.asked is None
    assert walk.progress.missed == walk.progress.doubled == ()


def test_a_square_that_does_not_answer_is_missed_once_the_next_does() -> None:
    walk = begun()
    passed(walk, ORDER[0])
    assert walk.progress.missed == ()
    passed(walk, ORDER[2])
    assert walk.progress.missed == (ORDER[1],)
    assert walk.progress.asked == ORDER[3]
    passed(walk, ORDER[1])  # once more, slower
    assert walk.progress.missed == ()
    assert walk.progress.asked == ORDER[3]


def test_a_square_that_answers_twice_is_told() -> None:
    walk = begun()
    passed(walk, ORDER[0], ORDER[0], ORDER[1])
    assert walk.progress.doubled == (ORDER[0],)
    assert walk.progress.asked == ORDER[2]


def test_something_far_away_is_no_step_of_the_walk() -> None:
    walk = begun()
    passed(walk, ORDER[LEAP + 1])
    assert walk.progress.asked == ORDER[0]
    assert walk.progress.missed == ()
    assert walk.progress.done == (ORDER[LEAP + 1],)


def test_who_walks_may_go_on_behind_a_dead_square_and_is_asked_again_in_the_end() -> None:
    walk = begun()
    walk.skip()
    assert walk.progress.missed == (ORDER[0],)
    passed(walk, *ORDER[1:])
    assert walk.progress.asked == ORDER[0]
    passed(walk, ORDER[0])
    assert walk.progress.asked is None


def test_a_token_that_stands_there_is_no_magnet() -> None:
    start = BOARD.starts["scarlet"]
    walk = begun((start,))
    assert walk.progress.done == ()
    walk.report(set())
    assert walk.progress.done == ()
    passed(walk, start)
    assert walk.progress.done == (start,)


def test_a_slide_closes_the_next_before_the_last_has_opened() -> None:
    walk = begun()
    for before, after in zip(ORDER, ORDER[1:6], strict=False):
        walk.report({before})
        walk.report({before, after})
    assert walk.progress.done == tuple(ORDER[:6])
    assert walk.progress.doubled == ()


@given(st.lists(st.sampled_from(ORDER[:12]), max_size=40))
def test_every_square_is_in_one_state(squares: list[str]) -> None:
    walk = Walk(ORDER[:12])
    walk.report(())
    passed(walk, *squares)
    found = walk.progress
    assert set(found.done) == set(squares)
    assert set(found.doubled) == {square for square in squares if squares.count(square) > 1}
    assert not set(found.missed) & set(found.done)
    assert (found.asked is None) == (set(found.done) == set(ORDER[:12]))


@pytest.mark.parametrize("skips", [12, 40])
def test_skipping_never_goes_past_the_end(skips: int) -> None:
    walk = Walk(ORDER[:12])
    for _ in range(skips):
        walk.skip()
    assert walk.progress.missed == tuple(ORDER[:12])
    assert walk.progress.asked == ORDER[0]
