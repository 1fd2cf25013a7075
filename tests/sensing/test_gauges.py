"""What the raw lines tell the sensor page."""

from pathlib import Path
from typing import Any

import pytest

from companion.board import load_board
from companion.sensing import Gauges, wiring_for
from companion.sensing.lines import PROTOCOL, Line, encode
from companion.sensing.wiring import Wiring
from tests.sensing.hardware import copied

BOARD = load_board("classic")
WIRING = wiring_for(BOARD)


class Desk:
    """Gauges with a clock to move, and a Pico that says what a test likes."""

    def __init__(self, wiring: Wiring = WIRING) -> None:
        self.now = 100.0
        self.gauges = Gauges(wiring, lambda: self.now)
        self.seq = 0
        self.gauges.linked("ok", "")

    def says(self, kind: str, *args: str, pico: str = "") -> None:
        line = encode(Line(self.seq, int(self.now * 1000), kind, args))
        self.seq += 1
        self.gauges.overhear("<", line, self.now, pico)

    def squares(self, *squares: str) -> None:
        self.says("SQUARES", WIRING.digits(squares))

    @property
    def picture(self) -> dict[str, Any]:
        return self.gauges.picture()


def test_before_a_board_has_answered() -> None:
    seen = Gauges(WIRING).picture()
    assert seen["link"] == "none"
    assert seen["device"] is None and seen["closed"] == [] and seen["rooms"] == {}
    assert len(seen["squares"]) == 188


def test_who_is_there_and_what_is_felt() -> None:
    desk = Desk()
    told = ("companion-board", "1122", "2.0.0", str(PROTOCOL), WIRING.map_hash, "squares", "watchdog")
    desk.says("HELLO", *told)
    desk.squares("Q7", "A5")
    assert desk.picture["device"]["firmware"] == "2.0.0"
    assert desk.picture["device"]["boot"] == "watchdog"
    assert desk.picture["closed"] == ["A5", "Q7"]
    desk.squares("Q7")
    assert desk.picture["closed"] == ["Q7"]


def test_an_input_without_a_square_is_named() -> None:
    desk = Desk()
    desk.says("SQUARES", "0" * 47 + "1")
    assert desk.picture["spare"] == [WIRING.input_name(191)]
    assert desk.picture["closed"] == []


def test_lines_a_minute() -> None:
    desk = Desk()
    desk.says("BEAT")
    desk.gauges.overhear("<", b"17 garbage*00000000\n", desk.now)
    desk.gauges.overhear(">", b"what the Pi says does not count\n", desk.now)
    assert (desk.picture["good"], desk.picture["bad"]) == (1, 1)
    desk.now += 30
    desk.gauges.overhear("<", b"\xff\xff\n", desk.now)
    assert desk.picture["bad"] == 2
    desk.now += 31
    assert (desk.picture["good"], desk.picture["bad"]) == (0, 1)


def test_scans_a_second_by_the_picos_own_clock() -> None:
    desk = Desk()
    desk.says("BEAT", "scans=1000", "worst=2")
    assert desk.picture["scans"] is None
    desk.now += 2
    desk.says("BEAT", "scans=2000", "worst=3", "odd", "more=x")
    assert desk.picture["scans"] == 500
    assert desk.picture["counters"] == {"scans": 2000, "worst": 3}


def test_tags_of_pieces_and_of_strangers_and_a_reader_that_is_mute() -> None:
    desk = Desk()
    assert WIRING.readers
    rope = WIRING.readers.uid_of("rope")
    assert rope
    desk.says("ROOM", "hall", rope, "E004010000000000")
    desk.says("ROOM", "study", "?")
    assert desk.picture["rooms"] == {
        "hall": {"pieces": ["rope"], "strangers": ["E004010000000000"]},
        "study": None,
    }


def test_a_square_that_flickers_is_named() -> None:
    desk = Desk()
    for flick in range(12):
        desk.squares(*["Q7"] * (flick % 2))
        desk.now += 0.2
    (ailment,) = desk.picture["ailments"]
    assert (ailment["kind"], ailment["squares"]) == ("flicker", ["Q7"])


