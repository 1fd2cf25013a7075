"""A clock that tests move, and the place of RPi.GPIO kept clean."""

import sys
import threading
from collections.abc import Iterator

import pytest


class Hands:
    """A clock that tests move, and a count of presses that can be waited for."""

    def __init__(self) -> None:
        self.now = 100.0
        self.presses = 0
        self.pressed = threading.Event()

    def clock(self) -> float:
        return self.now

    def on_press(self) -> None:
        self.presses += 1
        self.pressed.set()


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
