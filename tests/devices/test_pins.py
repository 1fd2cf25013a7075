"""hardware/pi_pins.toml and how it is read."""

from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from companion.devices import PinsFault, Wire, read_pins

SHIPPED = Path(__file__).parents[2] / "hardware" / "pi_pins.toml"


def test_the_shipped_pins_are_where_the_header_has_them() -> None:
    pins = read_pins(SHIPPED)
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins  # a Pi 4B; the header is the same on all
    assert pins.buzzer
    assert pins.dice_lamp
    for wire in (pins.dice_button, pins.dice_lamp, *pins.bullet_lamps, pins.buzzer):
        assert header[wire.header].name == f"GPIO{wire.gpio}"
        assert header[wire.ground].name == "GND"


def test_no_shipped_lamp_glimmers_while_the_pi_starts() -> None:
    """BCM2835 ARM peripherals, table 6-31: GPIO0 to GPIO8 come up pulled up, the others down."""
    pins = read_pins(SHIPPED)
    assert len(pins.bullet_lamps) == 6
    assert all(lamp.gpio > 8 for lamp in pins.bullet_lamps)
    assert pins.buzzer and pins.buzzer.gpio > 8
    assert pins.dice_lamp and pins.dice_lamp.gpio > 8


BUTTON = "[dice_button]\ngpio = 17\nheader = 11\nground = 9\n"
LAMPS = "".join(
    f"[[bullet_lamps]]\ngpio = {gpio}\nheader = {header}\nground = {ground}\n"
    for gpio, header, ground in (
        (18, 12, 14),
        (23, 16, 20),
        (25, 22, 25),
        (12, 32, 30),
        (16, 36, 34),
        (26, 37, 39),
    )
)

FAULTY = {
    "nothing": ("", ["the device dice_button is missing."]),
    "unknown device": (
        BUTTON + "[bell]\ngpio = 4\n",
        ["there is no device bell, expected dice_button, dice_lamp, buzzer."],
    ),
    "a buzzer without ground": (
        BUTTON + "[buzzer]\ngpio = 4\nheader = 7\n",
        ["buzzer: the entry ground is missing."],
    ),
    "no table": ("dice_button = 17\n", ["dice_button is 17, expected a table [dice_button]."]),
    "entries missing": (
        "[dice_button]\ngpio = 17\n",
        ["dice_button: the entry header is missing.", "dice_button: the entry ground is missing."],
    ),
    "unknown entry": (
        BUTTON + "pull = 1\n",
        ["dice_button: there is no entry pull, expected gpio, header, ground."],
    ),
    "fixed pull-up": (BUTTON.replace("17", "2"), ["dice_button: gpio is 2, expected 4 to 27."]),
    "no number": (BUTTON.replace("17", "true"), ["dice_button: gpio is True, expected 4 to 27."]),
    "off the header": (BUTTON.replace("11", "41"), ["dice_button: header is 41, expected 1 to 40."]),
    "both legs on one pin": (
        BUTTON.replace("11", "9"),
        ["dice_button: ground is pin 9 of the header, which dice_button has already."],
    ),
    "a lamp too few": (
        BUTTON + LAMPS.rpartition("[[")[0],
        ["bullet_lamps is 5 tables, expected 6 tables [[bullet_lamps]], or none."],
    ),
    "lamps no list": (
        "bullet_lamps = 6\n" + BUTTON,
        ["bullet_lamps is 6, expected 6 tables [[bullet_lamps]], or none."],
    ),
    "lamps no tables": (
        "bullet_lamps = [18, 23, 25, 12, 16, 26]\n" + BUTTON,
        [
            f"bullet_lamps {n} is {gpio}, expected a table [bullet_lamps {n}]."
            for n, gpio in enumerate((18, 23, 25, 12, 16, 26), 1)
        ],
    ),
    "a pin twice": (
        BUTTON + LAMPS.replace("18", "17").replace("20", "14"),
        [
            "bullet_lamps 1: gpio is GPIO17, which dice_button has already.",
            "bullet_lamps 2: ground is pin 14 of the header, which bullet_lamps 1 has already.",
        ],
    ),
    "many at once": (
        BUTTON.replace("17", "1")
        + LAMPS.replace("18", "28").replace("ground = 39", "earth = 39")
        + "[bell]\n",
        [
            "there is no device bell, expected dice_button, dice_lamp, buzzer.",
            "dice_button: gpio is 1, expected 4 to 27.",
            "bullet_lamps 1: gpio is 28, expected 4 to 27.",
            "bullet_lamps 6: there is no entry earth, expected gpio, header, ground.",
            "bullet_lamps 6: the entry ground is missing.",
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FAULTY.values(), ids=FAULTY.keys())
def test_every_fault_is_a_sentence(text: str, expected: list[str], tmp_path: Path) -> None:
    file = tmp_path / "pi_pins.toml"
    file.write_text(text)
    with pytest.raises(PinsFault) as fault:
        read_pins(file)
    assert list(fault.value.faults) == [f"{file}: {sentence}" for sentence in expected]


def test_what_is_no_toml_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "pi_pins.toml"
    file.write_text("dice_button")
    with pytest.raises(PinsFault, match="is not a TOML file: "):
        read_pins(file)


def test_a_builder_may_leave_the_lamps_out(tmp_path: Path) -> None:
    file = tmp_path / "pi_pins.toml"
    file.write_text(BUTTON)
    assert read_pins(file).bullet_lamps == ()


GLOW = "[dice_lamp]\ngpio = 22\nheader = 15\nground = 9\n"


def test_the_lamp_in_the_button_shares_its_ground_and_nobody_else_does(tmp_path: Path) -> None:
    file = tmp_path / "pi_pins.toml"
    file.write_text(BUTTON + GLOW)
    assert read_pins(file).dice_lamp == Wire(22, 15, 9)
    file.write_text(BUTTON + GLOW.replace("gpio = 22", "gpio = 17").replace("15", "11"))
    with pytest.raises(PinsFault) as fault:
        read_pins(file)
    assert [sentence.partition(": ")[2] for sentence in fault.value.faults] == [
        "dice_lamp: gpio is GPIO17, which dice_button has already.",
        "dice_lamp: header is pin 11 of the header, which dice_button has already.",
    ]
    file.write_text(BUTTON + "[buzzer]\ngpio = 13\nheader = 33\nground = 9\n")
    with pytest.raises(PinsFault, match="buzzer: ground is pin 9 of the header, which dice_button has"):
        read_pins(file)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PinsFault, match=r"nowhere\.toml cannot be read: No such file or directory\.$"):
        read_pins(tmp_path / "nowhere.toml")


def test_wires_are_read() -> None:
    assert isinstance(read_pins(SHIPPED).dice_button, Wire)
