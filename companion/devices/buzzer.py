"""The buzzer: gpiozero's pin, sounding as its melody says."""

from collections.abc import Callable
from typing import Any

from gpiozero import TonalBuzzer

from companion.devices.melody import Melody


class Buzzer:
    """A passive piezo buzzer between a pin and ground, silent at first.

    gpio: the Broadcom number. clock: monotonic seconds.
    Raises whatever gpiozero raises where there is no such pin.
    """

    def __init__(self, gpio: int, clock: Callable[[], float], pin_factory: Any = None) -> None:
        self._melody = Melody()
        self._clock = clock
        self._sounding: int | None = None
        self._buzzer: Any = TonalBuzzer(gpio, pin_factory=pin_factory)

    def sound(self, pattern: str | None) -> float | None:
        """Begin a pattern, or go on with the one that has begun.

        Gives the seconds after which to call again, None once all is said.
        """
        now = self._clock()
        if pattern is not None:
            self._melody.play(pattern, now)
        tone = self._melody.tone(now)
        if tone != self._sounding:
            self._buzzer.play(tone)
            self._sounding = tone
        return self._melody.next(now)

    def close(self) -> None:
        """Be silent and let go of the pin."""
        self._buzzer.stop()
        self._buzzer.close()
