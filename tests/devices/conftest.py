"""A clock that tests move, and the place of RPi.GPIO kept clean."""

import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest


class Hands:
    """A clock that tests move, a count of presses and what was told of holding, which can be waited for."""

    def __init__(self) -> None:
        self.now = 100.0
        self.presses = 0
        self.pressed = threading.Event()
        self.told: queue.Queue[bool] = queue.Queue()

    def clock(self) -> float:
        return self.now

    def on_press(self) -> None:
        self.presses += 1
        self.pressed.set()

    def on_hold(self, held: bool) -> None:
        self.told.put(held)

    def told_in_time(self) -> bool:
        """What is told of holding next, while the clock runs faster than a watch."""
        for _ in range(100):
            self.now += 0.1
            with suppress(queue.Empty):
                return self.told.get(timeout=0.05)
        raise AssertionError("nothing was told in ten seconds")


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def rpi_modules() -> Iterator[None]:
    """What a test puts in the place of RPi.GPIO is gone afterwards."""
    names = ("RPi", "RPi.GPIO", "gpiozero.pins.rpigpio")
    kept = {name: sys.modules.get(name) for name in names}
    yield
    for name, module in kept.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module
