"""Debouncing, proven by tables of (milliseconds, contact closed, is it a press)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import Debouncer

CLOSED, OPEN = True, False

TABLES = {
    "a clean press and another": [(0, CLOSED, True), (80, OPEN, False), (200, CLOSED, True)],
    "bouncing on the way down": [
        (0, CLOSED, True),
        (1, OPEN, False),
        (2, CLOSED, False),
        (3, OPEN, False),
        (4, CLOSED, False),
        (90, OPEN, False),
        (190, CLOSED, True),
    ],
    "bouncing on the way up": [
        (0, CLOSED, True),
        (80, OPEN, False),
        (81, CLOSED, False),
        (82, OPEN, False),
        (111, CLOSED, False),
        (112, OPEN, False),
        (143, CLOSED, True),
    ],
    "a tap shorter than a bounce time": [(0, CLOSED, True), (8, OPEN, False), (60, CLOSED, True)],
    "held, then let go": [(0, CLOSED, True), (5, CLOSED, False), (5000, CLOSED, False), (5001, OPEN, False)],
    "samples that repeat": [
        (0, OPEN, False),
        (900, CLOSED, True),
        (901, CLOSED, False),
        (902, OPEN, False),
        (1900, OPEN, False),
        (1901, CLOSED, True),
    ],
    "open for exactly the quiet time": [(0, CLOSED, True), (10, OPEN, False), (40, CLOSED, True)],
    "open for a little less": [(0, CLOSED, True), (10, OPEN, False), (39, CLOSED, False)],
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_presses(table: list[tuple[int, bool, bool]]) -> None:
    button = Debouncer()
    assert [(at, closed, button.press(closed, at / 1000)) for at, closed, _ in table] == table


def test_held_since_before_the_start_is_no_press() -> None:
    button = Debouncer(closed=True)
    assert not button.press(CLOSED, 0.0)
    assert not button.press(OPEN, 1.0)
    assert button.press(CLOSED, 2.0)


@given(st.lists(st.tuples(st.floats(0.0001, 0.2), st.booleans()), max_size=60))
def test_between_two_presses_the_contact_was_open_long_enough(steps: list[tuple[float, bool]]) -> None:
    button, at, opened, pressed_before = Debouncer(), 0.0, float("-inf"), False
    was_closed = False
    for gap, closed in steps:
        at += gap
        fired = button.press(closed, at)
        if was_closed and not closed:
            opened = at
        if fired:
            assert closed and not was_closed
            assert not pressed_before or at - opened >= 0.030
            pressed_before = True
        was_closed = closed
