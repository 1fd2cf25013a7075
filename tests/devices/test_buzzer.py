"""The buzzer: its patterns, and gpiozero's pins under it."""

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices import Devices, Pins, Wire, open_devices
from companion.devices.melody import HIGHEST, LOWEST, PATTERNS, Melody
from tests.devices.conftest import Hands
from tests.devices.fake_gpio import StatefulGPIO, install

GPIO = 13
PINS = Pins(Wire(17, 11, 9), buzzer=Wire(GPIO, 33, 6))


def opened(hands: Hands, factory: object, mute: bool = False) -> Devices:
    return open_devices(PINS, hands.on_press, mute=mute, clock=hands.clock, pin_factory=factory)


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_a_pattern_is_short_and_can_be_played(pattern: list[tuple[int | None, float]]) -> None:
    assert 0 < sum(seconds for _, seconds in pattern) < 0.6
    assert all(tone is None or LOWEST <= tone <= HIGHEST for tone, _ in pattern)


def test_the_patterns_are_told_apart() -> None:
    assert len({tuple(pattern) for pattern in PATTERNS.values()}) == len(PATTERNS) == 4


def test_a_new_pattern_cuts_the_old_one_off() -> None:
    melody = Melody()
    melody.play("bar", 10.0)
    melody.play("shot", 10.05)
    assert melody.tone(10.05) == 880
    assert melody.tone(11.0) is None
    assert melody.next(11.0) is None


def test_tones_on_the_pin(hands: Hands) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with opened(hands, factory) as devices:
        assert devices.told["Buzzer"] == "The buzzer is on GPIO13 through MockFactory."
        pin = factory.pin(GPIO)
        heard = []
        wait = devices.sound("window")
        while wait is not None:
            heard.append(round(pin.frequency))
            hands.now += wait + 0.001
            wait = devices.sound(None)
        assert heard == [587, 784]
        assert pin.state == 0
        devices.sound("shot")
    assert factory.pin(GPIO).state == 0


def test_muted_it_is_left_alone(hands: Hands) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with opened(hands, factory, mute=True) as devices:
        assert devices.told["Buzzer"] == "No buzzer on a pin: it is muted."
        assert devices.sound("shot") is None
        LED(GPIO, pin_factory=factory).close()  # the pin is free


def test_a_buzzer_that_fails_leaves_the_button(hands: Hands) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with LED(GPIO, pin_factory=factory), opened(hands, factory) as devices:
        assert "GPIO13 is already in use" in devices.told["Buzzer"]
        assert devices.sound("shot") is None
        factory.pin(17).drive_low()
        assert hands.presses == 1


@pytest.mark.usefixtures("rpi_modules")
def test_rpi_gpio_sounds(hands: Hands) -> None:
    gpio = StatefulGPIO()
    factory = install(gpio)()
    try:
        with opened(hands, factory) as devices:
            wait = devices.sound("shot")
            assert wait
            assert gpio.waves[GPIO].frequency == 880
            assert gpio.waves[GPIO].duty == 50
            hands.now += 1
            assert devices.sound(None) is None
            assert GPIO not in gpio.waves
    finally:
        factory.close()
