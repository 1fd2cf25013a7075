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
from tests.sensing.hardware import change, copied

CLASSIC = load_board("classic")
WIRING = wiring_for(CLASSIC)
CHAIN = "register 1 input H to register 24 input A"

# RP2040 data sheet, GPIO functions: where the signals of SPI0 can be.
SPI0 = {"clock": {2, 6, 18, 22}, "unused": {3, 7, 19, 23}, "data": {0, 4, 16, 20}}


def test_the_shipped_map_has_every_square_of_the_classic_board_once() -> None:
    named = [square for square in WIRING.inputs if square]
    assert sorted(named) == sorted(CLASSIC.squares)
    assert len(WIRING.inputs) == 192
    assert len(WIRING.spare) == 4


def test_the_pins_can_be_what_they_are() -> None:
    squares = tomllib.loads((asset_dir("hardware") / "squares-74hc165.toml").read_text())
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


def test_closed_inputs_without_a_square_are_told() -> None:
    assert WIRING.closed("0" * 47 + "9") == (frozenset(), (188, 191))


@pytest.mark.parametrize("digits", ["", "0" * 46, "0" * 50, "G" * 48])
def test_digits_that_cannot_be_are_refused(digits: str) -> None:
    with pytest.raises(ValueError, match="digits|base 16"):
        WIRING.closed(digits)


def test_another_board_is_wired_in_its_own_order() -> None:
    wiring = wiring_for(smaller_board())
    assert wiring.inputs[: len(smaller_board().squares)] == smaller_board().squares
    assert len(wiring.inputs) == 192
    assert wiring.map_hash != WIRING.map_hash


def test_every_fault_of_a_map_is_named(tmp_path: Path) -> None:
    data = copied(tmp_path)
    lines = ("chip,input,square", "1,H,H0", "1,H,Q0", "25,A,G1", "3,Z,G2", "2,A,H0", "2,B,Z9")
    (data / "squares-74hc165.csv").write_text("\n".join(lines))
    with pytest.raises(WiringFault) as caught:
        wiring_for(CLASSIC, data)
    *lines, missing = caught.value.faults
    assert lines == [
        "Line 3 of the square map gives register 1 input H to Q0; it is H0.",
        f"Line 4 of the square map names register 25 input A, which {CHAIN} lack.",
        f"Line 5 of the square map names register 3 input Z, which {CHAIN} lack.",
        "Line 6 of the square map wires H0 a second time.",
        "Line 7 of the square map wires Z9, which is no square of the board.",
    ]
    assert missing.startswith("The square map has no input for Q0, H1, ")


def test_one_forgotten_line_is_named_and_nothing_is_wired_anew(tmp_path: Path) -> None:
    data = copied(tmp_path)
    lines = (data / "squares-74hc165.csv").read_text().splitlines(keepends=True)
    (data / "squares-74hc165.csv").write_text("".join(line for line in lines if ",Q7" not in line))
    with pytest.raises(WiringFault, match=r"^The square map has no input for Q7\.$"):
        wiring_for(CLASSIC, data)


@pytest.mark.parametrize("kind", ["74hc165", "mcp23017", "matrix"])
def test_every_shipped_map_has_every_square_once(kind: str, tmp_path: Path) -> None:
    wiring = wiring_for(CLASSIC, copied(tmp_path, squares=f"squares-{kind}.toml", rooms=""))
    assert sorted(filter(None, wiring.inputs)) == sorted(CLASSIC.squares)
    assert json.loads(wiring.firmware_config())["squares"]["kind"] == kind
    assert len(wiring.digits(())) <= 80


def test_each_kind_names_its_inputs_as_the_plan_does(tmp_path: Path) -> None:
    shipped = {"mcp23017": "expander 1 pin A7", "matrix": "row 1 column 1", "74hc165": "register 1 input H"}
    hashes = set()
    for kind, name in shipped.items():
        wiring = wiring_for(CLASSIC, copied(tmp_path / kind, squares=f"squares-{kind}.toml", rooms=""))
        assert wiring.input_name(0) == name
        hashes.add(wiring.map_hash)
    assert len(hashes) == 3


def test_what_a_pico_was_flashed_with_is_told_apart(tmp_path: Path) -> None:
    moved = copied(tmp_path)
    change(moved / "readers.toml", "study = 0", "study = 9")
    other = wiring_for(CLASSIC, moved)
    assert other.part(["squares"]).map_hash == WIRING.part(["squares"]).map_hash
    assert other.part(["rooms"]).map_hash != WIRING.part(["rooms"]).map_hash
    assert other.map_hash != WIRING.map_hash


@pytest.mark.parametrize(
    ("kind", "old", "new", "told"),
    [
        ("mcp23017", "0x25, 0x26", "0x25, 0x28", "the address 0x28; its three address pins give"),
        ("mcp23017", "0x25, 0x26", "0x25, 0x25", "Two expanders on bus 1 have the address 0x25"),
        ("matrix", "[0, 1, 2, ", "[0, 2, 1, ", "matrix are not on pins that follow each other"),
        ("matrix", "rows = 16", "rows = 17", "17 rows; 4 lines to its decoder reach 16"),
        ("matrix", "decoder = true", "decoder = false", "16 rows and 4 pins for them"),
        ("matrix", "diodes = true", "diodes = false", "would short the outputs of the decoder"),
        ("matrix", '"matrix"', '"mesh"', "of the kind mesh, expected 74hc165 or mcp23017 or matrix"),
    ],
)
def test_sensors_that_cannot_be_are_named(kind: str, old: str, new: str, told: str, tmp_path: Path) -> None:
    data = copied(tmp_path, squares=f"squares-{kind}.toml", rooms="")
    change(data / f"squares-{kind}.toml", old, new)
    with pytest.raises(WiringFault, match=told):
        wiring_for(CLASSIC, data)


def test_a_pin_does_one_thing_on_each_pico(tmp_path: Path) -> None:
    data = copied(tmp_path, squares="squares-matrix.toml")
    with pytest.raises(WiringFault) as caught:
        wiring_for(CLASSIC, data)
    faults = caught.value.faults
    assert faults[0] == "GP2 cannot be all of these: column 3 of the matrix, address line 1 of the readers."
    assert len(faults) == 9
    change(data / "readers.toml", "own_pico = false", "own_pico = true")
    assert [part.role for part in wiring_for(CLASSIC, data).picos] == ["squares", "rooms"]
    change(data / "pico.toml", "pin = 15", "pin = 19")
    with pytest.raises(WiringFault, match="^GP19 cannot be .* decoder of the matrix, data of the lamps"):
        wiring_for(CLASSIC, data)


def test_a_board_that_the_sensors_cannot_carry_is_refused(tmp_path: Path) -> None:
    data = copied(tmp_path, squares="squares-matrix.toml", rooms="")
    change(data / "squares-matrix.toml", "rows = 16", "rows = 9")
    with pytest.raises(WiringFault, match=r"187 squares; these sensors take 108\."):
        wiring_for(smaller_board(), data)


def smaller_board() -> Board:
    """The classic board with the dead end H0 built over."""
    rows = (CLASSIC.map[0].replace("#.#", "###", 1), *CLASSIC.map[1:])
    return dataclasses.replace(CLASSIC, name="smaller", map=rows)
