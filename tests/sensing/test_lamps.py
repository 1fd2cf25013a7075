"""The door lamps: their map, their line, and the real firmware with its chain."""

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from companion.assets import asset_dir
from companion.board import Board, Door, load_board
from companion.sensing import Link, WiringFault, only, wiring_for
from companion.sensing.lines import Line, decode, encode
from companion.sensing.ports import Port, open_port
from companion.sensing.session import Session
from companion.sensing.virtual import Runtime, VirtualBoard, find_micropython
from tests.sensing.eye import DARK, Eye, glowing

BOARD = load_board("classic")
WIRING = wiring_for(BOARD)
CHAIN = WIRING.lamps
RUNTIMES: list[Runtime] = ["micropython", "cpython"] if find_micropython() else ["cpython"]
HELLO = ("companion-board", "E660", "2.0.0", "2", WIRING.part(["squares"]).map_hash, "squares")
EMPTY = WIRING.digits([])
GLOW = "A02800"


# -- the map ----------------------------------------------------------------------------------------------


def hardware(folder: Path, lamps: str, toml: Callable[[str], str] = str) -> Path:
    """The shipped hardware data, with another lamp map."""
    shipped = asset_dir("hardware")
    (folder / "pico.toml").write_text(toml((shipped / "pico.toml").read_text()))
    for name in ("squares-74hc165.toml", "squares-74hc165.csv", "readers.toml", "tags.csv"):
        (folder / name).write_text((shipped / name).read_text())
    (folder / "lamps.csv").write_text(lamps)
    return folder


def without_lamps(toml: str) -> str:
    return toml.partition("[lamps]")[0]


def test_every_door_of_the_classic_board_has_one_lamp() -> None:
    assert CHAIN
    assert len(CHAIN.doors) == 17
    assert set(CHAIN.doors) == set(BOARD.doors)


def test_the_lamps_pin_is_free_and_the_limit_leaves_room_on_usb() -> None:
    config = json.loads(WIRING.firmware_config())
    squares, lamps = config["squares"], config["lamps"]
    assert lamps.keys() == {"count", "pin", "colour", "milliamps"}
    assert lamps["count"] == 17
    assert lamps["pin"] not in {squares[name] for name in ("clock", "data", "load", "unused")}
    assert 0 <= lamps["pin"] <= 22
    assert len(lamps["colour"]) == 3 and all(0 <= level <= 255 for level in lamps["colour"])
    assert 0 < lamps["milliamps"] <= 500 - 100  # of 500 on USB; Pico, reeds and dark lamps need theirs


@pytest.mark.parametrize("door", BOARD.doors, ids=str)
def test_a_door_is_one_bit(door: Door) -> None:
    assert CHAIN
    bits = f"{int(CHAIN.digits([door]), 16):020b}"
    assert len(CHAIN.digits([door])) == 5
    assert [CHAIN.doors[at] for at, bit in enumerate(bits) if bit == "1"] == [door]


def test_all_and_none() -> None:
    assert CHAIN
    assert (CHAIN.digits([]), CHAIN.digits(BOARD.doors)) == ("00000", "FFFF8")


def test_a_door_without_a_lamp_lights_nothing() -> None:
    assert CHAIN
    assert CHAIN.digits([Door("hall", "A0", "N")]) == "00000"


def test_lamps_may_be_fitted_to_some_doors_and_skipped_on_the_strip(tmp_path: Path) -> None:
    wiring = wiring_for(BOARD, hardware(tmp_path, "lamp,room,square\n6,hall,L7\n2,study,G4\n"))
    assert wiring.lamps
    assert [door and door.square for door in wiring.lamps.doors] == [None, "G4", None, None, None, "L7"]
    assert wiring.lamps.digits(BOARD.doors) == "44"
    assert json.loads(wiring.firmware_config())["lamps"]["count"] == 6


@pytest.mark.parametrize(
    ("lamps", "toml"), [("", without_lamps), ("lamp,room,square\n", str)], ids=["no table", "no lamps"]
)
def test_no_lamps(lamps: str, toml: Callable[[str], str], tmp_path: Path) -> None:
    wiring = wiring_for(BOARD, hardware(tmp_path, lamps, toml))
    assert wiring.lamps is None
    assert "lamps" not in json.loads(wiring.firmware_config())
    assert wiring.map_hash == WIRING.map_hash  # a Pico flashed with other lamps still plays


def test_another_board_has_a_lamp_at_each_door_in_its_own_order() -> None:
    wiring = wiring_for(smaller_board())
    assert wiring.lamps
    assert wiring.lamps.doors == smaller_board().doors
    assert CHAIN and CHAIN.doors != wiring.lamps.doors


