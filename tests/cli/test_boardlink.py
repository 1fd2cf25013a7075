"""Which board the table is linked to, and what it says to it: the door lamps of the real firmware."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.board import load_board
from companion.cli.boardlink import awaited_rooms, link_board
from companion.sensing import Report
from companion.sensing.virtual import VirtualBoard
from companion.table import Table
from tests.sensing.eye import Eye
from tests.table.claims import bar_the_kitchen, bluff, unbar_the_kitchen
from tests.table.evening import HandClock, let_pass, open_table, seat_players

BOARD = load_board("classic")
Plug = Callable[..., None]
KITCHEN = {"T17"}


@pytest.fixture
def evening() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def linked(table: Table, evening: ExitStack) -> VirtualBoard:
    """The virtual board that a table is linked to."""
    _, find = link_board("virtual", table, BOARD, None, evening)
    virtual = find()
    assert virtual
    return virtual


def test_the_doors_of_a_barred_room_glow_until_it_is_unbarred(tmp_path: Path, evening: ExitStack) -> None:
    table = bluff(tmp_path)
    eye = Eye(linked(table, evening))
    bar_the_kitchen(table)
    eye.wait(KITCHEN)
    unbar_the_kitchen(table)
    eye.wait(set())


def test_a_firmware_that_starts_again_glows_again(tmp_path: Path, evening: ExitStack) -> None:
    table = bluff(tmp_path)
    virtual = linked(table, evening)
    eye = Eye(virtual)
    bar_the_kitchen(table)
    eye.wait(KITCHEN)
    virtual.unplug()
    eye.wait(set())
    virtual.plug()
    eye.wait(KITCHEN)


def test_a_table_that_comes_back_from_a_power_cut_lets_them_glow_again(
    tmp_path: Path, evening: ExitStack
) -> None:
    table = bluff(tmp_path)
    bar_the_kitchen(table)
    table.close()
    Eye(linked(open_table(tmp_path), evening)).wait(KITCHEN)


def test_a_pico_that_answers_is_taken_by_itself(tmp_path: Path, evening: ExitStack, plugged: Plug) -> None:
    pico = evening.enter_context(VirtualBoard(BOARD))
    plugged(pico.port)
    told, find = link_board("auto", open_table(tmp_path), BOARD, None, evening)
    assert (told, find()) == (f"the Pico on {pico.port}", None)


def test_a_pico_that_does_not_answer_leaves_the_virtual_board(
    tmp_path: Path, evening: ExitStack, plugged: Plug
) -> None:
    plugged(tmp_path / "ttyACM9")
    told, find = link_board("auto", open_table(tmp_path), BOARD, None, evening)
    assert find()
    assert "the virtual board" in told and f"The port {tmp_path / 'ttyACM9'} does not exist" in told


def wait_link(table: Table, status: str) -> None:
    """Until the link is in this state."""
    patient_until = time.monotonic() + 20
    version = -1
    while table.view(None)["link"] != status:
        assert time.monotonic() < patient_until, table.view(None)["link"]
        version = table.wait(version, 1)


def looks(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Counts how often somebody looks for Picos from now on."""
    counted = threading.Semaphore(0)
    really = list_ports.comports

    def comports() -> list[ListPortInfo]:
        counted.release()
        return list(really())

    monkeypatch.setattr(list_ports, "comports", comports)
    return counted


def stand_in(
    tmp_path: Path, evening: ExitStack, plugged: Plug
) -> tuple[Table, VirtualBoard, Callable[[], VirtualBoard | None]]:
    """A table with a virtual board, that looks for a Pico all the time."""
    plugged()
    table = bluff(tmp_path)
    _, find = link_board("auto", table, BOARD, None, evening, look_again=0.05)
    virtual = find()
    assert virtual
    wait_link(table, "ok")
    return table, virtual, find


def test_a_pico_that_comes_later_takes_over(
    tmp_path: Path, evening: ExitStack, plugged: Plug, caplog: pytest.LogCaptureFixture
) -> None:
    table, _, find = stand_in(tmp_path, evening, plugged)
    pico = evening.enter_context(VirtualBoard(BOARD))
    with caplog.at_level(logging.INFO):
        plugged(pico.port)
        version = -1
        while find():
            version = table.wait(version, 5)
        wait_link(table, "ok")
    assert f"The Pico on {pico.port} takes over from the virtual board." in caplog.text
    bar_the_kitchen(table)
    Eye(pico).wait(KITCHEN)


