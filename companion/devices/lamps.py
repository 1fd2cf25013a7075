"""The bullet lamps: gpiozero's pins, lit as their row says."""

from collections.abc import Callable, Sequence
from typing import Any

from gpiozero import LEDBoard

from companion.devices.row import LampRow


class BulletLamps:
    """LEDs between pins and ground, dark at first.

    gpios: the Broadcom numbers, in the order in which they are lit. clock: monotonic seconds.
    Raises whatever gpiozero raises where there are no such pins.
    """

    def __init__(self, gpios: Sequence[int], clock: Callable[[], float], pin_factory: Any = None) -> None:
        self._row = LampRow(len(gpios))
        self._clock = clock
        self._leds: Any = LEDBoard(*gpios, pin_factory=pin_factory)

    def show(self, count: int | None) -> float | None:
        """Light the first so many, none for None; a lamp that this takes away blinks before it goes dark.

        Gives the seconds after which to call again, since a lamp blinks; None if there is no need.
        """
        now = self._clock()
        self._row.show(count, now)
        self._leds.value = self._row.lit(now)
        return self._row.next(now)

    def close(self) -> None:
        """Make all dark and let go of the pins."""
        self._leds.off()
        self._leds.close()
