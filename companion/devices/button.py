"""The dice button: gpiozero's pin, our own debouncing."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from gpiozero import Button, InputDevice

from companion.devices.debounce import Debouncer

POLL = 0.005
"""Seconds between two looks at a pin that reports no edges; a tap lasts some 50 ms."""

log = logging.getLogger(__name__)


class DiceButton:
    """A push button between a pin and ground; each press calls `on_press` once, from another thread.

    gpio: the Broadcom number. clock: monotonic seconds.
    Raises whatever gpiozero raises where there is no such pin.

    RPi.GPIO refuses edge detection on kernels from 6.6 on (gpiozero#1131): there the pin is looked at.
    """

    def __init__(
        self, gpio: int, on_press: Callable[[], object], clock: Callable[[], float], pin_factory: Any = None
    ) -> None:
        self._on_press = on_press
        self._clock = clock
        self._stop = threading.Event()
        self._poller: threading.Thread | None = None
        try:
            self._pin: Any = Button(gpio, pull_up=True, bounce_time=None, pin_factory=pin_factory)
        except RuntimeError:
            self._pin = InputDevice(gpio, pull_up=True, pin_factory=pin_factory)
            self._poller = threading.Thread(target=self._poll, name="dice button", daemon=True)
        self._debouncer = Debouncer(closed=bool(self._pin.is_active))
        if self._poller:
            self._poller.start()
        else:
            self._pin.when_pressed = lambda: self._seen(True)
            self._pin.when_released = lambda: self._seen(False)

    @property
    def polled(self) -> bool:
        """Whether the pin is looked at, for want of edges."""
        return self._poller is not None

    def close(self) -> None:
        """Let go of the pin; nothing is called afterwards."""
        self._stop.set()
        if self._poller:
            self._poller.join()
        self._pin.close()

    def _poll(self) -> None:
        while not self._stop.wait(POLL):
            self._seen(bool(self._pin.is_active))

    def _seen(self, closed: bool) -> None:
        if self._debouncer.press(closed, self._clock()):
            try:
                self._on_press()
            except Exception:  # it would end gpiozero's thread, and with it the button
                log.exception("A press of the dice button came to nothing.")
