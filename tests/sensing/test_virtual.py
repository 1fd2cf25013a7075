"""The real firmware on a pseudo-terminal, with the real link at the other end."""

import dataclasses
import os
import pty
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import serial

from companion.board import load_board
from companion.sensing import Link, only, wiring_for
from companion.sensing.lines import Line, encode
from companion.sensing.virtual import Runtime, VirtualBoard, find_micropython, process

BOARD = load_board("classic")
WIRING = wiring_for(BOARD)
RUNTIMES: list[Runtime] = ["micropython", "cpython"] if find_micropython() else ["cpython"]
STARTS = set(BOARD.starts.values())


@pytest.fixture(params=RUNTIMES)
def runtime(request: pytest.FixtureRequest) -> Runtime:
    return request.param


def linked(stack: ExitStack, inbox, port: str) -> Link:
    link = Link(only(port), WIRING, inbox.on_report, inbox.on_status, retry=0.05)
    stack.callback(link.close)
    link.start()
    return link


def test_what_is_put_and_lifted_is_reported(runtime: Runtime, inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, runtime=runtime))
    assert board.process
    assert board.process.runtime == runtime
    linked(stack, inbox, board.port)
    assert inbox.wait_squares(STARTS).resync
    board.lift("scarlet")
    inbox.wait_squares(STARTS - {"Q0"})
    board.put("scarlet", "Q7")
    report = inbox.wait_squares(STARTS - {"Q0"} | {"Q7"})
    assert not report.resync
    assert report.spare == ()
    board.put("scarlet", "lounge")
    inbox.wait_squares(STARTS - {"Q0"}, after=len(inbox.reports) - 1)
    assert board.places() == {**BOARD.starts, "scarlet": "lounge"}
    assert inbox.statuses == [("ok", "")]


def test_every_square_is_wired_to_itself(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, dict.fromkeys(BOARD.starts, "hall")))
    linked(stack, inbox, board.port)
    assert inbox.wait_squares(set()).resync
    for square in BOARD.squares:
        count = len(inbox.reports)
        sent = time.monotonic()
        board.put("plum", square)
        report = inbox.wait_squares({square}, after=count)
        assert report.at >= sent - 0.002  # the milliseconds of the Pico round


def test_given_places(runtime: Runtime, inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, {"scarlet": "lounge", "plum": "H0"}, runtime=runtime))
    linked(stack, inbox, board.port)
    assert inbox.wait_squares(STARTS - {"Q0", "A5"} | {"H0"}).resync


def test_unplugged_and_plugged_in_again(runtime: Runtime, inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, runtime=runtime))
    linked(stack, inbox, board.port)
    inbox.wait_status("ok")
    board.unplug()
    assert inbox.wait_status("lost") == "The board was unplugged: plug it in again."
    board.put("mustard", "V7")
    board.plug()
    inbox.wait_status("ok")
    assert inbox.wait_squares(STARTS - {"X7"} | {"V7"}).resync
    board.put("mustard", "U7")
    assert not inbox.wait_squares(STARTS - {"X7"} | {"U7"}).resync


