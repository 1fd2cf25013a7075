"""Opening what is there, and living without what is not."""

import os
import tempfile
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from gpiozero import LED, Device

from companion.devices.button import DiceButton
from companion.devices.buzzer import Buzzer
from companion.devices.lamps import BulletLamps
from companion.devices.pins import Pins

T = TypeVar("T")


@dataclass
class Devices:
    """The devices on the Pi's pins, or the reasons why there are none.

    factory: the name of gpiozero's pin factory, None without GPIO.
    told: a sentence for each subject, `Dice`, `Lamps`, `Buzzer`; without GPIO one for all, `Pins`.
    """

    factory: str | None
    told: Mapping[str, str]
    button: DiceButton | None = None
    bullets: BulletLamps | None = None
    buzzer: Buzzer | None = None
    glow: LED | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def show_bullets(self, count: int | None) -> float | None:
        """Light so many bullet lamps; None where there is no revolver. Without lamps it does nothing.

        Gives the seconds after which to call again, since a lamp blinks; None if there is no need.
        """
        return self.bullets.show(count) if self.bullets else None

    def invite(self, wanted: bool) -> None:
        """Light the lamp in the dice button while dice are wanted. Without one it does nothing."""
        if self.glow:
            self.glow.value = wanted

    def sound(self, pattern: str | None) -> float | None:
        """Begin one of the buzzer's PATTERNS, or go on with the last. Without a buzzer it does nothing.

        Gives the seconds after which to call again; None if there is no need.
        """
        return self.buzzer.sound(pattern) if self.buzzer else None

    def close(self) -> None:
        """Make the lamps dark, the buzzer silent, and let go of all pins."""
        for device in (self.button, self.bullets, self.buzzer, self.glow):
            if device:
                device.close()
        self.button = self.bullets = self.buzzer = self.glow = None


def open_devices(
    pins: Pins,
    dice_pressed: Callable[[], object],
    dice_held: Callable[[bool], object] = lambda held: None,
    *,
    mute: bool = False,
    clock: Callable[[], float] = time.monotonic,
    pin_factory: Any = None,
) -> Devices:
    """Open the devices, each for itself; a computer without GPIO is no failure.

    dice_pressed: called once a press, from a thread of its own; must not block for long.
    dice_held: called with True once the button is held for three seconds, with False at its release.
    mute: leave the buzzer alone.
    clock: monotonic seconds.
    pin_factory: a factory of gpiozero; without one gpiozero takes the best that it can load (lgpio before
    rpigpio; lgpio is the one for the Pi 5), or the one that GPIOZERO_PIN_FACTORY names.
    """
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # else lgpio leaves a pipe in the working folder
    lamps, buzz, lit = [lamp.gpio for lamp in pins.bullet_lamps], pins.buzzer, pins.dice_lamp
    button, no_button = _open(
        lambda: DiceButton(pins.dice_button.gpio, dice_pressed, dice_held, clock, pin_factory)
    )
    bullets, no_bullets = None, "there are none in pi_pins.toml"
    if lamps:
        bullets, no_bullets = _open(lambda: BulletLamps(lamps, clock, pin_factory))
    buzzer, no_buzzer = None, "it is muted" if mute else "there is none in pi_pins.toml"
    if buzz and not mute:
        buzzer, no_buzzer = _open(lambda: Buzzer(buzz.gpio, clock, pin_factory))
    glow, no_glow = None, ""
    if lit:
        glow, no_glow = _open(lambda: LED(lit.gpio, pin_factory=pin_factory))
    if not (button or bullets or buzzer or glow):
        return Devices(None, {"Pins": f"No GPIO here, the screen serves for all of it: {no_button}."})
    factory = type(pin_factory or Device.pin_factory).__name__
    dice = f"No dice button on a pin, the one on the screen serves: {no_button}."
    if button:
        how = ", looked at every few milliseconds" if button.polled else ""
        dice = f"The dice button is on GPIO{pins.dice_button.gpio} through {factory}{how}."
    if lit:
        dice += f" Its lamp is on GPIO{lit.gpio}." if glow else f" It has no lamp: {no_glow}."
    shine = f"No bullet lamps on pins, the screen shows the bullets: {no_bullets}."
    if bullets:
        shine = f"The bullet lamps are on GPIO{', '.join(map(str, lamps))} through {factory}."
    hear = f"No buzzer on a pin: {no_buzzer}."
    if buzzer and buzz:
        hear = f"The buzzer is on GPIO{buzz.gpio} through {factory}."
    return Devices(factory, {"Dice": dice, "Lamps": shine, "Buzzer": hear}, button, bullets, buzzer, glow)


def _open(device: Callable[[], T]) -> tuple[T | None, str]:
    """The device, or why it is not there."""
    try:
        with warnings.catch_warnings():  # gpiozero warns about each factory that it cannot load
            warnings.simplefilter("ignore")
            return device(), ""
    except Exception as fault:  # every pin library has kinds of its own; RPi.GPIO's import alone has two
        return None, str(fault).rstrip(".!") or type(fault).__name__
