"""Tags on the virtual board: from the field through the real firmware and the link to pieces in rooms."""

import dataclasses
from contextlib import ExitStack

import pytest

from companion.board import load_board
from companion.sensing import Link, only, wiring_for
from companion.sensing.virtual import Runtime, VirtualBoard, find_micropython
from companion.sensing.wiring import Wiring

BOARD = load_board("classic")
WIRING = wiring_for(BOARD)
assert WIRING.readers
TAGS_ONLY = dataclasses.replace(WIRING, inputs=(), pins={}, lamps=None)
DIRECT = dataclasses.replace(  # three readers, each with pins of its own
    WIRING,
    readers=dataclasses.replace(
        WIRING.readers,
        bus={**WIRING.readers.bus, "address": []},
        pins={
            room: {"address": 0, "nss": nss, "busy": nss + 1, "reset": 9}
            for room, nss in (("hall", 2), ("lounge", 4), ("kitchen", 6))
        },
    ),
)
RUNTIMES: list[Runtime] = ["micropython", "cpython"] if find_micropython() else ["cpython"]
STARTS = set(BOARD.starts.values())
ONCE = {"scarlet": "lounge", "rope": "lounge", "knife": "hall"}


@pytest.fixture(params=RUNTIMES)
def runtime(request: pytest.FixtureRequest) -> Runtime:
    return request.param


def linked(stack: ExitStack, inbox, port: str, wiring: Wiring = WIRING) -> Link:
    link = Link(only(port), wiring, inbox.on_report, inbox.on_status, retry=0.05)
    stack.callback(link.close)
    link.start()
    return link


def wait_rooms(inbox, lying: dict[str, set[str]]) -> None:
    """Until these pieces lie in these rooms, and none in any other."""

    def there(box) -> bool:
        rooms = box.reports[-1].rooms if box.reports else None
        return bool(rooms) and {room: pieces for room, pieces in rooms.items() if pieces} == lying

    inbox.wait(there)


def test_tokens_and_weapons_are_seen_in_their_rooms(runtime: Runtime, inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, ONCE, runtime=runtime))
    link = linked(stack, inbox, board.port)
    wait_rooms(inbox, {"lounge": {"scarlet", "rope"}, "hall": {"knife"}})
    assert inbox.reports[-1].squares == STARTS - {"Q0"}
    link.attend(["kitchen", "lounge"])
    board.put("rope", "kitchen")
    wait_rooms(inbox, {"lounge": {"scarlet"}, "hall": {"knife"}, "kitchen": {"rope"}})
    board.put("scarlet", "R7")
    board.lift("knife")
    wait_rooms(inbox, {"kitchen": {"rope"}})
    assert inbox.reports[-1].squares == STARTS - {"Q0"} | {"R7"}
    assert board.places() == {**BOARD.starts, "scarlet": "R7"}
    assert inbox.statuses == [("ok", "")]
    inbox.wait(lambda _: link.counters.get("rounds", 0) > 5)
    assert link.counters["mute"] == 0


def test_everything_lies_in_one_room(inbox, stack: ExitStack) -> None:
    assert WIRING.readers
    pieces = set(WIRING.readers.pieces.values())
    board = stack.enter_context(VirtualBoard(BOARD, dict.fromkeys(pieces, "ballroom")))
    linked(stack, inbox, board.port)
    wait_rooms(inbox, {"ballroom": pieces})


@pytest.mark.parametrize("wiring", [TAGS_ONLY, DIRECT], ids=["tags only", "pins of their own"])
def test_other_ways_to_wire(wiring: Wiring, runtime: Runtime, inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, ONCE, wiring=wiring, runtime=runtime))
    linked(stack, inbox, board.port, wiring)
    wait_rooms(inbox, {"lounge": {"scarlet", "rope"}, "hall": {"knife"}})
    squares = inbox.reports[-1].squares
    assert squares == (STARTS - {"Q0"} if wiring.inputs else None)
    board.put("scarlet", "kitchen")
    wait_rooms(inbox, {"lounge": {"rope"}, "hall": {"knife"}, "kitchen": {"scarlet"}})


def test_without_readers_no_room_is_sensed(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, readers=False))
    linked(stack, inbox, board.port)
    report = inbox.wait_squares(STARTS)
    assert (report.rooms, report.strangers) == (None, frozenset())
    board.put("rope", "hall")
    assert board.weapons()["rope"] == "hall"


def test_plugged_in_again_the_rooms_are_known_again(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, ONCE))
    linked(stack, inbox, board.port)
    wait_rooms(inbox, {"lounge": {"scarlet", "rope"}, "hall": {"knife"}})
    board.unplug()
    inbox.wait_status("lost")
    board.put("rope", "study")
    board.plug()
    wait_rooms(inbox, {"lounge": {"scarlet"}, "hall": {"knife"}, "study": {"rope"}})


def test_a_stranger_is_told(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    linked(stack, inbox, board.port)
    inbox.wait_status("ok")
    assert board.process
    board.process.tell("field hall E00401586DE02802\n")
    assert "In hall lies E00401586DE02802" in inbox.wait_status("ok", "no piece's tag")
    assert inbox.reports[-1].strangers == {"E00401586DE02802"}
