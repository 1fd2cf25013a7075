"""Who follows the public view is called for what is new, and when it wants to be."""

import threading
from pathlib import Path

from companion.table import Follower
from tests.table.evening import started


def test_a_follower_is_called_again_when_it_wishes_and_not_before(tmp_path: Path) -> None:
    often, seldom, enough = 0, 0, threading.Event()

    def soon(view: object) -> float:
        nonlocal often
        often += 1
        if often == 50:
            enough.set()
        return 0.02

    def later(view: object) -> float:
        nonlocal seldom
        seldom += 1
        return 60.0

    table = started(tmp_path)
    with Follower(table, later), Follower(table, soon):
        assert enough.wait(20)
    table.close()
    assert seldom == 1


def test_one_that_fails_is_called_for_the_next_view(tmp_path: Path) -> None:
    shown, again = [], threading.Event()

    def show(view: dict[str, int]) -> None:
        shown.append(view["version"])
        if len(shown) > 1:
            again.set()
        raise OSError("a lamp that is broken")

    table = started(tmp_path)
    with Follower(table, show):
        while not shown:
            assert not again.wait(0.01)
        table.nudge()
        assert again.wait(20)
    table.close()
    assert shown[0] < shown[1]