def test_a_pico_waits_until_the_piece_in_the_hand_is_down(
    tmp_path: Path, evening: ExitStack, plugged: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, virtual, find = stand_in(tmp_path, evening, plugged)
    virtual.lift("scarlet")
    pico = evening.enter_context(VirtualBoard(BOARD))
    plugged(pico.port)
    counted = looks(monkeypatch)
    for _ in range(4):
        assert counted.acquire(timeout=10)
    assert find() is virtual
    virtual.put("scarlet", "Q0")
    version = -1
    while find():
        version = table.wait(version, 5)


def test_another_device_does_not_take_over(
    tmp_path: Path, evening: ExitStack, plugged: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, virtual, find = stand_in(tmp_path, evening, plugged)
    stranger = evening.enter_context(VirtualBoard(BOARD))
    stranger.fault("foreign-device")
    plugged(stranger.port)
    counted = looks(monkeypatch)
    for _ in range(8):  # it is asked once, and then known
        assert counted.acquire(timeout=10)
    assert find() is virtual


def test_the_weapons_are_laid_out_with_the_deal(tmp_path: Path, evening: ExitStack) -> None:
    table = open_table(tmp_path)
    table.open_lobby("classic")
    virtual = linked(table, evening)
    assert set(virtual.weapons().values()) == {None}
    seat_players(table)
    table.start()
    view = table.view(None)
    patient_until = time.monotonic() + 20
    while virtual.weapons() != view["weapons"]:
        assert time.monotonic() < patient_until
        table.wait(-1, 0.05)


def test_no_board_at_all(tmp_path: Path, evening: ExitStack) -> None:
    table = open_table(tmp_path)
    told, find = link_board("none", table, BOARD, None, evening)
    assert find() is None and told.startswith("none")
    assert table.view(None)["link"] == "none"


def test_the_readers_look_most_where_a_piece_may_be_put(tmp_path: Path) -> None:
    clock = HandClock()
    table = open_table(tmp_path, clock=clock)
    assert awaited_rooms(table.view(None), table, BOARD) == frozenset()
    table.open_lobby("classic", {"begins": "scarlet"})
    seat_players(table)
    table.start()
    while not (awaited := awaited_rooms(table.view(None), table, BOARD)):
        seat = table.view(None)["turn"]
        table.roll_pressed()
        if not awaited_rooms(table.view(None), table, BOARD):
            end = table.view(seat)["acts"][0]["choices"][0][0]
            table.act(seat, f"move {end}", table.version)
            table.act(seat, "end", table.version)
    ends = table.view(table.view(None)["turn"])["acts"][0]["choices"][0]
    assert awaited == set(filter(BOARD.is_room, ends))
    table.linked("ok")
    lying = {"hall": frozenset({"rope"}), "study": frozenset({"knife"})}
    table.sensed(Report(None, clock.seconds, resync=True, rooms=lying))
    let_pass(table, clock, 1.0)
    view = table.view(None)
    belong = {one["to"] for one in view["corrections"]}
    assert belong and belong <= awaited_rooms(view, table, BOARD)


def test_pieces_of_the_virtual_board_follow_who_plays_by_taps(tmp_path: Path, evening: ExitStack) -> None:
    table = open_table(tmp_path)
    virtual = linked(table, evening)
    table.open_lobby("classic", {"begins": "scarlet"})
    seat_players(table)
    table.start()
    moved = threading.Event()

    def stands(piece: str, place: str | None) -> None:
        until = time.monotonic() + 10
        while {**virtual.places(), **virtual.weapons()}[piece] != place:
            assert time.monotonic() < until, f"{piece} does not stand on {place}"
            moved.wait(0.02)

    for weapon, room in table.view(None)["weapons"].items():
        stands(weapon, room)
    virtual.put("green", "Q7")  # a hand put it there, and the game has nothing to do with it
    virtual.lift("white")
    table.roll_pressed()
    end = table.view("Ann")["acts"][0]["choices"][0][0]
    table.act("Ann", f"move {end}", table.version)
    stands("scarlet", end)
    assert virtual.places()["green"] == "Q7"
    assert virtual.places()["white"] is None
