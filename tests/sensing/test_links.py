"""A board on two Picos: told apart by their roles, told as one."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.board import load_board
from companion.sensing import wiring_for
from companion.sensing.links import Links, link_to
from companion.sensing.virtual import VirtualBoard
from companion.sensing.wiring import Wiring
from tests.sensing.hardware import change, copied

BOARD = load_board("classic")
STARTS = set(BOARD.starts.values())
ONCE = {"scarlet": "lounge", "rope": "lounge", "knife": "hall"}


@pytest.fixture
def wiring(tmp_path: Path) -> Wiring:
    data = copied(tmp_path)
    change(data / "readers.toml", "own_pico = false", "own_pico = true")
    return wiring_for(BOARD, data)


class Two:
    """The two Picos, on ports that a search finds in this order as far as they are plugged in."""

    def __init__(self, stack: ExitStack, wiring: Wiring, order: str) -> None:
        self.squares, self.rooms = (
            stack.enter_context(VirtualBoard(BOARD, ONCE, wiring=part)) for part in wiring.picos
        )
        self._order = [getattr(self, name) for name in order.split()]

    def find(self) -> list[str]:
        return [port for board in self._order for port in board.ports()]


@pytest.fixture
def linked(stack: ExitStack, inbox, wiring: Wiring) -> Callable[[Two], Links]:
    def link(two: Two) -> Links:
        made = Links(two.find, wiring, inbox.on_report, inbox.on_status, retry=0.05)
        stack.callback(made.close)
        made.start()
        return made

    return link


def whole(box) -> bool:
    """Whether the newest report has the squares and the rooms as they were laid out."""
    if not box.reports or not box.reports[-1].rooms:
        return False
    rooms = {room: set(pieces) for room, pieces in box.reports[-1].rooms.items() if pieces}
    return box.reports[-1].squares == STARTS - {"Q0"} and rooms == {
        "lounge": {"scarlet", "rope"},
        "hall": {"knife"},
    }


@pytest.mark.parametrize("order", ["squares rooms", "rooms squares"])
def test_each_is_known_by_its_role_whatever_its_port(
    order: str, inbox, stack: ExitStack, wiring: Wiring, linked
) -> None:
    two = Two(stack, wiring, order)
    links = linked(two)
    inbox.wait(whole)
    assert inbox.wait_status("ok") == ""
    two.rooms.put("rope", "kitchen")
    inbox.wait(lambda box: "rope" in box.reports[-1].rooms.get("kitchen", ()))
    assert not inbox.reports[-1].resync
    two.squares.put("plum", "Q7")
    report = inbox.wait_squares(STARTS - {"Q0", BOARD.starts["plum"]} | {"Q7"})
    assert "rope" in report.rooms["kitchen"]
    now = time.monotonic()
    inbox.wait(lambda _: now <= (links.heard or 0.0) <= time.monotonic())
    inbox.wait(lambda _: {"scans", "rounds"} <= links.counters.keys())


def test_the_missing_one_is_named_and_the_other_goes_on(
    inbox, stack: ExitStack, wiring: Wiring, linked
) -> None:
    two = Two(stack, wiring, "squares rooms")
    linked(two)
    inbox.wait(whole)
    two.rooms.unplug()
    assert inbox.wait_status("lost") == "The Pico of the rooms is missing: connect its USB cable."
    inbox.wait(lambda box: box.reports[-1].rooms is None)
    two.squares.put("plum", "Q7")
    inbox.wait_squares(STARTS - {"Q0", BOARD.starts["plum"]} | {"Q7"})
    two.squares.put("plum", BOARD.starts["plum"])
    two.rooms.plug()
    inbox.wait(whole)
    inbox.wait_status("ok")
    two.squares.unplug()
    assert inbox.wait_status("lost") == "The Pico of the squares is missing: connect its USB cable."
    two.squares.plug()
    assert inbox.wait_status("ok") == ""


def test_one_that_never_came_is_named(inbox, stack: ExitStack, wiring: Wiring, linked) -> None:
    two = Two(stack, wiring, "squares rooms")
    two.squares.unplug()
    linked(two)
    assert inbox.wait_status("none") == "The Pico of the squares is missing: connect its USB cable."
    assert inbox.reports == []
    two.squares.plug()
    inbox.wait(whole)
    inbox.wait_status("ok")


def test_one_with_another_map_is_named(
    inbox, stack: ExitStack, wiring: Wiring, tmp_path: Path, linked
) -> None:
    two = Two(stack, wiring, "squares rooms")
    data = copied(tmp_path / "other")
    change(data / "readers.toml", "study = 0", "study = 9")
    two.rooms = stack.enter_context(VirtualBoard(BOARD, ONCE, wiring=wiring_for(BOARD, data).part(["rooms"])))
    two._order = [two.squares, two.rooms]
    linked(two)
    told = inbox.wait_status("wrong")
    assert told.startswith("The Pico of the rooms: The Pico has sensor map ")


def test_a_board_on_one_pico_has_one_link(wiring: Wiring) -> None:
    assert [part.role for part in wiring.picos] == ["squares", "rooms"]
    assert [part.lamps is None for part in wiring.picos] == [False, True]

    def nothing(*told: object) -> None:
        raise AssertionError(told)

    whole = wiring_for(BOARD)
    assert not isinstance(link_to(list, whole, nothing, nothing), Links)
    assert isinstance(link_to(list, wiring, nothing, nothing), Links)
