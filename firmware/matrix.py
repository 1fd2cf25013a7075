"""The squares' sensors as a matrix of rows and columns: one row at a time is pulled low."""

from time import sleep_us

import micropython
from machine import Pin, mem32

GPIO_IN = 0xD0000004  # the levels of all pins at once (RP2040 data sheet, 2.3.1.7): bit n is GPn


class Matrix:
    """The matrix as `config["squares"]` describes it (made from hardware/).

    Behind a decoder `select` are its address pins; else each row has a pin, which floats while another row's
    is low: without diodes a high one would feed the low one through two closed reeds.
    """

    unread = ()

    def __init__(self, config):
        self._columns = [Pin(number, Pin.IN, Pin.PULL_UP) for number in config["columns"]]
        self._first = config["columns"][0]
        self._width = len(self._columns)
        self._spare = 8 * config["bytes"] - config["rows"] * self._width
        self._settle = config["settle"]
        self._decoder = config["decoder"]
        mode = Pin.OUT if self._decoder else Pin.OPEN_DRAIN
        self._select = [Pin(number, mode, value=0 if self._decoder else 1) for number in config["select"]]
        self._rows = range(config["rows"])
        # Column 1 is the highest bit of a row, but its pin the lowest of the columns' pins.
        self._turned = [self._mirror(bits) for bits in range(256)]

    def _mirror(self, bits):
        turned = 0
        for bit in range(8):
            turned |= (bits >> bit & 1) << 7 - bit
        return turned

    @micropython.native
    def read(self):
        """All crossings now as one integer, 1 for closed, row 1 and column 1 as its highest bit."""
        every = (1 << self._width) - 1
        turned, settle, first, width = self._turned, self._settle, self._first, self._width
        state = 0
        for row in self._rows:
            self._choose(row)
            sleep_us(settle)
            low = ~mem32[GPIO_IN] >> first & every
            self._leave(row)
            if low:
                low = turned[low & 255] << 16 | turned[low >> 8 & 255] << 8 | turned[low >> 16]
                low >>= 24 - width
            state = state << width | low
        return state << self._spare

    def _choose(self, row):
        if self._decoder:
            for bit, pin in enumerate(self._select):
                pin.value(row >> bit & 1)
        else:
            self._select[row].value(0)

    def _leave(self, row):
        if not self._decoder:
            self._select[row].value(1)
