"""Door pads on the virtual board: from a token that is tapped through the real firmware to a report."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.board import load_board
from companion.sensing import Link, only, wiring_for
from companion.sensing.report import Tap
from companion.sensing.virtual import Runtime, VirtualBoard, find_micropython
from tests.sensing.hardware import copied

BOARD = load_board("classic")
STARTS = set(BOARD.starts.values())
RUNTIMES: list[Runtime] = ["micropython", "cpython"] if find_micropython() else ["cpython"]


def linked(stack: ExitStack, inbox, folder: Path, runtime: Runtime | None = None) -> VirtualBoard:
    wiring = wiring_for(BOARD, copied(folder, rooms="pads.toml"))
    board = stack.enter_context(VirtualBoard(BOARD, wiring=wiring, runtime=runtime))
    link = Link(only(board.port), wiring, inbox.on_report, inbox.on_status, retry=0.05)
    stack.callback(link.close)
    link.start()
    inbox.wait_squares(STARTS)
    return board


def taps(inbox) -> list[Tap]:
    return [report.tap for report in inbox.reports if report.tap]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_token_that_enters_is_tapped_once(
    runtime: Runtime, inbox, stack: ExitStack, tmp_path: Path
) -> None:
    board = linked(stack, inbox, tmp_path, runtime)
    board.put("scarlet", "lounge")
    inbox.wait(lambda _: len(taps(inbox)) == 1)
    board.put("plum", "kitchen")
    inbox.wait(lambda _: len(taps(inbox)) == 2)
    assert taps(inbox) == [Tap("scarlet", "lounge"), Tap("plum", "kitchen")]
    (report,) = (report for report in inbox.reports if report.tap == Tap("plum", "kitchen"))
    assert (report.rooms, report.resync) == (None, False)
    assert report.squares == STARTS - {BOARD.starts["scarlet"], BOARD.starts["plum"]}


def test_a_card_of_a_stranger_is_named_until_a_token_comes(inbox, stack: ExitStack, tmp_path: Path) -> None:
    board = linked(stack, inbox, tmp_path)
    assert board.process
    board.process.tell("field hall 01020304\n")
    told = inbox.wait_status("ok", "no piece")
    assert told == "At the door of hall 01020304 was tapped, which is no piece's tag."
    board.put("scarlet", "lounge")
    inbox.wait(lambda _: taps(inbox) == [Tap("scarlet", "lounge")])
    assert inbox.wait_status("ok") == ""
