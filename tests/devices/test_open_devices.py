"""The devices through gpiozero: the dice button on mock pins and RPi.GPIO, and computers without any."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.devices import Pins, Wire, open_devices
from tests.devices.conftest import Hands
from tests.devices.fake_gpio import StatefulGPIO, install

PINS = Pins(dice_button=Wire(gpio=17, header=11, ground=9))


def test_mock_pins_one_press_one_call(hands: Hands) -> None:
    factory = MockFactory()
    with open_devices(PINS, hands.on_press, clock=hands.clock, pin_factory=factory) as devices:
        assert devices.factory == "MockFactory"
        assert devices.told["Dice"] == "The dice button is on GPIO17 through MockFactory."
        pin = factory.pin(17)
        pin.drive_low()
        assert hands.presses == 1
        for _ in range(3):  # it bounces
            hands.now += 0.001
            pin.drive_high()
            pin.drive_low()
        hands.now += 5  # it is held
        assert hands.presses == 1
        pin.drive_high()
        hands.now += 0.2
        pin.drive_low()
        assert hands.presses == 2
    hands.now += 1
    assert factory.pin(17).function == "input"


def test_holding_rolls_no_second_time_and_is_told(hands: Hands) -> None:
    factory = MockFactory()
    with open_devices(
        PINS, hands.on_press, hands.on_hold, clock=hands.clock, pin_factory=factory
    ) as devices:
        assert devices.button
        pin = factory.pin(17)
        pin.drive_low()
        assert hands.told_in_time() is True
        assert hands.presses == 1
        pin.drive_high()
        assert hands.told_in_time() is False
        pin.drive_low()
        pin.drive_high()
        assert hands.presses == 2
    assert hands.told.empty()  # a tap is no holding


@pytest.mark.usefixtures("rpi_modules")
@pytest.mark.parametrize("edges", [True, False])
def test_rpi_gpio_is_held(edges: bool, hands: Hands) -> None:
    gpio = StatefulGPIO(edges=edges)
    factory = install(gpio)()
    try:
        with open_devices(PINS, hands.on_press, hands.on_hold, clock=hands.clock, pin_factory=factory):
            gpio.drive(17, gpio.LOW)
            assert hands.pressed.wait(5)
            assert hands.told_in_time() is True
            gpio.drive(17, gpio.HIGH)
            assert hands.told_in_time() is False
        assert hands.presses == 1
    finally:
        factory.close()


def test_closed_devices_are_silent_and_free_the_pin(hands: Hands) -> None:
    factory = MockFactory()
    open_devices(PINS, hands.on_press, clock=hands.clock, pin_factory=factory).close()
    factory.pin(17).drive_low()
    assert hands.presses == 0
    again = open_devices(PINS, hands.on_press, clock=hands.clock, pin_factory=factory)
    assert again.factory == "MockFactory"
    again.close()
    again.close()


def test_a_press_that_fails_does_not_end_the_button(hands: Hands, caplog: pytest.LogCaptureFixture) -> None:
    def failing() -> None:
        hands.on_press()
        raise OSError("the disk is full")

    factory = MockFactory()
    with open_devices(PINS, failing, clock=hands.clock, pin_factory=factory):
        pin = factory.pin(17)
        for _ in range(2):
            pin.drive_low()
            pin.drive_high()
            hands.now += 1
    assert hands.presses == 2
    assert "came to nothing" in caplog.text


@pytest.mark.usefixtures("rpi_modules")
def test_rpi_gpio_reports_edges(hands: Hands) -> None:
    gpio = StatefulGPIO()
    factory = install(gpio)()
    try:
        with open_devices(PINS, hands.on_press, clock=hands.clock, pin_factory=factory) as devices:
            assert devices.factory == "Factory"
            assert gpio.levels[17] == gpio.HIGH
            gpio.drive(17, gpio.LOW)
            gpio.drive(17, gpio.HIGH)
            gpio.drive(17, gpio.LOW)
            assert hands.presses == 1
            gpio.drive(17, gpio.HIGH)
            hands.now += 1
            gpio.drive(17, gpio.LOW)
            assert hands.presses == 2
        assert 17 not in gpio.watchers
    finally:
        factory.close()


@pytest.mark.usefixtures("rpi_modules")
def test_rpi_gpio_without_edges_is_looked_at(hands: Hands) -> None:
    gpio = StatefulGPIO(edges=False)
    factory = install(gpio)()
    try:
        with open_devices(PINS, hands.on_press, clock=hands.clock, pin_factory=factory) as devices:
            assert devices.told["Dice"].endswith("through Factory, looked at every few milliseconds.")
            gpio.drive(17, gpio.LOW)
            assert hands.pressed.wait(5)
        assert hands.presses == 1
    finally:
        factory.close()


@pytest.mark.usefixtures("rpi_modules")
@pytest.mark.parametrize("gpio", [RuntimeError("This module can only be run on a Raspberry Pi!"), None])
def test_no_gpio_is_a_sentence(
    gpio: Exception | None, hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On a PC `import RPi.GPIO` raises RuntimeError; or there is no such library at all."""
    package = tmp_path / "RPi"
    package.mkdir()
    (package / "__init__.py").write_text("")
    if gpio:
        (package / "GPIO.py").write_text(f"raise {gpio!r}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")
    monkeypatch.setattr(Device, "pin_factory", None)
    devices = open_devices(PINS, hands.on_press, clock=hands.clock)
    assert devices.factory is None
    assert list(devices.told) == ["Pins"]
    assert devices.told["Pins"].startswith("No GPIO here, the screen serves for all of it: ")
    assert devices.told["Pins"].count(".") <= 2
    assert devices.sound("shot") is None
    assert devices.show_bullets(6) is None
    devices.close()


def test_a_computer_without_pins_stays_clean(tmp_path: Path) -> None:
    """Nothing on the screen, no traceback, and no pipe of lgpio's in the working folder."""
    script = (
        "from companion.devices import *\n"
        "devices = open_devices(Pins(Wire(17, 11, 9), (Wire(18, 12, 14),)), lambda: None)\n"
        "print(*devices.told.values())\n"
        "devices.close()\n"
    )
    environment = {key: value for key, value in os.environ.items() if key != "GPIOZERO_PIN_FACTORY"}
    environment |= {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.startswith("No GPIO here") or "The dice button is on GPIO17" in done.stdout
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_the_lamp_of_the_button_glows_while_dice_are_wanted(hands: Hands) -> None:
    factory = MockFactory()
    pins = Pins(PINS.dice_button, dice_lamp=Wire(gpio=22, header=15, ground=9))
    with open_devices(pins, hands.on_press, clock=hands.clock, pin_factory=factory) as devices:
        assert devices.told["Dice"].endswith("through MockFactory. Its lamp is on GPIO22.")
        lamp = factory.pin(22)
        assert not lamp.state
        devices.invite(True)
        assert lamp.state
        devices.invite(False)
        assert not lamp.state
        devices.invite(True)
    assert factory.pin(22).function == "input"  # let go of
    devices.invite(True)  # and nothing happens any more
    with open_devices(PINS, hands.on_press, clock=hands.clock, pin_factory=MockFactory()) as without:
        without.invite(True)
