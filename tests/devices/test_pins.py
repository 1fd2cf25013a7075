"""hardware/pi_pins.toml and how it is read."""

from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from companion.devices import PinsFault, Wire, read_pins

SHIPPED = Path(__file__).parents[2] / "hardware" / "pi_pins.toml"


def test_the_shipped_pins_are_where_the_header_has_them() -> None:
    pins = read_pins(SHIPPED)
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins  # a Pi 4B; the header is the same on all
    assert header[pins.dice_button.header].name == f"GPIO{pins.dice_button.gpio}"
    assert header[pins.dice_button.ground].name == "GND"


BUTTON = "[dice_button]\ngpio = 17\nheader = 11\nground = 9\n"

FAULTY = {
    "nothing": ("", "has the devices none, expected dice_button."),
    "unknown device": (BUTTON + "[buzzer]\ngpio = 4\n", "buzzer has the entries gpio, expected gpio, header"),
    "device too many": (BUTTON + BUTTON.replace("dice", "panic"), "devices dice_button, panic_button, exp"),
    "no table": ("dice_button = 17\n", "dice_button is 17, expected a table [dice_button]."),
    "entry missing": ("[dice_button]\ngpio = 17\n", "has the entries gpio, expected gpio, header, ground."),
    "unknown entry": (BUTTON + "pull = 1\n", "has the entries gpio, header, ground, pull, expected"),
    "fixed pull-up": (BUTTON.replace("17", "2"), "gpio is 2, expected 4 to 27."),
    "no number": (BUTTON.replace("17", "true"), "gpio is True, expected 4 to 27."),
    "off the header": (BUTTON.replace("11", "41"), "header is 41, expected 1 to 40."),
    "not TOML": ("dice_button", "is not a TOML file: "),
}


@pytest.mark.parametrize(("text", "expected"), FAULTY.values(), ids=FAULTY.keys())
def test_faults_are_sentences(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "pi_pins.toml"
    file.write_text(text)
    with pytest.raises(PinsFault) as fault:
        read_pins(file)
    assert str(fault.value).startswith(str(file)) and expected in str(fault.value)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PinsFault, match=r"nowhere\.toml cannot be read: No such file or directory\.$"):
        read_pins(tmp_path / "nowhere.toml")


def test_wires_are_read() -> None:
    assert isinstance(read_pins(SHIPPED).dice_button, Wire)
