"""Every kind of sensors for the squares: the real firmware on fake parts that are wired as the data say."""

import dataclasses
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.assets import asset_dir
from companion.board import load_board
from companion.sensing import Link, only, wiring_for
from companion.sensing.virtual import Runtime, VirtualBoard, find_micropython
from companion.sensing.wiring import Wiring
from tests.sensing.hardware import change, copied

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


def test_a_dead_expander_is_named_and_the_others_are_read_on(inbox, stack: ExitStack, tmp_path: Path) -> None:
    wiring = wired(tmp_path, "mcp23017")
    board = stack.enter_context(VirtualBoard(BOARD, wiring=wiring))
    linked(stack, inbox, board, wiring)
    inbox.wait_squares(STARTS)
    assert board.process
    assert [wiring.inputs.index(square) // 16 + 1 for square in ("Q5", "J24")] == [3, 14]
    board.process.tell("dead 3 14\n")
    assert "Nothing is heard of expander 3, expander 14." in inbox.wait_status("ok", "Nothing is heard")
    assert {"Q5", "J24"} < inbox.reports[-1].unread
    assert inbox.reports[-1].squares == STARTS
    board.put("scarlet", "Q5")  # unseen
    board.put("plum", "I2")
    inbox.wait(lambda box: "I2" in box.reports[-1].squares)
    assert "Q5" not in inbox.reports[-1].squares
    board.process.tell("dead\n")
    inbox.wait(lambda box: "Q5" in box.reports[-1].squares)
    inbox.wait(lambda box: not box.reports[-1].unread)
    assert inbox.wait_status("ok") == ""


SMALL = load_board(asset_dir("hardware") / "builds" / "bench" / "board.json")


def without_diodes(folder: Path) -> Wiring:
    """A matrix with a pin for each row, for the eight squares of the smallest board, three a row."""
    data = copied(folder, squares="squares-matrix.toml", rooms="")
    file = data / "squares-matrix.toml"
    change(file, "columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]", "columns = [20, 21, 22]")
    change(file, "rows = 16", "rows = 4")
    change(file, "decoder = true", "decoder = false")
    change(file, "diodes = true", "diodes = false")
    return wiring_for(SMALL, data)


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_without_diodes_a_fourth_corner_closes_and_all_four_are_doubtful(
    runtime: Runtime, inbox, stack: ExitStack, tmp_path: Path
) -> None:
    wiring = without_diodes(tmp_path)
    three = [wiring.inputs[at] for at in (0, 1, 3)]
    phantom, alone = wiring.inputs[4], wiring.inputs[5]
    places = dict(zip(SMALL.starts, [*three, "lounge", "study", "hall"], strict=True))
    board = stack.enter_context(VirtualBoard(SMALL, places, wiring=wiring, runtime=runtime))
    linked(stack, inbox, board, wiring)
    report = inbox.wait_squares({*three, phantom})
    assert report.doubtful == {*three, phantom}
    board.lift(next(token for token, place in places.items() if place == three[0]))
    board.put("plum", alone)
    report = inbox.wait_squares({*three[1:], alone})
    assert report.doubtful == frozenset()


def test_with_diodes_three_corners_are_three(inbox, stack: ExitStack, tmp_path: Path) -> None:
    wiring = wired(tmp_path, "matrix")
    three = [wiring.inputs[at] for at in (12 * 3 + 2, 12 * 3 + 7, 12 * 9 + 2)]
    places = dict(zip(BOARD.starts, [*three, "lounge", "study", "hall"], strict=True))
    board = stack.enter_context(VirtualBoard(BOARD, places, wiring=wiring))
    linked(stack, inbox, board, wiring)
    assert inbox.wait_squares({*three}).doubtful == frozenset()


class Soldered(Wiring):
    """A board that is wired otherwise than its data say, and whose Pico was flashed with these."""

    map_hash = "0A1B2C3D"


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_map_is_seen_as_a_wrong_square(kind: str, inbox, stack: ExitStack, tmp_path: Path) -> None:
    told = wired(tmp_path, kind)
    facts = {field.name: getattr(told, field.name) for field in dataclasses.fields(told)}
    swapped = list(told.inputs)
    one, other = told.inputs.index("Q7"), told.inputs.index("R7")
    swapped[one], swapped[other] = "R7", "Q7"
    really = Soldered(**{**facts, "inputs": tuple(swapped)})
    board = stack.enter_context(VirtualBoard(BOARD, wiring=really))
    linked(stack, inbox, board, Soldered(**facts))
    board.put("scarlet", "Q7")
    inbox.wait_squares(STARTS - {"Q0"} | {"R7"})
