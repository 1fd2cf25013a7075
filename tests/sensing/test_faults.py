"""Every fault on demand: link or table say the right thing, and once it is healed the game goes on."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from companion.sensing import Link, wiring_for
from companion.sensing.lines import Line, decode, encode
from companion.sensing.virtual import FAULTS, UnknownFault, VirtualBoard
from companion.sensing.virtual.fakes.pin_faults import PinFaults
from tests.sensing.conftest import Inbox
from tests.sensing.hardware import copied
from tests.sensing.tabletop import BOARD, FIVE, STARTS, Tabletop

Open = Callable[..., Tabletop]
LINE = encode(Line(7, 1234, "SQUARES", ("0" * 48,)))


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a table with its board; closed at the end."""
    with ExitStack() as ends:

        def tabletop(**how: object) -> Tabletop:
            opened = ends.enter_context(Tabletop(tmp_path, **how))
            opened.linked()
            return opened

        yield tabletop


def moved_through(tabletop: Tabletop) -> None:
    """A move is made while something is wrong, and is right all the same."""
    tabletop.roll()
    tabletop.board.act_out((0.08 * step, "scarlet", square) for step, square in enumerate(FIVE, 1))
    tabletop.stands("scarlet", "Q5")
    assert tabletop.moves() == ["Ann: move Q5"]
    tabletop.end_turn()


CABLE = ["garbage", "bit-flips", "lost-lines", "doubled-lines", "slow-host", "bounce"]


@pytest.mark.parametrize("name", CABLE)
def test_a_game_goes_through_it(opened: Open, name: str) -> None:
    tabletop = opened()
    tabletop.board.fault(name)
    moved_through(tabletop)
    assert {status for status, _ in tabletop.details} == {"ok"}
    assert not any(view["corrections"] or view["notices"] for view in tabletop.seen)
    tabletop.board.heal(name)
    tabletop.plays_on()


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("unplug", "lost", "unplugged"),
        ("silence", "lost", "silent"),
        ("old-firmware", "wrong", "(firmware 0.9.0), this program protocol"),
        ("foreign-device", "wrong", "weather-station, not the Pico of a companion board"),
    ],
)
def test_it_is_named_and_the_game_waits(opened: Open, name: str, status: str, words: str) -> None:
    tabletop = opened()
    before = tabletop.view
    tabletop.board.fault(name)
    tabletop.until_said(status, words)
    waiting = tabletop.view
    assert waiting["link"] == status and waiting["corrections"] == []
    assert (waiting["frame"], waiting["tokens"]) == (before["frame"], before["tokens"])
    tabletop.board.heal(name)
    tabletop.plays_on()


def test_another_port_is_found(opened: Open) -> None:
    tabletop = opened()
    port, before = tabletop.board.port, len(tabletop.details)
    tabletop.board.fault("replug")
    assert tabletop.board.port != port and not os.path.exists(port)
    tabletop.until_said("ok", after=before)
    tabletop.plays_on()


def test_a_stuck_reed_is_named_and_heals(opened: Open) -> None:
    tabletop = opened()
    tabletop.board.fault("stuck-reed", "H8")
    tabletop.corrected((None, "H8", None))
    assert tabletop.board.misread() == {"H8": True}
    tabletop.board.heal("stuck-reed")
    tabletop.plays_on()


def test_a_flickering_reed_is_named_and_the_game_goes_on_around_it(opened: Open) -> None:
    tabletop = opened()
    tabletop.board.fault("flicker", STARTS["mustard"])
    told = tabletop.until(lambda view: view["notices"])["notices"]
    assert [(one["kind"], one["places"]) for one in told] == [("flicker", [STARTS["mustard"]])]
    tabletop.roll()
    tabletop.board.lift("scarlet")
    tabletop.board.put("scarlet", "Q5")
    tabletop.until(lambda view: view["tokens"]["scarlet"] == "Q5")
    assert tabletop.moves() == ["Ann: move Q5"]
    tabletop.board.heal("flicker")


def corners() -> tuple[list[str], str]:
    """Three squares on the corners of a rectangle of inputs without diodes, and the fourth."""
    from companion.sensing import wiring_for

    inputs = wiring_for(BOARD).inputs
    for first in range(0, 160, 16):
        for column in range(15):
            found = [inputs[at + column + shift] for at in (first, first + 16) for shift in (0, 1)]
            if all(found) and not set(found) & set(STARTS.values()):
                return [square for square in found[:3] if square], str(found[3])
    raise AssertionError("this board has no such rectangle")


def test_a_phantom_appears_only_at_the_fourth_corner(opened: Open) -> None:
    taken, ghost = corners()
    tabletop = opened()
    for token in STARTS:
        tabletop.board.put(token, "hall")
    tabletop.board.fault("phantom")
    for token, square in zip(STARTS, taken[:2], strict=False):
        tabletop.board.put(token, square)
    assert tabletop.board.misread() == {}
    tabletop.board.put("plum", taken[2])
    assert tabletop.board.misread() == {ghost: True}
    tabletop.reported({*taken, ghost})
    tabletop.board.heal("phantom")
    tabletop.reported({*taken})
    tabletop.board.act_out((0.05 * number, token, STARTS[token]) for number, token in enumerate(STARTS))
    tabletop.plays_on()


def test_a_dead_row_loses_its_tokens_and_heals(opened: Open) -> None:
    tabletop = opened()
    tabletop.board.fault("dead-row", STARTS["scarlet"])
    missing = tabletop.board.misread()
    assert missing[STARTS["scarlet"]] is False
    tabletop.until(lambda view: view["corrections"] or view["notices"])
    tabletop.board.heal("dead-row")
    tabletop.plays_on()