def test_a_board_is_there_again_within_five_seconds_of_the_plug(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    link = Link(only(board.port), WIRING, inbox.on_report, inbox.on_status)  # as often as it looks on its own
    stack.callback(link.close)
    link.start()
    inbox.wait_status("ok")
    board.unplug()
    inbox.wait_status("lost")
    plugged = time.monotonic()
    board.plug()
    inbox.wait_status("ok")
    assert time.monotonic() - plugged < 5


def test_the_firmware_dies_by_itself(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    linked(stack, inbox, board.port)
    inbox.wait_status("ok")
    assert board.process
    os.kill(board.process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, board.process.pid, os.WEXITED | os.WNOWAIT)
    inbox.wait_status("lost")
    board.put("mustard", "V7")
    board.plug()
    inbox.wait_status("ok")


def test_the_board_plays_on_when_a_program_closes_its_port(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    assert board.process
    firmware = board.process.pid
    for square in ("V7", "U7", "T7"):
        count = len(inbox.reports)
        link = linked(stack, inbox, board.port)
        inbox.wait(lambda box, count=count: len(box.reports) > count)
        assert inbox.reports[count].resync
        board.put("mustard", square)
        inbox.wait_squares(STARTS - {"X7"} | {square}, after=count)
        link.close()
    assert board.process.running
    assert board.process.pid == firmware


def test_a_port_that_does_not_exist_is_awaited(inbox, stack: ExitStack, tmp_path: Path) -> None:
    port = tmp_path / "port"
    linked(stack, inbox, str(port))
    assert str(port) in inbox.wait_status("none", "does not exist")
    board = stack.enter_context(VirtualBoard(BOARD))
    port.symlink_to(board.port)
    inbox.wait_status("ok")


def test_a_second_program_is_refused_with_a_sentence(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    other = serial.Serial(board.port, exclusive=True)
    stack.callback(other.close)
    linked(stack, inbox, board.port)
    assert "Another program" in inbox.wait_status("none", "Another program")
    other.close()
    inbox.wait_status("ok")


def test_another_map_is_refused(inbox, stack: ExitStack) -> None:
    swapped = dataclasses.replace(WIRING, inputs=(WIRING.inputs[1], WIRING.inputs[0], *WIRING.inputs[2:]))
    board = stack.enter_context(VirtualBoard(BOARD, wiring=swapped))
    linked(stack, inbox, board.port)
    assert swapped.map_hash in inbox.wait_status("wrong")
    assert inbox.reports == []


def test_an_input_without_a_square_that_is_closed_is_told(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    linked(stack, inbox, board.port)
    inbox.wait_status("ok")
    assert board.process
    board.process.tell("closed " + "0" * 47 + "8\n")
    assert "register 24 input D" in inbox.wait_status("ok", "Check the wiring")
    assert inbox.reports[-1].spare == (188,)


def test_damaged_lines_are_dropped_and_repaired(inbox, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    relay = Relay(board.port)
    stack.callback(relay.close)
    linked(stack, inbox, relay.port)
    inbox.wait_squares(STARTS)
    relay.damage = True
    for square in ("V7", "U7", "T7"):
        board.put("mustard", square)
        relay.wait_damaged()
    relay.damage = False
    inbox.wait_squares(STARTS - {"X7"} | {"T7"})
    assert all(report.squares <= set(BOARD.squares) for report in inbox.reports)
    assert {report.squares for report in inbox.reports} <= {
        frozenset(STARTS - {"X7"} | {square}) for square in ("X7", "V7", "U7", "T7")
    }


def test_stop_gives_the_prompt_back(runtime: Runtime, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, runtime=runtime))
    port = stack.enter_context(serial.Serial(board.port, timeout=10))
    port.write(encode(Line(0, 0, "STOP")))
    with pytest.raises(serial.SerialException):  # no byte of a traceback before the program ends
        port.read(1)


def test_ctrl_c_in_a_session_is_no_more_than_a_bad_line(runtime: Runtime, stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD, runtime=runtime))
    port = stack.enter_context(serial.Serial(board.port, timeout=10))
    port.write(encode(Line(0, 0, "HELLO?", ("2",))) + b"\x03\x03\n" + encode(Line(1, 0, "STATE?")))
    assert b" HELLO " in port.readline()
    assert b" SQUARES " in port.readline()


def test_the_board_is_silent_until_it_is_asked(stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    port = stack.enter_context(serial.Serial(board.port, timeout=10))
    board.put("mustard", "V7")
    port.write(encode(Line(0, 0, "HELLO?", ("2",))))
    assert re.fullmatch(
        rb"0 \d+ HELLO companion-board 5649525455414C31 \S+ 2 \w{8} squares\+rooms power\*\w{8}\n",
        port.readline(),
    )


def test_wrong_tokens_and_places_are_refused(stack: ExitStack) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    with pytest.raises(ValueError, match="no place Z9"):
        board.put("mustard", "Z9")
    with pytest.raises(ValueError, match="no token boddy"):
        board.put("boddy", "Q7")
    with pytest.raises(ValueError, match="no token boddy"):
        board.lift("boddy")


def test_nothing_is_left_behind(runtime: Runtime) -> None:
    def descriptors() -> int:
        return len(os.listdir("/dev/fd"))

    before = descriptors()
    folders = set()
    for _ in range(3):
        board = VirtualBoard(BOARD, runtime=runtime)
        assert board.process
        pid = board.process.pid
        folders.add(Path(board.port).parent)
        board.unplug()
        board.plug()
        board.close()
        board.close()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert descriptors() == before
    assert not any(folder.exists() for folder in folders)


def test_a_start_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(process, "find_micropython", lambda: str(tmp_path / "no-such-program"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = os.listdir("/dev/fd")
    with pytest.raises(FileNotFoundError, match="no-such-program"):
        VirtualBoard(BOARD)
    monkeypatch.setattr(process, "find_micropython", lambda: None)
    with pytest.raises(FileNotFoundError, match="pip install"):
        VirtualBoard(BOARD, runtime="micropython")
    assert os.listdir("/dev/fd") == before
    assert os.listdir(tmp_path) == []


def test_the_firmware_ends_with_its_parent(runtime: Runtime, tmp_path: Path) -> None:
    parent = textwrap.dedent(f"""
        import os, signal
        from companion.board import load_board
        from companion.sensing.virtual import VirtualBoard
        board = VirtualBoard(load_board("classic"), runtime="{runtime}")
        print(board.process.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    done = subprocess.run(
        [sys.executable, "-c", parent],
        env=os.environ | {"TMPDIR": str(tmp_path)},  # it has no chance to tidy up
        stdout=subprocess.PIPE,
        text=True,
        timeout=15,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    pid = int(done.stdout)
    deadline = time.monotonic() + 10
    while is_running(pid):
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)


def test_from_the_edge_to_the_report(inbox, stack: ExitStack, record_property) -> None:
    board = stack.enter_context(VirtualBoard(BOARD))
    linked(stack, inbox, board.port)
    inbox.wait_squares(STARTS)
    took = []
    for number in range(100):
        square = BOARD.squares[20 + number]
        count = len(inbox.reports)
        edge = time.monotonic()
        board.put("scarlet", square)
        inbox.wait_squares(STARTS - {"Q0"} | {square}, after=count)
        took.append(inbox.arrivals[-1] - edge)
    record_property("median_ms", round(statistics.median(took) * 1000, 2))
    record_property("worst_ms", round(max(took) * 1000, 2))
    assert min(took) >= 0.003  # four samples of 2 ms: nothing is reported before it is debounced
    assert statistics.median(took) < 0.1  # 8 ms on a machine that has nothing else to do


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


class Relay:
    """A pseudo-terminal between board and link that can flip a bit in every line from the board."""

    def __init__(self, board_port: str) -> None:
        self.damage = False
        self._board = serial.Serial(board_port, timeout=0.02)
        self._master, self._slave = pty.openpty()
        self.port = os.ttyname(self._slave)
        os.set_blocking(self._master, False)
        self._damaged = threading.Semaphore(0)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def wait_damaged(self) -> None:
        assert self._damaged.acquire(timeout=10)

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self._board.close()
        os.close(self._master)
        os.close(self._slave)

    def _run(self) -> None:
        while not self._closing.is_set():
            line = self._board.readline()
            if line and self.damage:
                line = bytes([line[0], line[1] ^ 4]) + line[2:]
            if line:
                os.write(self._master, line)
                if self.damage:
                    self._damaged.release()
            try:
                self._board.write(os.read(self._master, 1000))
            except BlockingIOError:
                continue
