"""The bullet lamps: how a row goes dark, and gpiozero's pins under it."""

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import Devices, Pins, Wire, open_devices
from companion.devices.row import BLINKS, HALF, LampRow
from tests.devices.conftest import Hands
from tests.devices.fake_gpio import StatefulGPIO, install

GPIOS = (18, 23, 25, 12, 16, 26)
PINS = Pins(Wire(17, 11, 9), tuple(Wire(gpio, header, 6) for header, gpio in enumerate(GPIOS, 12)))
DARK = [0] * 6


def lit(factory: MockFactory) -> list[int]:
    """The level of each lamp's pin, in order."""
    return [factory.pin(gpio).state for gpio in GPIOS]


def opened(hands: Hands, factory: object) -> Devices:
    return open_devices(PINS, hands.on_press, clock=hands.clock, pin_factory=factory)


def blinking(row: LampRow, lamp: int, start: float) -> list[bool]:
    """The lamp in the middle of each half of a blink, and in the one after the last."""
    return [row.lit(start + (half + 0.5) * HALF)[lamp] for half in range(2 * BLINKS + 1)]


# -- the row, in any time ---------------------------------------------------------------------------------


def test_nothing_is_lit_before_a_number_is_shown() -> None:
    row = LampRow(6)
    assert row.lit(0.0) == (False,) * 6
    assert row.next(0.0) is None


@pytest.mark.parametrize("count", range(7))
def test_the_first_number_is_shown_as_it_is(count: int) -> None:
    """A start in the middle of a game is no shot."""
    row = LampRow(6)
    row.show(count, 5.0)
    assert row.lit(5.0) == tuple(lamp < count for lamp in range(6))
    assert row.next(5.0) is None


def test_a_lost_lamp_blinks_and_stays_dark() -> None:
    row = LampRow(6)
    row.show(6, 0.0)
    row.show(5, 10.0)
    assert blinking(row, 5, 10.0) == [False, True] * BLINKS + [False]
    assert all(row.lit(10.0 + HALF)[:5])
    assert row.next(10.0 + 2 * BLINKS * HALF) is None


def test_a_second_shot_leaves_the_first_blink_alone() -> None:
    row = LampRow(6)
    row.show(6, 0.0)
    row.show(5, 10.0)
    row.show(4, 10.0 + HALF)
    assert blinking(row, 5, 10.0) == blinking(row, 4, 10.0 + HALF) == [False, True] * BLINKS + [False]


def test_a_new_game_ends_the_blinking() -> None:
    row = LampRow(6)
    row.show(6, 0.0)
    row.show(3, 10.0)
    row.show(6, 10.1)
    assert row.lit(10.1) == (True,) * 6
    assert row.next(10.1) is None


def test_no_revolver_is_no_shot() -> None:
    row = LampRow(6)
    row.show(6, 0.0)
    row.show(5, 1.0)
    row.show(None, 1.0 + HALF)
    assert row.lit(1.0 + HALF) == (False,) * 6
    assert row.next(1.0 + HALF) is None
    row.show(4, 2.0)
    assert row.lit(2.0) == (True,) * 4 + (False,) * 2
    assert row.next(2.0) is None


@given(st.lists(st.tuples(st.floats(0, 3), st.none() | st.integers(0, 6)), max_size=20))
def test_whoever_calls_again_when_told_misses_nothing(steps: list[tuple[float, int | None]]) -> None:
    row, at = LampRow(6), 100.0
    for gap, count in steps:
        until = at + gap
        while (wait := row.next(at)) is not None and at + wait < until:
            assert 0 < wait <= HALF
            assert row.lit(at + wait * 0.99) == row.lit(at)
            at += wait
        at = until
        row.show(count, at)
        assert row.lit(at)[: count or 0] == (True,) * (count or 0)


# -- gpiozero ---------------------------------------------------------------------------------------------


