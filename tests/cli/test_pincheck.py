"""`companion doctor` on the pins: which library, on which Pi and system, and what to do."""

from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cli.finding import Machine
from companion.cli.pincheck import gpio, library
from tests.sensing.hardware import change, copied


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The root of a Pi 5 under Trixie, as far as the doctor looks at it."""
    model, system = tmp_path / "proc/device-tree/model", tmp_path / "etc/os-release"
    for file, text in (
        (model, "Raspberry Pi 5 Model B Rev 1.0\0"),
        (system, 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n'),
        (tmp_path / "dev/gpiochip0", ""),
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("factory", "verdict", "words"),
    [
        ("LGPIOFactory", "ok", "has its pins through LGPIOFactory."),
        ("RPiGPIOFactory", "note", "its edges fail on kernels from 6.6 on; install lgpio: sudo apt-get"),
        ("PiGPIOFactory", "note", "it needs its daemon"),
        ("NativeFactory", "note", "it is slow"),
        (None, "note", "has pins, and no library that reaches them: install lgpio"),
    ],
)
def test_the_library_is_told_with_pi_and_system(
    factory: str | None, verdict: str, words: str, pi: Path
) -> None:
    found = library(factory, pi)
    assert found.verdict == verdict and words in found.sentence
    assert found.sentence.startswith("Raspberry Pi 5 Model B Rev 1.0 under Debian GNU/Linux 13 (trixie) has ")


def test_a_machine_that_does_not_say_what_it_is_is_this_machine(tmp_path: Path) -> None:
    assert library("LGPIOFactory", tmp_path).sentence == "This machine has its pins through LGPIOFactory."


def test_devices_and_their_library_are_told_from_the_folder_that_is_asked_for(
    pi: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = copied(tmp_path)
    change(folder / "pi_pins.toml", "gpio = 17\nheader = 11", "gpio = 27\nheader = 13")
    monkeypatch.setattr(Device, "pin_factory", MockFactory(pin_class=MockPWMPin))
    told = [found.sentence for found in gpio(Machine(pi, 8000, root=pi, hardware=folder))]
    assert told[0] == "The dice button is on GPIO27 through MockFactory. Its lamp is on GPIO22."
    assert told[-1].endswith("(trixie) has its pins through MockFactory.")


def test_pins_that_cannot_be_had_are_told_with_the_way_out(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-library")
    told = list(gpio(Machine(pi, 8000, root=pi)))
    assert {found.verdict for found in told} == {"note"}
    assert "no library that reaches them: install lgpio" in told[-1].sentence
