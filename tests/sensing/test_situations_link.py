"""What happens to the cable in the middle of a game: pulled, stopped, shared, or to another firmware."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import serial

from companion.sensing.lines import PROTOCOL
from companion.sensing.virtual import VirtualBoard
from tests.process import running
from tests.sensing.tabletop import BOARD, DEADLINE, STARTS, Tabletop

Open = Callable[..., Tabletop]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a table with its board; closed at the end."""
    with ExitStack() as ends:
        yield lambda **how: ends.enter_context(Tabletop(tmp_path, **how))


def test_ten_replugs_once_with_a_token_in_the_hand(opened: Open) -> None:
    tabletop = opened()
    tabletop.linked()
    for turn in range(10):
        before = len(tabletop.details)
        if turn == 4:
            tabletop.roll()
            tabletop.board.lift("scarlet")
        tabletop.board.fault("replug" if turn % 2 else "unplug")
        tabletop.until_said("lost", after=before)
        tabletop.board.plug()
        tabletop.until_said("ok", after=before)
    assert tabletop.moves() == []
    tabletop.board.put("scarlet", "Q5")
    tabletop.stands("scarlet", "Q5")
    assert tabletop.moves() == ["Ann: move Q5"]
    tabletop.end_turn()
    tabletop.plays_on()


def test_a_replug_inside_a_bluff_window(opened: Open) -> None:
    tabletop = opened(rules="bluff", options={"window": "30"})
    tabletop.linked()
    table = tabletop.table
    table.act("Ann", "claim kitchen", table.version)
    before, rest = len(tabletop.details), tabletop.view["window"]["rest"]
    tabletop.board.fault("replug")
    tabletop.until_said("lost", after=before)
    assert tabletop.view["window"]["rest"] <= rest  # time goes on
    table.act("Ben", "pass", table.version)
    tabletop.until_said("ok", after=before)
    assert tabletop.view["frame"]["kind"] == "window"
    table.act("Cat", "pass", table.version)
    assert tabletop.view["tokens"]["scarlet"] == "kitchen"
    tabletop.corrected(("scarlet", "Q0", "kitchen"))


def test_from_replug_to_ok(record_property: Callable[[str, object], None], tmp_path: Path) -> None:
    """With the link's own patience: the figure that a host feels."""
    with Tabletop(tmp_path, retry=2.0) as tabletop:
        tabletop.linked()
        took = []
        for _ in range(3):
            before = len(tabletop.details)
            tabletop.board.unplug()
            tabletop.until_said("lost", after=before)
            plugged = time.monotonic()
            tabletop.board.plug()
            tabletop.until_said("ok", after=before)
            took.append(time.monotonic() - plugged)
    record_property("worst_s", round(max(took), 2))
    assert max(took) < 5


def test_a_second_program_on_the_port_is_refused(opened: Open) -> None:
    tabletop = opened()
    tabletop.linked()
    with pytest.raises(serial.SerialException, match="lock|busy"):
        serial.Serial(tabletop.board.port, exclusive=True)
    tabletop.plays_on()
    assert [status for status, _ in tabletop.details] == ["ok"]


def test_a_pico_of_an_older_protocol_is_named_and_used_once_it_is_flashed(opened: Open) -> None:
    tabletop = opened()
    tabletop.linked()
    tabletop.board.fault("old-firmware")
    told = tabletop.until_said("wrong")
    assert f"protocol {PROTOCOL - 1}" in told and f"protocol {PROTOCOL}" in told
    assert "0.9.0" in told and "companion flash" in told
    assert tabletop.view["link"] == "wrong"
    tabletop.board.heal("old-firmware")
    tabletop.plays_on()


def test_a_host_that_is_stopped_while_tokens_move_loses_nothing(tmp_path: Path) -> None:
    """The board lives in this process, the companion in its own: it is stopped in the middle of a move."""
    with (
        VirtualBoard(BOARD, readers=False) as board,
        # Recorded, the board would be greeted anew with the deal, and its picture compared, never played.
        running("--link", board.port, "--data", tmp_path, "--rules", "classic", "--no-record") as evening,
    ):
        tokens = {
            name: evening.ask("/api/seats", {"name": name, "suspect": suspect, "language": "en"})["token"]
            for name, suspect in (("Ann", "scarlet"), ("Ben", "mustard"), ("Cat", "white"))
        }
        evening.until(lambda seen: seen["link"] == "ok")
        evening.ask("/api/start", {})
        evening.ask("/api/dice", {})
        acts = evening.ask("/api/view", token=tokens["Ann"])["acts"]
        ends = [place for place in acts[0]["choices"][0] if BOARD.is_square(place)]
        way, end = ends[0] if len(ends) > 1 else "Q2", ends[-1]
        evening.process.send_signal(signal.SIGSTOP)
        # It rests where it might stay, but not for long: who hears late may not take that for the move.
        hands = [(0.0, None), (0.05, way), (0.25, None), (0.3, end), (1.2, end)]
        done = board.act_out((seconds, "scarlet", place) for seconds, place in hands)
        assert done.wait(DEADLINE)
        evening.process.send_signal(signal.SIGCONT)
        moved = evening.until(lambda seen: seen["tokens"]["scarlet"] != STARTS["scarlet"])
        assert moved["tokens"]["scarlet"] == end and not moved["corrections"]
