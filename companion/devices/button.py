"""The dice button: gpiozero's pin, our own debouncing."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from gpiozero import Button, InputDevice

from companion.devices.debounce import Debouncer
from companion.devices.holding import Holding

POLL = 0.005
"""Seconds between two looks at a pin that reports no edges; a tap lasts some 50 ms."""

WATCH = 0.05
"""Seconds between two looks at a pressed button: whether it is still held."""

log = logging.getLogger(__name__)


class DiceButton:
    """A push button between a pin and ground; each press calls `on_press` once, from another thread.

    gpio: the Broadcom number. on_hold: called with True once it has been held for three seconds, and with
    False when it is let go of again. clock: monotonic seconds.
    Raises whatever gpiozero raises where there is no such pin.

    RPi.GPIO refuses edge detection on kernels from 6.6 on (gpiozero#1131): there the pin is looked at.
    """

    def __init__(
        self,
        gpio: int,
        on_press: Callable[[], object],
        on_hold: Callable[[bool], object],
        clock: Callable[[], float],
        pin_factory: Any = None,
    ) -> None:
        self._on_press = on_press
        self._on_hold = on_hold
        self._clock = clock
        self._stop = threading.Event()
        self._touched = threading.Event()
        self._looking = threading.Lock()
        self._held = False
        try:
            self._pin: Any = Button(gpio, pull_up=True, bounce_time=None, pin_factory=pin_factory)
            self.polled = False  # whether the pin is looked at, for want of edges
        except RuntimeError:
            self._pin = InputDevice(gpio, pull_up=True, pin_factory=pin_factory)
            self.polled = True
        closed = bool(self._pin.is_active)
        self._debouncer = Debouncer(closed)
        self._holding = Holding(closed)
        if not self.polled:
            self._pin.when_pressed = lambda: self._seen(True)
            self._pin.when_released = lambda: self._seen(False)
        self._watcher = threading.Thread(target=self._watch, name="dice button", daemon=True)
        self._watcher.start()

    def close(self) -> None:
        """Let go of the pin; nothing is called afterwards."""
        self._stop.set()
        self._touched.set()
        self._watcher.join()
        self._pin.close()

    def _watch(self) -> None:
        """Look at the pin: all the time for want of edges, else while somebody touches the button."""
        while not self._stop.is_set():
            if not self.polled and self._holding.resting:
                self._touched.wait()
                self._touched.clear()
            closed = bool(self._pin.is_active)
            if self.polled:
                self._seen(closed)
            with self._looking:
                held = self._holding.held(closed, self._clock())
            if held != self._held:
                self._held = held
                self._call(lambda: self._on_hold(self._held))
            self._stop.wait(POLL if self.polled else WATCH)

    def _seen(self, closed: bool) -> None:
        if closed:
            self._touched.set()
        at = self._clock()
        with self._looking:
            self._holding.held(closed, at)
        if self._debouncer.press(closed, at):
            self._call(self._on_press)

    def _call(self, told: Callable[[], object]) -> None:
        try:
            told()
        except Exception:  # it would end the thread, and with it the button
            log.exception("A press of the dice button came to nothing.")