def test_mock_pins_follow_the_number(hands: Hands) -> None:
    factory = MockFactory()
    with opened(hands, factory) as devices:
        told = devices.told["Lamps"]
        assert told == "The bullet lamps are on GPIO18, 23, 25, 12, 16, 26 through MockFactory."
        assert lit(factory) == DARK
        assert devices.show_bullets(6) is None
        assert lit(factory) == [1] * 6
        assert devices.show_bullets(None) is None
        assert lit(factory) == DARK
        assert devices.show_bullets(2) is None
        assert lit(factory) == [1, 1, 0, 0, 0, 0]


def test_a_shot_on_the_pins(hands: Hands) -> None:
    factory = MockFactory()
    with opened(hands, factory) as devices:
        devices.show_bullets(6)
        seen = []
        wait = devices.show_bullets(5)
        while wait is not None:
            seen.append(factory.pin(26).state)
            hands.now += wait
            wait = devices.show_bullets(5)
        assert seen == [0, 1] * BLINKS
        assert lit(factory) == [1, 1, 1, 1, 1, 0]


def test_closed_lamps_are_dark_and_their_pins_free(hands: Hands) -> None:
    factory = MockFactory()
    devices = opened(hands, factory)
    devices.show_bullets(6)
    states = [factory.pin(gpio).states for gpio in GPIOS]
    devices.close()
    assert [history[-1].state for history in states] == DARK
    assert devices.show_bullets(6) is None
    assert lit(factory) == DARK
    with opened(hands, factory) as again:
        again.show_bullets(6)
        assert lit(factory) == [1] * 6


def test_without_lamps_in_the_data_the_screen_serves(hands: Hands) -> None:
    factory = MockFactory()
    with open_devices(Pins(PINS.dice_button), hands.on_press, pin_factory=factory) as devices:
        assert devices.factory == "MockFactory"
        assert devices.told["Lamps"] == (
            "No bullet lamps on pins, the screen shows the bullets: there are none in pi_pins.toml."
        )
        assert devices.show_bullets(6) is None


@pytest.mark.parametrize("taken", GPIOS)
def test_a_lamp_that_fails_leaves_the_button(taken: int, hands: Hands) -> None:
    factory = MockFactory()
    with LED(taken, pin_factory=factory), opened(hands, factory) as devices:
        assert f"GPIO{taken} is already in use" in devices.told["Lamps"]
        assert devices.show_bullets(6) is None
        factory.pin(17).drive_low()
        assert hands.presses == 1
    with opened(hands, factory) as again:  # the other five were given back
        assert again.told["Lamps"].startswith("The bullet lamps are on")


def test_a_button_that_fails_leaves_the_lamps(hands: Hands) -> None:
    factory = MockFactory()
    with LED(17, pin_factory=factory), opened(hands, factory) as devices:
        assert "GPIO17 is already in use" in devices.told["Dice"]
        assert devices.factory == "MockFactory"
        devices.show_bullets(6)
        assert lit(factory) == [1] * 6


@pytest.mark.usefixtures("rpi_modules")
def test_rpi_gpio_drives_the_pins(hands: Hands) -> None:
    gpio = StatefulGPIO()
    factory = install(gpio)()
    try:
        with opened(hands, factory) as devices:
            assert [gpio.directions[lamp] for lamp in GPIOS] == [gpio.OUT] * 6
            assert [gpio.levels[lamp] for lamp in GPIOS] == DARK
            devices.show_bullets(4)
            assert [gpio.levels[lamp] for lamp in GPIOS] == [1, 1, 1, 1, 0, 0]
            wait = devices.show_bullets(3)
            assert wait == HALF
            assert gpio.levels[12] == 0
            hands.now += wait
            devices.show_bullets(3)
            assert gpio.levels[12] == 1
        assert [gpio.levels[lamp] for lamp in GPIOS] == DARK
        assert not gpio.directions.keys() & set(GPIOS)
    finally:
        factory.close()
