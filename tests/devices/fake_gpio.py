"""RPi.GPIO for a computer without pins: fake-rpi's surface, with the memory that it lacks.

fake-rpi alone answers every input with chance, forgets outputs and never reports an edge.
"""

import sys
from collections.abc import Callable
from types import ModuleType

from fake_rpi.RPi import _GPIO


class StatefulGPIO(_GPIO):
    """Pins that keep direction, pull and level, and report edges.

    edges: False is a kernel from 6.6 on, where RPi.GPIO cannot wait for edges (gpiozero#1131).
    """

    def __init__(self, edges: bool = True) -> None:
        super().__init__()
        self.edges = edges
        self.directions: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.watchers: dict[int, Callable[[int], None]] = {}
        self.waves: dict[int, Wave] = {}

    def PWM(self, channel: int, frequency: float) -> "Wave":
        return Wave(self, channel, frequency)

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None:
        pass

    def setup(self, channel: int, direction: int, pull_up_down: int = 20, initial: int | None = None) -> None:
        self.directions[channel] = direction
        if direction == self.IN:
            self.levels[channel] = self.HIGH if pull_up_down == self.PUD_UP else self.LOW
        elif initial is not None:
            self.levels[channel] = initial

    def gpio_function(self, channel: int) -> int:
        return self.directions[channel]

    def output(self, channel: int, state: int) -> None:
        if self.directions.get(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.levels[channel] = state

    def input(self, channel: int) -> int:
        return self.levels[channel]

    def add_event_detect(
        self, channel: int, edge: int, callback: Callable[[int], None], bouncetime: int = -666
    ) -> None:
        if not self.edges:
            raise RuntimeError("Failed to add edge detection")
        assert (edge, bouncetime) == (self.BOTH, -666)
        self.watchers[channel] = callback

    def remove_event_detect(self, channel: int) -> None:
        self.watchers.pop(channel, None)

    def cleanup(self, channel: int | None = None) -> None:
        for one in [channel] if channel is not None else list(self.directions):
            self.directions.pop(one, None)

    def drive(self, channel: int, level: int) -> None:
        """What the world does to the pin."""
        if self.levels[channel] != level:
            self.levels[channel] = level
            if channel in self.watchers:
                self.watchers[channel](channel)


class Wave:
    """A pulsed output; it is among its pins' waves while it sounds."""

    def __init__(self, gpio: StatefulGPIO, channel: int, frequency: float) -> None:
        if gpio.directions.get(channel) != gpio.OUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        if channel in gpio.waves:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        self._gpio = gpio
        self._channel = channel
        self.frequency = frequency
        self.duty = 0.0

    def start(self, duty: float) -> None:
        self.duty = duty
        self._gpio.waves[self._channel] = self

    def stop(self) -> None:
        self._gpio.waves.pop(self._channel, None)

    def ChangeDutyCycle(self, duty: float) -> None:
        self.duty = duty

    def ChangeFrequency(self, frequency: float) -> None:
        self.frequency = frequency


def install(gpio: StatefulGPIO) -> type:
    """Put it in the place of RPi.GPIO and give gpiozero's own factory for it, on a Pi 3B+."""
    package, module = ModuleType("RPi"), gpio
    package.GPIO = module  # type: ignore[attr-defined]
    sys.modules["RPi"], sys.modules["RPi.GPIO"] = package, module  # type: ignore[assignment]
    sys.modules.pop("gpiozero.pins.rpigpio", None)
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    class Factory(RPiGPIOFactory):  # type: ignore[misc]
        def _get_revision(self) -> int:
            return 0xA020D3

    return Factory
