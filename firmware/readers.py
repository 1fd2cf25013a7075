"""The rooms' readers as config["rooms"] describes them (made from hardware/readers.toml)."""

from machine import SPI, Pin
from pn5180 import Reader


def readers(config):
    """Pairs of a room and its Reader, all on one bus."""
    spi = SPI(
        config["spi"],
        baudrate=config["baud"],
        polarity=0,
        phase=0,
        sck=Pin(config["clock"]),
        mosi=Pin(config["mosi"]),
        miso=Pin(config["miso"]),
    )
    address = [Pin(pin, Pin.OUT, value=0) for pin in config["address"]]
    pins = {}

    def pin(number, *mode, **level):
        if number not in pins:  # readers that share a pin share it here, too
            pins[number] = Pin(number, *mode, **level)
        return pins[number]

    def selector(number):
        def select():
            for bit, line in enumerate(address):
                line.value(number >> bit & 1)

        return select

    return [
        (
            reader["room"],
            Reader(
                spi,
                pin(reader["nss"], Pin.OUT, value=1),
                pin(reader["busy"], Pin.IN),
                pin(reader["reset"], Pin.OUT, value=1),
                selector(reader["address"]),
            ),
        )
        for reader in config["readers"]
    ]