def test_a_late_tag_is_waited_for(opened: Open) -> None:
    tabletop = opened(places={**STARTS, "scarlet": "S6"}, readers=True, deal=False)
    tabletop.board.fault("late-tag")
    tabletop.board.put("scarlet", "hall")
    tabletop.corrected(("scarlet", "hall", "Q0"))
    tabletop.board.heal("late-tag")
    tabletop.board.put("scarlet", "Q0")
    tabletop.linked()


def test_a_mute_reader_is_named_and_its_room_is_asked_for(opened: Open) -> None:
    tabletop = opened(readers=True)
    tabletop.until_said("ok")
    tabletop.board.fault("mute-reader")
    tabletop.until_said("ok", "No tag reader answers in")
    before = len(tabletop.details)
    tabletop.board.heal("mute-reader")
    tabletop.until_said("ok", "", after=before)
    assert tabletop.details[-1] == ("ok", "")
    tabletop.plays_on()


def test_a_dead_row_of_expanders_is_one_without_power(tmp_path: Path, inbox: Inbox) -> None:
    wiring = wiring_for(BOARD, copied(tmp_path, squares="squares-mcp23017.toml", rooms=""))
    with VirtualBoard(BOARD, wiring=wiring) as board:
        link = Link(board.ports, wiring, inbox.on_report, inbox.on_status, retry=0.05)
        link.start()
        try:
            inbox.wait_squares({*STARTS.values()})
            board.fault("dead-row", STARTS["scarlet"])
            inbox.wait(lambda box: STARTS["scarlet"] in box.reports[-1].unread)
            assert STARTS["scarlet"] in (inbox.reports[-1].squares or ())  # as it was
            assert "Nothing is heard of expander" in inbox.wait_status("ok", "expander")
            board.heal("dead-row")
            inbox.wait(lambda box: not box.reports[-1].unread)
            assert inbox.reports[-1].squares == {*STARTS.values()}
        finally:
            link.close()


def test_every_fault_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert not [name for name in FAULTS if f'"{name}"' not in text]


def test_faults_are_switched_on_off_and_told() -> None:
    with VirtualBoard(BOARD) as board:
        assert set(board.faults().values()) == {None}
        board.fault("stuck-reed", "H8")
        board.fault("lost-lines")
        told = {name: at for name, at in board.faults().items() if at is not None}
        assert told == {"stuck-reed": "H8", "lost-lines": ""}
        board.heal("stuck-reed")
        board.heal("lost-lines")
        board.heal("lost-lines")
        assert set(board.faults().values()) == {None}
        board.fault("unplug")
        assert board.ports() == ()
        board.fault("plug")
        assert board.ports() == (board.port,)
        board.fault("unplug")
        board.fault("replug")  # puts it in again, too
        assert board.ports() == (board.port,)
        with pytest.raises(UnknownFault, match="unplug, plug, replug, silence"):
            board.fault("fire")
        with pytest.raises(ValueError, match="no square Z9"):
            board.fault("stuck-reed", "Z9")


@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault.line])
def test_the_same_seed_hits_the_same_lines(name: str) -> None:
    make = FAULTS[name].line
    assert make
    lines = [encode(Line(seq, 5, "BEAT")) for seq in range(200)]
    hello = encode(Line(0, 5, "HELLO", ("companion-board", "E6", "1.0.0", "1", "0A", "squares")))
    once, again, other = (list(map(make(Random(seed)), [hello, *lines])) for seed in (1, 1, 2))
    assert once == again
    changed = sum(before != after for before, after in zip(lines, once[1:], strict=True))
    poses = name in ("old-firmware", "foreign-device")
    assert changed == 200 if name == "silence" else (0 if poses else 20) <= changed <= (0 if poses else 180)
    assert once[0] != hello or not poses
    assert once != other or name == "silence" or poses


def test_another_device_poses_with_a_line_that_checks() -> None:
    make = FAULTS["foreign-device"].line
    assert make
    said = encode(Line(3, 5, "HELLO", ("companion-board", "E6", "1.0.0", "1", "0A", "squares")))
    posed = decode(make(Random(1))(said).rstrip(b"\n"))
    assert posed and posed.args == ("weather-station", "E6", "1.0.0", "1", "0A", "squares")
    assert make(Random(1))(LINE) == LINE


def test_bounce_flicker_and_late_tags_count_scans() -> None:
    pins = PinFaults()
    assert [pins.levels(5), pins.levels(7)] == [5, 7]
    pins.obey(["bounce", "3"])
    assert [pins.levels(3) for _ in range(5)] == [3, 7, 3, 3, 3]  # the bit that changed, and no other
    pins.obey(["bounce", "0"])
    pins.obey(["flicker", "1"])
    assert {pins.levels(3) for _ in range(200)} == {2, 3}
    pins.obey(["flicker", "0"])
    assert pins.answering("hall", [1]) == [1]
    pins.obey(["late", "2"])
    assert [pins.answering("hall", [1, 9]) for _ in range(3)] == [[], [1], [1, 9]]


def test_what_a_killed_board_leaves_behind_is_swept_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = textwrap.dedent("""
        import os, signal
        from companion.board import load_board
        from companion.sensing.virtual import VirtualBoard
        board = VirtualBoard(load_board("classic"))
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", killed], env=environment, timeout=30, check=False)
    (left,) = tmp_path.iterdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with VirtualBoard(BOARD) as running:
        assert left.exists()  # it may just have been made
        os.utime(left, (0, 0))
        os.utime(Path(running.port).parent, (0, 0))
        with VirtualBoard(BOARD):
            assert not left.exists()
            assert os.path.exists(running.port)
    assert list(tmp_path.iterdir()) == []
