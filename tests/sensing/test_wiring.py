"""The hardware data: they fit the board and the Pico, and every fault in them is named."""

import dataclasses
import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.assets import asset_dir
from companion.board import Board, load_board
from companion.sensing import WiringFault, wiring_for

CLASSIC = load_board("classic")
WIRING = wiring_for(CLASSIC)

# RP2040 data sheet, GPIO functions: where the signals of SPI0 can be.
SPI0 = {"clock": {2, 6, 18, 22}, "unused": {3, 7, 19, 23}, "data": {0, 4, 16, 20}}


def test_the_shipped_map_has_every_square_of_the_classic_board_once() -> None:
    named = [square for square in WIRING.inputs if square]
    assert sorted(named) == sorted(CLASSIC.squares)
    assert len(WIRING.inputs) == 192
    assert len(WIRING.spare) == 4


def test_the_pins_can_be_what_they_are() -> None:
    facts = tomllib.loads((asset_dir("hardware") / "pico.toml").read_text())
    squares = facts["squares"]
    assert squares["spi"] == 0
    for name, pins in SPI0.items():
        assert squares[name] in pins
    used = [squares[name] for name in ("clock", "data", "load", "unused")]
    assert len(set(used)) == len(used)
    assert all(0 <= pin <= 22 or 26 <= pin <= 28 for pin in used)


def test_the_firmware_gets_the_same_facts() -> None:
    config = json.loads(WIRING.firmware_config())
    assert config["map"] == WIRING.map_hash
    assert config["role"] == "squares+rooms"
    assert config["squares"].items() >= {"chips": 24, "clock": 18, "data": 16, "load": 17}.items()


def test_another_map_has_another_hash() -> None:
    swapped = dataclasses.replace(WIRING, inputs=(WIRING.inputs[1], WIRING.inputs[0], *WIRING.inputs[2:]))
    assert swapped.map_hash != WIRING.map_hash
    assert len(WIRING.map_hash) == 8


@given(st.sets(st.sampled_from(CLASSIC.squares)))
def test_digits_and_squares_are_two_ways_to_say_the_same(squares: set[str]) -> None:
    assert WIRING.closed(WIRING.digits(squares)) == (frozenset(squares), ())


def test_a_closed_reed_pulls_its_input_low() -> None:
    assert WIRING.levels([]) == "F" * 48
    assert WIRING.levels(["H0"]) == "7" + "F" * 47
    high = dataclasses.replace(WIRING, pins={**WIRING.pins, "closed": 1})
    assert high.levels(["H0"]) == "8" + "0" * 47


def test_closed_inputs_without_a_square_are_told() -> None:
    assert WIRING.closed("0" * 47 + "9") == (frozenset(), (188, 191))


@pytest.mark.parametrize("digits", ["", "0" * 46, "0" * 50, "G" * 48])
def test_digits_that_cannot_be_are_refused(digits: str) -> None:
    with pytest.raises(ValueError, match="digits|base 16"):
        WIRING.closed(digits)


def test_another_board_is_wired_in_its_own_order() -> None:
    wiring = wiring_for(smaller_board())
    assert wiring.inputs[: len(smaller_board().squares)] == smaller_board().squares
    assert wiring.chips == 24
    assert wiring.map_hash != WIRING.map_hash


def test_every_fault_of_a_map_is_named(tmp_path: Path) -> None:
    for name in ("pico.toml", "lamps.csv"):
        (tmp_path / name).write_text((asset_dir("hardware") / name).read_text())
    lines = ("chip,input,square", "1,H,H0", "1,H,Q0", "25,A,G1", "3,Z,G2", "2,A,H0", "2,B,Z9")
    (tmp_path / "squares.csv").write_text("\n".join(lines))
    with pytest.raises(WiringFault) as caught:
        wiring_for(CLASSIC, tmp_path)
    *lines, missing = caught.value.faults
    assert lines == [
        "Line 3 of the square map gives register 1 input H to Q0; it is H0.",
        "Line 4 of the square map names register 25 input A, which a chain of 24 lacks.",
        "Line 5 of the square map names register 3 input Z, which a chain of 24 lacks.",
        "Line 6 of the square map wires H0 a second time.",
        "Line 7 of the square map wires Z9, which is no square of the board.",
    ]
    assert missing.startswith("The square map has no input for Q0, H1, ")


def test_one_forgotten_line_is_named_and_nothing_is_wired_anew(tmp_path: Path) -> None:
    for name in ("pico.toml", "squares.csv", "lamps.csv"):
        lines = (asset_dir("hardware") / name).read_text().splitlines(keepends=True)
        (tmp_path / name).write_text("".join(line for line in lines if not line.strip().endswith(",Q7")))
    with pytest.raises(WiringFault, match=r"^The square map has no input for Q7\.$"):
        wiring_for(CLASSIC, tmp_path)


def smaller_board() -> Board:
    """The classic board with the dead end H0 built over."""
    rows = (CLASSIC.map[0].replace("#.#", "###", 1), *CLASSIC.map[1:])
    return dataclasses.replace(CLASSIC, name="smaller", map=rows)
