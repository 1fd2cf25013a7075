"""`companion map`: a wiring for any board, which passes the checks and with which a board senses."""

import json
import math
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.board import Board, load_board
from companion.hardware import Hardware, HardwareFault, flaws_of, propose, read_hardware, write_files
from companion.sensing import only
from companion.sensing.link import Link
from companion.sensing.virtual import VirtualBoard
from tests.hardware.boards import boards
from tests.sensing.conftest import Inbox

CLASSIC = load_board("classic")
KINDS = ["74hc165", "mcp23017", "matrix"]
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def proposed(folder: Path, board: Board, kind: str = "74hc165", without: tuple[str, ...] = ()) -> Hardware:
    write_files(propose(board, kind, without), folder)
    return read_hardware(folder, board)


MOST = {"74hc165": 320, "mcp23017": 224, "matrix": 192}
"""Squares that each kind can carry: what fits into a line, sixteen expanders less two legs each, 12 by 16."""


def wire(built: Hardware) -> float:
    """Steps from the squares to the middle of their chip's squares, and from chip to chip."""
    groups = [
        [built.board.position(one.square) for one in chip if one.square] for chip in built.chips.values()
    ]
    middles = [tuple(sum(way) / len(chip) for way in zip(*chip, strict=True)) for chip in groups]
    near = sum(math.dist(at, middle) for chip, middle in zip(groups, middles, strict=True) for at in chip)
    return near + sum(math.dist(one, other) for one, other in zip(middles, middles[1:], strict=False))


@QUICK
@given(boards(), st.sampled_from(KINDS), st.sampled_from([(), ("rooms",), ("rooms", "lamps")]))
def test_a_proposal_passes_the_checks_and_gives_each_square_one_bit(
    tmp_path_factory: pytest.TempPathFactory, board: Board, kind: str, without: tuple[str, ...]
) -> None:
    if len(board.squares) > MOST[kind]:
        with pytest.raises(HardwareFault, match=f"squares; a {kind} takes {MOST[kind]} at most"):
            propose(board, kind, without)
        return
    built = proposed(tmp_path_factory.mktemp("map"), board, kind, without)
    assert flaws_of(built) == []
    assert Counter(filter(None, built.wiring.inputs)) == Counter(board.squares)
    for square in board.squares:
        assert built.wiring.closed(built.wiring.digits({square})) == (frozenset({square}), ())
    assert bool(built.readers) == ("rooms" not in without)
    assert len(built.lamps) == (0 if "lamps" in without else len(board.doors))


@settings(max_examples=3, deadline=None)
@given(boards(11), st.sampled_from(KINDS), st.data())
def test_a_board_that_is_wired_as_proposed_senses(
    tmp_path_factory: pytest.TempPathFactory, board: Board, kind: str, data: st.DataObject
) -> None:
    built, inbox = proposed(tmp_path_factory.mktemp("map"), board, kind, ("rooms",)), Inbox()
    square = data.draw(st.sampled_from(sorted(set(board.squares) - set(board.starts.values()))))
    with ExitStack() as stack:
        virtual = stack.enter_context(VirtualBoard(board, wiring=built.wiring))
        link = Link(only(virtual.port), built.wiring, inbox.on_report, inbox.on_status, retry=0.05)
        stack.callback(link.close)
        link.start()
        inbox.wait_squares(set(board.starts.values()))
        virtual.put("scarlet", square)
        inbox.wait_squares(set(board.starts.values()) - {board.starts["scarlet"]} | {square})


def test_the_wires_of_a_proposal_are_short(tmp_path: Path) -> None:
    """Shorter than those of the shipped map, which goes to and fro row by row."""
    assert wire(proposed(tmp_path, CLASSIC)) < 0.8 * wire(read_hardware())


def test_a_board_that_no_chain_carries_is_refused_in_a_sentence(companion, tmp_path: Path) -> None:
    many = {
        **json.loads((Path(__file__).parents[2] / "companion/board/data/classic.json").read_text()),
        "name": "vast",
        "rows": 40,
    }
    many["map"] = [*many["map"], *["." * 24] * 15]
    file = tmp_path / "vast.json"
    file.write_text(json.dumps(many))
    result = companion("map", file, "--to", tmp_path / "out")
    assert result.exit_code == 1
    assert "squares; a 74hc165 takes 320 at most." in result.stderr
    assert not (tmp_path / "out").exists()


def test_the_folder_that_is_written_is_for_the_doctor_and_keeps_its_board(companion, tmp_path: Path) -> None:
    small = Path(__file__).parents[2] / "hardware/builds/bench/board.json"
    folder = tmp_path / "out"
    told = companion("map", small, "--to", folder, "--squares", "mcp23017", "--build", "reeds")
    assert told.exit_code == 0
    assert "expander 1  A6=H5 A5=H6" in told.stdout
    doctor = companion("doctor", "--hardware", folder)
    assert doctor.exit_code == 0
    assert "The board bench: 8 squares on mcp23017, no readers, 0 door lamps, 1 Pico" in doctor.stdout
    again = companion("map", small, "--to", folder)
    assert again.exit_code == 1 and "is not empty: choose a new folder" in again.stderr
