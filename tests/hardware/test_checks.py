"""`companion doctor --hardware` and what run and flash refuse: a changed datum and its sentence."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.pi import PiBoardInfo

from companion.hardware import HardwareFault, chips, flaws_of, read_hardware, usable_hardware
from companion.hardware.currents import asked
from tests.sensing.hardware import change, copied

SPI, I2C = "squares-74hc165.toml", "squares-mcp23017.toml"


def told(folder: Path) -> list[str]:
    """What is wrong with a folder that can be read."""
    return [flaw.sentence for flaw in flaws_of(read_hardware(folder))]


@pytest.mark.parametrize("squares", ["74hc165", "mcp23017"])
def test_the_shipped_data_have_no_flaw(squares: str, tmp_path: Path) -> None:
    assert told(copied(tmp_path, squares=f"squares-{squares}.toml")) == []


def test_the_shipped_matrix_beside_readers_with_a_pico_of_their_own_has_none(tmp_path: Path) -> None:
    folder = copied(tmp_path, squares="squares-matrix.toml")
    change(folder / "readers.toml", "own_pico = false", "own_pico = true")
    assert told(folder) == []
    assert [pico.role for pico in read_hardware(folder).picos] == ["squares", "rooms"]


FLAWS = tomllib.loads(Path(__file__).with_name("flaws.toml").read_text())["flaws"]


@pytest.mark.parametrize("case", FLAWS, ids=lambda case: case["new"])
def test_what_a_changed_datum_is_told_as(case: Mapping[str, Any], tmp_path: Path) -> None:
    folder = copied(tmp_path, squares=I2C if case["file"] == I2C else SPI)
    change(folder / case["file"], case["old"], case["new"])
    assert any(case["told"] in sentence for sentence in told(folder)), told(folder)
    if not case["refused"]:
        usable_hardware(folder)
        return
    with pytest.raises(HardwareFault) as caught:
        usable_hardware(folder)
    assert case["told"] in caught.value.faults


def test_the_columns_of_a_matrix_get_time_to_rise(tmp_path: Path) -> None:
    folder = copied(tmp_path, squares="squares-matrix.toml", rooms="")
    change(folder / "squares-matrix.toml", "settle = 20", "settle = 5")
    (sentence,) = told(folder)
    assert sentence == (
        "The columns of the matrix need 14 microseconds to rise on 2 m of cable; settle is 5: give them more."
    )


def test_more_lamps_than_the_supply_gives_are_kept_in_check_by_the_firmware(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    change(folder / "mounting.toml", "own = 3000", "own = 700")
    assert told(folder) == []
    change(folder / "pico.toml", "milliamps = 200", "milliamps = 1000")
    assert told(folder) == [
        "The supply of readers and lamps has to give 1410 mA and gives 700: "
        "take a stronger one, or fewer milliamps in pico.toml."
    ]


def test_a_wrong_folder_gets_every_fault_in_one_go(companion, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    change(folder / SPI, "clock = 18", 'clock = "18"')
    change(folder / SPI, "closed = 0", "open = 1")
    change(folder / "readers.toml", "baud = 2_000_000", "baud = 5")
    change(folder / "pico.toml", "milliamps = 200", "milliamp = 200")
    change(folder / "mounting.toml", "pitch = 19.0", "pitch = 190")
    change(folder / "pi_pins.toml", "gpio = 17", "gpio = 2")
    result = companion("doctor", "--hardware", folder)
    assert result.exit_code == 1
    assert [line for line in result.stdout.splitlines() if line.startswith("FIX")] == [
        "FIX  Data      pico.toml, lamps: there is no entry milliamp, "
        "expected board, kind, map, pin, colour, milliamps.",
        "FIX  Data      pico.toml, lamps: the entry milliamps is missing.",
        "FIX  Data      squares-74hc165.toml: there is no entry open, "
        "expected board, kind, map, chips, closed, spi, baud, clock, data, load, unused.",
        "FIX  Data      squares-74hc165.toml: the entry closed is missing.",
        "FIX  Data      squares-74hc165.toml: clock is '18', expected a whole number from 0 to 29.",
        "FIX  Data      readers.toml: baud is 5, expected a whole number from 10,000 to 20,000,000.",
        "FIX  Data      " + f"{folder}/pi_pins.toml: dice_button: gpio is 2, expected 4 to 27.",
        "FIX  Data      mounting.toml: pitch is 190, expected 10 to 60.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "file", ["pico.toml", SPI, "squares-74hc165.csv", "lamps.csv", "tags.csv", "mounting.toml"]
)
def test_a_missing_file_and_one_that_is_no_text_are_told(file: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / file).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(HardwareFault, match=rf"{file} is not a (TOML|CSV) file"):
        read_hardware(folder)
    (folder / file).unlink()
    with pytest.raises(HardwareFault, match=f"{file} cannot be read: No such file or directory"):
        read_hardware(folder)


def test_a_map_that_cannot_be_read_is_one_fault_and_not_one_for_each_square(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "squares-74hc165.csv").unlink()
    with pytest.raises(HardwareFault) as caught:
        read_hardware(folder)
    assert len(caught.value.faults) == 1


def test_files_that_a_spreadsheet_or_another_editor_has_saved_are_the_same(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    before = read_hardware(folder).wiring
    for path in (*folder.glob("*.csv"), *folder.glob("*.toml")):
        head, rest = path.read_text().split("\n", 1)
        spaced = rest.replace(",", " , ") if path.suffix == ".csv" else rest
        path.write_bytes(b"\xef\xbb\xbf" + f"{head}\n{spaced}".replace("\n", "\r\n").encode())
    assert read_hardware(folder).wiring == before


def test_the_logic_of_the_readers_hangs_on_the_pico(tmp_path: Path) -> None:
    """Nine of them at 20 mA, which the 5 V of their own supply do not feed."""
    (tmp_path / "without").mkdir()
    folders = copied(tmp_path), copied(tmp_path / "without", rooms="")
    most, least = (asked(read_hardware(folder))["The Pico's 3V3"][0] for folder in folders)
    logic = most - least
    assert 180 <= logic <= 181  # with decoder and multiplexer


@pytest.mark.parametrize("file", ["pico.toml", SPI, "readers.toml", "mounting.toml", "pi_pins.toml"])
def test_brackets_without_end_are_a_sentence(file: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / file).write_text("squares = " + 5000 * "[")
    with pytest.raises(HardwareFault, match=f"{file} is not a TOML file"):
        read_hardware(folder)


@pytest.mark.parametrize("file", [SPI, "readers.toml"])
def test_a_file_that_pico_toml_names_and_that_says_nothing_is_told(file: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / file).write_text("# all of it is commented out\n")
    with pytest.raises(HardwareFault, match=file):
        read_hardware(folder)


def test_a_square_on_a_pin_that_is_an_output_is_a_risk(tmp_path: Path) -> None:
    folder = copied(tmp_path, squares=I2C)
    change(folder / "squares-mcp23017.csv", "1,A6,H0", "1,A7,H0")
    (sentence,) = told(folder)
    assert sentence.startswith("H0 is on expander 1 pin A7: as inputs A7 and B7 may disturb the bus")
    usable_hardware(folder)


def test_the_header_of_the_pi_is_as_gpiozero_knows_it() -> None:
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins
    assert list(chips()["pi"].legs) == [header[leg].name for leg in range(1, 41)]


def test_each_signal_of_a_bus_comes_every_fourth_pin() -> None:
    """RP2040 Datasheet, 1.4.3: RX, CSn, SCK, TX take turns, eight pins for SPI0, then eight for SPI1."""
    pico = chips()["pico"]
    for number, bus in pico.spi.items():
        for signal, offset in (("data", 0), ("clock", 2), ("out", 3)):
            possible = {pin for pin in range(30) if pin % 4 == offset and pin // 8 % 2 == number}
            assert set(bus[signal]) == possible
    for number, bus in pico.i2c.items():
        for signal, offset in (("sda", 0), ("scl", 1)):
            possible = {pin for pin in range(30) if pin % 4 == 2 * number + offset}
            assert set(bus[signal]) == possible


def test_the_bench_says_what_it_is(companion) -> None:
    folder = Path(__file__).parents[2] / "hardware/builds/bench"
    result = companion("doctor", "--hardware", folder)
    assert result.exit_code == 0
    assert "The board bench: 8 squares on 74hc165, 1 pn5180, 0 door lamps, 1 Pico" in result.stdout
    assert json.loads((folder / "board.json").read_text())["name"] == "bench"
