"""Opening what is there, and living without what is not."""

import os
import tempfile
import time
import warnings
from collections.abc import Callable
from typing import Any, Self

from gpiozero import Device

from companion.devices.button import DiceButton
from companion.devices.pins import Pins


class Devices:
    """The devices on the Pi's pins, or the reason why there are none.

    factory: the name of gpiozero's pin factory, None without GPIO.
    reason: one sentence for the log.
    """

    def __init__(self, factory: str | None, reason: str, button: DiceButton | None = None) -> None:
        self.factory = factory
        self.reason = reason
        self._button = button

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all pins."""
        if self._button:
            self._button.close()
            self._button = None


def open_devices(
    pins: Pins,
    dice_pressed: Callable[[], object],
    *,
    clock: Callable[[], float] = time.monotonic,
    pin_factory: Any = None,
) -> Devices:
    """Open the devices; a computer without GPIO is no failure.

    dice_pressed: called once a press, from a thread of its own; must not block for long.
    clock: monotonic seconds.
    pin_factory: a factory of gpiozero; without one gpiozero takes the best that it can load, or the one that
    the environment variable GPIOZERO_PIN_FACTORY names.
    """
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # else lgpio leaves a pipe in the working folder
    try:
        with warnings.catch_warnings():  # gpiozero warns about each factory that it cannot load
            warnings.simplefilter("ignore")
            button = DiceButton(pins.dice_button.gpio, dice_pressed, clock, pin_factory)
    except Exception as fault:  # every pin library has kinds of its own; RPi.GPIO's import alone has two
        why = str(fault).rstrip(".!") or type(fault).__name__
        return Devices(None, f"No dice button on a pin, the one on the screen serves: {why}.")
    factory = type(pin_factory or Device.pin_factory).__name__
    how = ", looked at every few milliseconds" if button.polled else ""
    reason = f"The dice button is on GPIO{pins.dice_button.gpio} through {factory}{how}."
    return Devices(factory, reason, button)
