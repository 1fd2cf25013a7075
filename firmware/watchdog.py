"""The hardware watchdog, which can pause, and what the chip remembers of why the program runs."""

import sys

import machine

TIMEOUT_MS = 2000  # longer than any step (a host that stalls holds a write up for 0.5 s), less than its 3 s

# The chip's block WATCHDOG: RP2040 data sheet 4.7.6, RP2350 data sheet 12.9.7.
BASE = 0x400D8000 if "RP2350" in getattr(sys.implementation, "_machine", "") else 0x40058000
ENABLE = 1 << 30  # in the first register, CTRL; the timer stands still without
CLEAR = 0x3000  # added to an address: writing 1 to a bit clears it (2.1.2)
SCRATCH = 0x0C  # survives every reset but that of the power, and neither the SDK nor MicroPython uses it
STARTED = 0x53544152
WATCHED = 0x57415443


class Watchdog:
    """Restarts the Pico when `feed` is not called for TIMEOUT_MS, from `start` until `pause`.

    `boot` says why the program runs, as HELLO does.
    """

    def __init__(self) -> None:
        self._watchdog: "machine.WDT | None" = None
        before = machine.mem32[BASE + SCRATCH]
        self.boot = "reset"
        if machine.reset_cause() == machine.WDT_RESET and before == WATCHED:
            self.boot = "watchdog"
        elif machine.reset_cause() == machine.PWRON_RESET and before not in (STARTED, WATCHED):
            self.boot = "power"
        machine.mem32[BASE + SCRATCH] = STARTED

    def start(self) -> None:
        """Begin to watch; once begun it goes on."""
        if self._watchdog is None:
            machine.mem32[BASE + SCRATCH] = WATCHED
            self._watchdog = machine.WDT(timeout=TIMEOUT_MS)

    def feed(self) -> None:
        """The main loop has come round."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def pause(self) -> None:
        """Leave the prompt, to which the program now ends, in peace. MicroPython has no call for that."""
        machine.mem32[BASE + CLEAR] = ENABLE
        machine.mem32[BASE + SCRATCH] = STARTED
        self._watchdog = None
