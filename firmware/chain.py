"""The squares' sensors on a chain of 74HC165 shift registers, read over SPI."""

from machine import SPI, Pin


class Chain:
    """The chain as `config["squares"]` describes it (made from hardware/)."""

    unread = ()  # a chain cannot tell whether a register is there

    def __init__(self, config):
        self._raw = bytearray(config["chips"])
        self._invert = 0 if config["closed"] else (1 << (8 * config["chips"])) - 1
        self._load = Pin(config["load"], Pin.OUT, value=1)
        # Clock idle high, sampled on the falling edge: the registers shift on the rising one, so
        # every bit is read half a period after it came out.
        self._spi = SPI(
            config["spi"],
            baudrate=config["baud"],
            polarity=1,
            phase=0,
            sck=Pin(config["clock"]),
            mosi=Pin(config["unused"]),
            miso=Pin(config["data"]),
        )

    def read(self):
        """All inputs now as one integer, 1 for closed, the first input clocked out as its highest bit."""
        self._load.value(0)  # the registers take their inputs while it is low
        self._load.value(1)
        self._spi.readinto(self._raw)
        return int.from_bytes(self._raw, "big") ^ self._invert