def test_every_fault_of_both_maps_is_named(tmp_path: Path) -> None:
    folder = hardware(
        tmp_path,
        "lamp,room,square\n1,study,G4\n1,hall,I4\n0,hall,L7\nx,hall,L7\n321,hall,L7\n2,study,G5\n3,attic,G4\n"
        "4,study,G4\n5,hall\n",
    )
    with (folder / "squares-74hc165.csv").open("a") as squares:
        squares.write("25,A,H0\n")
    with pytest.raises(WiringFault) as caught:
        wiring_for(BOARD, folder)
    assert caught.value.faults == (
        "Line 190 of the square map names register 25 input A, "
        "which register 1 input H to register 24 input A lack.",
        "Line 3 of the lamp map gives lamp 1 to hall I4; it is study G4.",
        "Line 4 of the lamp map names lamp 0, expected 1 to 320.",
        "Line 5 of the lamp map names lamp x, expected 1 to 320.",
        "Line 6 of the lamp map names lamp 321, expected 1 to 320.",
        "Line 7 of the lamp map names the door study G5, which the board lacks.",
        "Line 8 of the lamp map names the door attic G4, which the board lacks.",
        "Line 9 of the lamp map gives study G4 a second lamp.",
        "Line 10 of the lamp map names the door hall, which the board lacks.",
    )


# -- the line ---------------------------------------------------------------------------------------------


class Talk:
    """A session that has been greeted, and what it sends about lamps."""

    def __init__(self) -> None:
        self.session = Session(WIRING, 100.0)
        self._seq = 0
        self.session.due(100.0)
        self.hears("HELLO", *HELLO)

    def sent(self, now: float, lamps: str = "") -> list[str]:
        lines = [decode(raw) for raw in self.session.due(now, lamps).split(b"\n") if raw]
        told = [line for line in lines if line and line.kind not in ("STATE?", "ACK")]
        return [" ".join((line.kind, *line.args)) for line in told]

    def hears(self, kind: str, *args: str) -> None:
        self.session.receive(encode(Line(self._seq, 0, kind, args)), 100.0)
        self._seq += 1


def test_lamps_are_told_after_hello_on_change_and_with_every_heartbeat() -> None:
    talk = Talk()
    assert talk.sent(100.0, "00000") == ["BEAT", "LAMPS 00000"]
    assert talk.sent(100.3, "00000") == []
    assert talk.sent(100.4, "80000") == ["LAMPS 80000"]
    assert talk.sent(100.5, "80000") == []
    assert talk.sent(101.0, "80000") == ["BEAT", "LAMPS 80000"]
    assert talk.sent(101.1, "00000") == ["LAMPS 00000"]


def test_nothing_is_told_before_hello() -> None:
    session = Session(WIRING, 100.0)
    assert b"LAMPS" not in session.due(100.0, "80000")


def test_a_board_without_lamps_is_told_of_none() -> None:
    talk = Talk()
    assert talk.sent(100.0) == ["BEAT"]
    assert talk.sent(101.0) == ["BEAT"]


def test_a_pico_with_other_lamps_plays_on_without_them_and_says_what_to_do() -> None:
    talk = Talk()
    talk.sent(100.0, "80000")
    talk.hears("UNKNOWN", "LAMPS")
    talk.hears("SQUARES", EMPTY)
    assert talk.session.stage == "ok"
    assert "companion flash" in talk.session.detail
    assert talk.sent(101.0, "C0000") == ["BEAT"]
    talk.hears("SQUARES", EMPTY[:-1] + "1")
    assert "register 24 input A" in talk.session.detail and "companion flash" in talk.session.detail
    talk.hears("SQUARES", EMPTY)
    assert "register" not in talk.session.detail


def test_other_unknown_lines_do_not_concern_the_lamps() -> None:
    talk = Talk()
    talk.hears("UNKNOWN", "BUZZ")
    talk.hears("UNKNOWN")
    talk.hears("SQUARES", EMPTY)
    assert talk.session.detail == ""
    assert talk.sent(100.0, "80000") == ["BEAT", "LAMPS 80000"]


# -- the real firmware ------------------------------------------------------------------------------------


class LossyPort:
    """A port that swallows the next so many lines LAMPS."""

    def __init__(self, port: Port, losses: list[str]) -> None:
        self._port = port
        self._losses = losses

    def __getattr__(self, name: str) -> object:
        return getattr(self._port, name)

    def write(self, data: bytes, /) -> int | None:
        kept = b""
        for line in data.splitlines(keepends=True):
            if b" LAMPS " in line and self._losses:
                self._losses.pop()
            else:
                kept += line
        return self._port.write(kept)


