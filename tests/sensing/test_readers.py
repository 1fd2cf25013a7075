"""The hardware data of readers and tags."""

import json
import tomllib
from pathlib import Path

import pytest

from companion.assets import asset_dir
from companion.board import load_board
from companion.rules import WEAPONS
from companion.sensing import WiringFault, wiring_for
from tests.sensing.hardware import change, copied
from tests.sensing.test_wiring import smaller_board

CLASSIC = load_board("classic")
READERS = wiring_for(CLASSIC).readers
assert READERS

# RP2040 data sheet, GPIO functions: where the signals of SPI1 can be.
SPI1 = {"clock": {10, 14, 26}, "mosi": {11, 15, 27}, "miso": {8, 12, 28}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the hardware data."""
    return copied(tmp_path)


def test_every_room_has_a_reader_and_every_piece_a_tag() -> None:
    assert READERS.pins.keys() == set(CLASSIC.rooms)
    assert sorted(READERS.pieces.values()) == sorted([*CLASSIC.starts, *WEAPONS])


def test_the_pins_can_be_what_they_are_and_are_nobody_elses() -> None:
    facts = tomllib.loads((asset_dir("hardware") / "readers.toml").read_text())
    assert facts["spi"] == 1
    for name, pins in SPI1.items():
        assert facts[name] in pins
    used = [facts[name] for name in ("clock", "mosi", "miso", "nss", "busy", "reset")] + facts["address"]
    wiring = wiring_for(CLASSIC)
    assert wiring.lamps
    used += [wiring.pins[name] for name in ("clock", "data", "load", "unused")]
    used += [wiring.lamps.firmware_config()["pin"]]
    assert len(set(used)) == len(used)
    assert all(0 <= pin <= 22 or 26 <= pin <= 28 for pin in used)


def test_the_firmware_gets_the_same_facts() -> None:
    rooms = json.loads(wiring_for(CLASSIC).firmware_config())["rooms"]
    assert rooms["readers"][1] == {"room": "hall", "address": 1, "nss": 6, "busy": 7, "reset": 8}
    assert rooms["address"] == [2, 3, 4, 5]


def test_without_readers_no_room_is_sensed(folder: Path) -> None:
    change(folder / "pico.toml", 'rooms = "readers.toml"', "")
    wiring = wiring_for(CLASSIC, folder)
    assert wiring.readers is None
    assert wiring.role == "squares"
    assert "rooms" not in json.loads(wiring.firmware_config())


def test_without_squares_only_rooms_are_sensed(folder: Path) -> None:
    change(folder / "pico.toml", 'squares = "squares-74hc165.toml"', "")
    wiring = wiring_for(CLASSIC, folder)
    assert (wiring.role, wiring.inputs) == ("rooms", ())
    assert "squares" not in json.loads(wiring.firmware_config())


def test_readers_with_pins_of_their_own(folder: Path) -> None:
    change(folder / "readers.toml", "hall = 1", "hall = { nss = 26, busy = 27, address = 9 }")
    readers = wiring_for(CLASSIC, folder).readers
    assert readers
    assert readers.pins["hall"] == {"address": 9, "nss": 26, "busy": 27, "reset": 8}


def test_another_board_has_them_in_the_order_of_its_rooms() -> None:
    readers = wiring_for(smaller_board()).readers
    assert readers
    assert list(readers.pins) == list(smaller_board().rooms)


def test_door_pads_have_tags_of_their_own_in_the_same_file(tmp_path: Path) -> None:
    wiring = wiring_for(CLASSIC, copied(tmp_path, rooms="pads.toml"))
    pads = wiring.readers
    assert pads and not pads.sets and wiring.role == "squares+rooms"
    assert sorted(pads.pieces.values()) == sorted(CLASSIC.starts)
    assert pads.pieces.keys().isdisjoint(READERS.pieces)
    told = json.loads(wiring.firmware_config())["rooms"]
    assert told["kind"] == "pn532"
    assert told["readers"][1] == {"room": "hall", "address": 1, "nss": 6}
    assert wiring.map_hash != wiring_for(CLASSIC).map_hash


def test_readers_on_a_pico_of_their_own(folder: Path) -> None:
    change(folder / "readers.toml", "own_pico = false", "own_pico = true")
    squares, rooms = wiring_for(CLASSIC, folder).picos
    assert (squares.role, rooms.role) == ("squares", "rooms")
    assert json.loads(squares.firmware_config()).keys() == {"map", "role", "squares", "lamps"}
    assert json.loads(rooms.firmware_config()).keys() == {"map", "role", "rooms"}
    change(folder / "pico.toml", 'squares = "squares-74hc165.toml"', "")
    alone = wiring_for(CLASSIC, folder)
    assert alone.picos == [alone]  # nothing is left for a second one


def test_readers_of_a_kind_that_there_is_not(folder: Path) -> None:
    change(folder / "readers.toml", '"pn5180"', '"rc522"')
    with pytest.raises(WiringFault, match=r"of the kind rc522, expected pn5180 or pn532\."):
        wiring_for(CLASSIC, folder)


def test_every_fault_is_named(folder: Path) -> None:
    change(folder / "readers.toml", "hall = 1", "attic = 99")
    change(folder / "readers.toml", "lounge = 2", "lounge = 0")
    change(folder / "readers.toml", "busy = 7", "")
    (folder / "tags.csv").write_text(
        "uid,kind,piece\nE004015012A3C5D0,suspect,scarlet\nE004015012A3C5D0,weapon,rope\n"
        "E00401,suspect,plum\nE004015012A3C5D1,suspect,scarlet\nE004015012A3C5D2,suspect,knife\n"
        "E004015012A3C5D3,hat,boddy\n"
    )
    with pytest.raises(WiringFault) as caught:
        wiring_for(CLASSIC, folder)
    faults = caught.value.faults
    assert "The readers name the room attic, which the board lacks." in faults
    assert "The reader of attic has an address that its 4 lines lack." in faults
    assert "The reader of kitchen has no pin busy." in faults
    assert "The readers of study and lounge have the same nss pin and address." in faults
    assert faults[-5:] == (
        "Line 3 of the tags gives E004015012A3C5D0 to rope; it is scarlet.",
        "Line 4 of the tags has the UID E00401, "
        "expected E0 and 14 more hex digits, or 8, 14 or 20 hex digits.",
        "Line 5 of the tags gives scarlet a second tag.",
        "Line 6 of the tags calls knife a suspect, which the board does not.",
        "Line 7 of the tags says hat, expected suspect or weapon.",
    )
