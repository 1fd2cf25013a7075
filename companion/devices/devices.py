"""Opening what is there, and living without what is not."""

import os
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from gpiozero import Device

from companion.devices.button import DiceButton
from companion.devices.lamps import BulletLamps
from companion.devices.pins import Pins

T = TypeVar("T")


@dataclass
class Devices:
    """The devices on the Pi's pins, or the reasons why there are none.

    factory: the name of gpiozero's pin factory, None without GPIO.
    dice, lamps: one sentence each for the log.
    """

    factory: str | None
    dice: str
    lamps: str
    button: DiceButton | None
    bullets: BulletLamps | None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def show_bullets(self, count: int | None) -> float | None:
        """Light so many bullet lamps; None where there is no revolver. Without lamps it does nothing.

        Gives the seconds after which to call again, since a lamp blinks; None if there is no need.
        """
        return self.bullets.show(count) if self.bullets else None

    def close(self) -> None:
        """Make the lamps dark and let go of all pins."""
        if self.button:
            self.button.close()
            self.button = None
        if self.bullets:
            self.bullets.close()
            self.bullets = None


def open_devices(
    pins: Pins,
    dice_pressed: Callable[[], object],
    *,
    clock: Callable[[], float] = time.monotonic,
    pin_factory: Any = None,
) -> Devices:
    """Open the devices, each for itself; a computer without GPIO is no failure.

    dice_pressed: called once a press, from a thread of its own; must not block for long.
    clock: monotonic seconds.
    pin_factory: a factory of gpiozero; without one gpiozero takes the best that it can load, or the one that
    the environment variable GPIOZERO_PIN_FACTORY names.
    """
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # else lgpio leaves a pipe in the working folder
    button, no_button = _open(lambda: DiceButton(pins.dice_button.gpio, dice_pressed, clock, pin_factory))
    bullets, no_bullets = None, "there are none in pi_pins.toml"
    if lamps := [lamp.gpio for lamp in pins.bullet_lamps]:
        bullets, no_bullets = _open(lambda: BulletLamps(lamps, clock, pin_factory))
    factory = type(pin_factory or Device.pin_factory).__name__ if button or bullets else None
    dice = f"No dice button on a pin, the one on the screen serves: {no_button}."
    if button:
        how = ", looked at every few milliseconds" if button.polled else ""
        dice = f"The dice button is on GPIO{pins.dice_button.gpio} through {factory}{how}."
    told = f"No bullet lamps on pins, the screen shows the bullets: {no_bullets}."
    if bullets:
        told = f"The bullet lamps are on GPIO{', '.join(map(str, lamps))} through {factory}."
    return Devices(factory, dice, told, button, bullets)


def _open(device: Callable[[], T]) -> tuple[T | None, str]:
    """The device, or why it is not there."""
    try:
        with warnings.catch_warnings():  # gpiozero warns about each factory that it cannot load
            warnings.simplefilter("ignore")
            return device(), ""
    except Exception as fault:  # every pin library has kinds of its own; RPi.GPIO's import alone has two
        return None, str(fault).rstrip(".!") or type(fault).__name__