def fast() -> float:
    """A clock on which a heartbeat is due every 0.1 s."""
    return time.monotonic() * 10


@pytest.fixture(params=RUNTIMES)
def board(request: pytest.FixtureRequest, stack: ExitStack) -> VirtualBoard:
    return stack.enter_context(VirtualBoard(BOARD, runtime=request.param))


@pytest.fixture
def losses() -> list[str]:
    """One entry for each line LAMPS that is to be lost."""
    return []


@pytest.fixture
def link(board: VirtualBoard, losses: list[str], inbox, stack: ExitStack) -> Link:
    link = Link(
        only(board.port),
        WIRING,
        inbox.on_report,
        inbox.on_status,
        retry=0.02,
        clock=fast,
        opener=lambda port: LossyPort(open_port(port), losses),
    )
    stack.callback(link.close)
    link.start()
    return link


def test_the_lamps_of_the_named_doors_glow(board: VirtualBoard, link: Link) -> None:
    eye = Eye(board)
    assert glowing(eye.wait(set())) == set()
    link.light(BOARD.doors_of("hall"))
    lamps = eye.wait({"I4", "L7", "M7"})
    assert set(lamps.values()) == {DARK, GLOW}
    assert set(lamps) == set(BOARD.doors)
    link.light(BOARD.doors_of("study"))
    eye.wait({"G4"})
    link.light([])
    eye.wait(set())


def test_all_doors_glow_less_each(board: VirtualBoard, link: Link) -> None:
    eye = Eye(board)
    link.light(BOARD.doors)
    lamps = eye.wait({door.square for door in BOARD.doors})
    (colour,) = set(lamps.values())
    assert 17 * sum(bytes.fromhex(colour)) * 20 / 255 <= 200
    assert colour < GLOW


def test_what_is_told_before_there_is_a_board_is_shown_when_it_comes(
    board: VirtualBoard, inbox, stack: ExitStack
) -> None:
    eye = Eye(board)
    link = Link(only(board.port), WIRING, inbox.on_report, inbox.on_status)
    stack.callback(link.close)
    link.light(BOARD.doors_of("study"))
    link.start()
    eye.wait({"G4"})


def test_a_firmware_that_starts_again_glows_again(board: VirtualBoard, link: Link, inbox) -> None:
    eye = Eye(board)
    link.light(BOARD.doors_of("lounge"))
    eye.wait({"R6"})
    inbox.wait_status("ok")
    board.unplug()
    assert glowing(eye.seen[-1]) == set()  # no power
    inbox.wait_status("lost")
    link.light(BOARD.doors_of("study"))
    board.plug()
    eye.wait({"G4"})


@pytest.mark.parametrize("count", [1, 3])
def test_a_lost_line_is_repaired(
    board: VirtualBoard, link: Link, inbox, losses: list[str], count: int
) -> None:
    eye = Eye(board)
    inbox.wait_status("ok")
    losses.extend(["lost"] * count)
    link.light(BOARD.doors_of("library"))
    eye.wait({"H8", "D11"})
    assert losses == []


def test_a_pico_that_was_flashed_without_lamps_is_told_of_and_played_on(inbox, stack: ExitStack) -> None:
    bare = replace(WIRING, lamps=None)
    board = stack.enter_context(VirtualBoard(BOARD, wiring=bare))
    link = Link(only(board.port), WIRING, inbox.on_report, inbox.on_status)
    stack.callback(link.close)
    link.light(BOARD.doors_of("study"))
    link.start()
    assert "other door lamps" in inbox.wait_status("ok", "companion flash")
    board.put("scarlet", "Q7")
    inbox.wait(lambda box: "Q7" in box.reports[-1].squares)


def test_a_link_without_lamps_in_its_data_leaves_them_dark(
    board: VirtualBoard, inbox, stack: ExitStack
) -> None:
    eye = Eye(board)
    link = Link(only(board.port), replace(WIRING, lamps=None), inbox.on_report, inbox.on_status)
    stack.callback(link.close)
    link.light(BOARD.doors)
    link.start()
    inbox.wait_status("ok")
    board.put("scarlet", "Q7")
    inbox.wait(lambda box: "Q7" in box.reports[-1].squares)
    assert [glowing(lamps) for lamps in eye.seen] == [set()]


def smaller_board() -> Board:
    """The classic board with the dead end H0 built over."""
    rows = (BOARD.map[0].replace("#.#", "###", 1), *BOARD.map[1:])
    return replace(BOARD, name="smaller", map=rows)
