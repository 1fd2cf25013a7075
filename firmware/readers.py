"""The rooms' readers as config["rooms"] describes them, of whatever kind (made from hardware/)."""

from machine import SPI, Pin
from pads import Pads
from pn532 import Pad
from pn5180 import Reader
from rooms import Rooms


class Bus:
    """The SPI that all readers share, their pins, and the decoder that passes NSS on to one of them."""

    def __init__(self, config):
        self.spi = SPI(
            config["spi"],
            baudrate=config["baud"],
            polarity=0,
            phase=0,
            sck=Pin(config["clock"]),
            mosi=Pin(config["mosi"]),
            miso=Pin(config["miso"]),
        )
        self._address = [Pin(pin, Pin.OUT, value=0) for pin in config["address"]]
        self._pins = {}

    def output(self, number):
        """A pin that is high at rest; readers that share a pin share it here, too."""
        if number not in self._pins:
            self._pins[number] = Pin(number, Pin.OUT, value=1)
        return self._pins[number]

    def input(self, number):
        """A pin that is read."""
        if number not in self._pins:
            self._pins[number] = Pin(number, Pin.IN)
        return self._pins[number]

    def selector(self, number):
        """What points decoder and multiplexer to the reader at this address."""

        def select():
            for bit, line in enumerate(self._address):
                line.value(number >> bit & 1)

        return select


def _pn5180(bus, pins):
    return Reader(
        bus.spi,
        bus.output(pins["nss"]),
        bus.input(pins["busy"]),
        bus.output(pins["reset"]),
        bus.selector(pins["address"]),
    )


def _pn532(bus, pins):
    return Pad(bus.spi, bus.output(pins["nss"]), bus.selector(pins["address"]))


# What takes the turns, and what makes one reader.
KINDS = {"pn5180": (Rooms, _pn5180), "pn532": (Pads, _pn532)}


def readers(config):
    """What reads the rooms; None without."""
    if not config:
        return None
    turns, made = KINDS[config["kind"]]
    bus = Bus(config)
    return turns([(pins["room"], made(bus, pins)) for pins in config["readers"]])
