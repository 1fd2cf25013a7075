"""The Pi's half of the protocol for door pads, and for squares that are not read or may be phantoms."""

from pathlib import Path

import pytest

from companion.board import load_board
from companion.sensing import Report, wiring_for
from companion.sensing.lines import PROTOCOL, Line, decode, encode
from companion.sensing.report import Tap
from companion.sensing.session import Session
from companion.sensing.wiring import Wiring
from tests.sensing.hardware import change, copied

BOARD = load_board("classic")


class Talk:
    """A session with a Pico of this wiring, whose first picture has come."""

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self.session = Session(wiring, 100.0)
        self._seq = 0
        self.sent(100.0)
        hello = ("companion-board", "E660", "2.0.0", str(PROTOCOL), wiring.map_hash, wiring.role, "power")
        self.hears(100.0, "HELLO", *hello)
        self.hears(100.0, "SQUARES", wiring.digits([]))
        self.sent(100.1)

    def sent(self, now: float) -> list[str]:
        lines = [decode(raw) for raw in self.session.due(now).split(b"\n") if raw]
        return [" ".join((line.kind, *line.args)) for line in lines if line]

    def hears(self, now: float, kind: str, *args: str, late: float = 0.0) -> list[Report]:
        self._seq += 1
        return self.session.receive(encode(Line(self._seq, int((now - late) * 1000), kind, args)), now)


@pytest.fixture
def pads(tmp_path: Path) -> Talk:
    return Talk(wiring_for(BOARD, copied(tmp_path, rooms="pads.toml")))


@pytest.fixture
def expanders(tmp_path: Path) -> Talk:
    return Talk(wiring_for(BOARD, copied(tmp_path, squares="squares-mcp23017.toml", rooms="")))


@pytest.fixture
def plum(pads: Talk) -> str:
    readers = pads.wiring.readers
    return (readers.uid_of("plum") if readers else None) or ""


def test_a_tap_is_reported_once_and_acknowledged_each_time(pads: Talk, plum: str) -> None:
    (report,) = pads.hears(101.0, "TAP", "hall", plum)
    assert (report.tap, report.at, report.rooms, report.resync) == (Tap("plum", "hall"), 101.0, None, False)
    assert pads.sent(101.1)[0] == f"ACK TAP hall {plum} 101000"
    assert pads.hears(101.3, "TAP", "hall", plum, late=0.3) == []
    assert f"ACK TAP hall {plum} 101000" in pads.sent(101.3)
    (report,) = pads.hears(105.0, "TAP", "hall", plum)
    assert report.tap == Tap("plum", "hall")
    (report,) = pads.hears(106.0, "SQUARES", pads.wiring.digits(["Q7"]))
    assert report.tap is None


def test_pads_that_do_not_answer_are_named_until_they_do(pads: Talk, plum: str) -> None:
    assert pads.hears(101.0, "TAP", "hall", "?") == pads.hears(101.0, "TAP", "attic", "?") == []
    assert pads.session.detail == "No door pad answers at: attic, hall. Check the cables there."
    assert pads.sent(101.1)[:2] == ["ACK TAP hall 101000", "ACK TAP attic 101000"]
    pads.hears(102.0, "TAP", "attic")
    pads.hears(102.0, "TAP", "hall", plum)
    assert pads.session.detail == ""


@pytest.mark.parametrize("words", [(), ("hall", "0416"), ("hall", "no", "more"), ("hall", "04" * 11)])
def test_words_that_are_no_tap_change_nothing(pads: Talk, words: tuple[str, ...]) -> None:
    assert pads.hears(101.0, "TAP", *words) == []
    assert pads.session.stage == "ok"


def test_taps_before_hello_count_for_nothing(pads: Talk, plum: str) -> None:
    fresh = Session(pads.wiring, 100.0)
    assert fresh.receive(encode(Line(1, 1, "TAP", ("hall", plum))), 100.0) == []


def test_squares_whose_expander_does_not_answer_are_told_apart(expanders: Talk) -> None:
    wiring = expanders.wiring
    (report,) = expanders.hears(101.0, "UNREAD", "2", "14")
    assert report.unread == set(filter(None, [*wiring.inputs[16:32], *wiring.inputs[208:]]))
    assert report.squares == frozenset()
    assert expanders.session.detail.startswith("Nothing is heard of expander 2, expander 14.")
    assert expanders.sent(101.1)[0] == "ACK UNREAD 101000"
    (report,) = expanders.hears(102.0, "SQUARES", wiring.digits(["Q7"]))
    assert len(report.unread) > 14 and report.squares == {"Q7"}
    (report,) = expanders.hears(103.0, "UNREAD")
    assert (report.unread, expanders.session.detail) == (frozenset(), "")


def test_four_corners_are_doubtful_only_where_no_diodes_part_them(tmp_path: Path) -> None:
    data = copied(tmp_path, squares="squares-matrix.toml", rooms="")
    pico = data / "pico.toml"
    pico.write_text(pico.read_text().partition("[lamps]")[0])
    parted = wiring_for(BOARD, data)
    file = data / "squares-matrix.toml"
    change(file, "select = [16, 17, 18, 19]", f"select = {[*range(12, 28)]}")
    change(file, "decoder = true", "decoder = false")
    change(file, "diodes = true", "diodes = false")
    bare = wiring_for(BOARD, data)
    corners = [BOARD.squares[at] for at in (0, 3, 24, 27)]
    for closed, doubtful in ((corners[:3], set()), (corners, set(corners))):
        assert bare.doubtful(bare.digits(closed)) == doubtful
        assert parted.doubtful(parted.digits(closed)) == frozenset()
