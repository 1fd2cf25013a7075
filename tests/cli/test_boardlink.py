"""Which board the table is linked to, and what it says to it: the door lamps of the real firmware."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.board import load_board
from companion.cli.boardlink import awaited_rooms, link_board
from companion.sensing import Report
from companion.sensing.virtual import VirtualBoard
from companion.table import Table
from tests.sensing.eye import Eye
from tests.table.claims import bar_the_kitchen, bluff, unbar_the_kitchen
from tests.table.evening import HandClock, let_pass, open_table, seat_players

BOARD = load_board("classic")
Plug = Callable[[object], None]
KITCHEN = {"T17"}


@pytest.fixture
def evening() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def linked(table: Table, evening: ExitStack) -> VirtualBoard:
    """The virtual board that a table is linked to."""
    _, virtual = link_board("virtual", table, BOARD, evening)
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
    told, virtual = link_board("auto", open_table(tmp_path), BOARD, evening)
    assert (told, virtual) == (f"the Pico on {pico.port}", None)


def test_a_pico_that_does_not_answer_leaves_the_virtual_board(
    tmp_path: Path, evening: ExitStack, plugged: Plug
) -> None:
    plugged(tmp_path / "ttyACM9")
    told, virtual = link_board("auto", open_table(tmp_path), BOARD, evening)
    assert virtual
    assert "the virtual board" in told and f"The port {tmp_path / 'ttyACM9'} does not exist" in told


def test_no_board_at_all(tmp_path: Path, evening: ExitStack) -> None:
    table = open_table(tmp_path)
    told, virtual = link_board("none", table, BOARD, evening)
    assert virtual is None and told.startswith("none")
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