def test_when_the_link_has_gone_nothing_is_felt_any_more() -> None:
    desk = Desk()
    desk.squares("Q7")
    desk.gauges.linked("lost", "The board was unplugged: plug it in again.")
    seen = desk.picture
    assert (seen["link"], seen["closed"], seen["device"]) == ("lost", [], None)
    assert seen["detail"].startswith("The board was unplugged")


def test_every_change_is_another_version() -> None:
    desk = Desk()
    version = desk.picture["version"]
    assert desk.gauges.wait(version, 0.0) == version
    desk.squares("Q7")
    assert desk.gauges.wait(version, 5.0) != version


def test_a_walk() -> None:
    desk = Desk()
    desk.squares()
    desk.gauges.walk("begin")
    first = desk.picture["walk"]["asked"]
    desk.squares(first)
    desk.squares()
    desk.gauges.walk("skip")
    walk = desk.picture["walk"]
    assert walk["done"] == [first] and len(walk["missed"]) == 1 and walk["total"] == 188
    desk.gauges.walk("end")
    assert desk.picture["walk"] is None
    desk.gauges.walk("skip")  # a second tap
    assert desk.picture["walk"] is None


def test_of_a_second_pico_its_rooms_count() -> None:
    desk = Desk()
    desk.squares("Q7")
    assert WIRING.readers
    told = encode(Line(0, 0, "ROOM", ("hall", WIRING.readers.uid_of("rope") or "")))
    for line in (told[:9], told[9:], encode(Line(1, 5, "SQUARES"))):
        desk.gauges.overhear("<", line, desk.now, "rooms")
    assert desk.picture["rooms"]["hall"]["pieces"] == ["rope"]
    assert desk.picture["closed"] == ["Q7"]


def test_an_expander_that_does_not_answer_is_shown_by_its_squares(tmp_path: Path) -> None:
    wiring = wiring_for(BOARD, copied(tmp_path, squares="squares-mcp23017.toml", rooms=""))
    desk = Desk(wiring)
    desk.says("SQUARES", wiring.digits(["Q7"]))
    desk.says("UNREAD", "3")
    (ailment,) = desk.picture["ailments"]
    assert ailment["kind"] == "dead" and set(ailment["squares"]) == wiring.unread([3])
    desk.says("UNREAD")
    assert desk.picture["ailments"] == []
    desk.says("UNREAD", "3")
    desk.says("HELLO", "companion-board", "1122", "2.0.0", str(PROTOCOL), wiring.map_hash, "squares", "power")
    desk.says("SQUARES", wiring.digits(["Q7"]))
    assert desk.picture["ailments"] == []


@pytest.mark.parametrize("pico", ["", "rooms"])
def test_what_was_tapped_last_at_each_door(tmp_path: Path, pico: str) -> None:
    wiring = wiring_for(BOARD, copied(tmp_path, rooms="pads.toml"))
    assert wiring.readers
    plum = wiring.readers.uid_of("plum") or ""
    desk = Desk(wiring)
    assert desk.picture["rooms"] == {}
    desk.says("TAP", "hall", pico=pico)
    desk.says("TAP", "study", "?", pico=pico)
    assert desk.picture["rooms"] == {"hall": {"pieces": [], "strangers": []}, "study": None}
    desk.says("TAP", "hall", plum, pico=pico)
    desk.says("TAP", "hall", pico=pico)
    assert desk.picture["rooms"]["hall"] == {"pieces": ["plum"], "strangers": []}
    desk.says("TAP", "hall", "0416C6C2D73881", pico=pico)
    desk.says("TAP", "study", pico=pico)
    assert desk.picture["rooms"]["hall"] == {"pieces": [], "strangers": ["0416C6C2D73881"]}
    assert desk.picture["rooms"]["study"] == {"pieces": [], "strangers": []}
