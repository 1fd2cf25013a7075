"""Every kind of sensors for the squares: the real firmware on fake parts that are wired as the data say."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.board import load_board
from companion.sensing import Link, only, wiring_for
from companion.sensing.virtual import Runtime, VirtualBoard, find_micropython
from companion.sensing.wiring import Wiring
from tests.sensing.hardware import copied

BOARD = load_board("classic")
STARTS = set(BOARD.starts.values())
KINDS = ["74hc165", "mcp23017", "matrix"]
RUNTIMES: list[Runtime] = ["micropython", "cpython"] if find_micropython() else ["cpython"]


def wired(folder: Path, kind: str) -> Wiring:
    """The shipped data of this kind, without readers."""
    return wiring_for(BOARD, copied(folder, squares=f"squares-{kind}.toml", rooms=""))




def linked(stack: ExitStack, inbox, board: VirtualBoard, wiring: Wiring) -> None:
    link = Link(only(board.port), wiring, inbox.on_report, inbox.on_status, retry=0.05)
    stack.callback(link.close)
    link.start()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_squares_are_seen(kind: str, runtime: Runtime, inbox, stack: ExitStack, tmp_path: Path) -> None:
    wiring = wired(tmp_path, kind)
    board = stack.enter_context(VirtualBoard(BOARD, wiring=wiring, runtime=runtime))
    linked(stack, inbox, board, wiring)
    inbox.wait_squares(STARTS)
    for square in (BOARD.squares[at] for at in (0, 7, 8, 100, -1)):
        board.put("scarlet", square)
        inbox.wait_squares(STARTS - {"Q0"} | {square})
    assert inbox.statuses == [("ok", "")]
