"""The squares' sensors on MCP23017 port expanders, read over I2C; one that is dead stops nobody.

Registers: Microchip's data sheet DS20001952, table 3-5 (IOCON.BANK = 0).
"""

from machine import I2C, Pin

PULL_UPS, INPUTS = 0x0C, 0x12  # GPPU and GPIO: two bytes each, port A first
IOCON_OF_BANK_1 = 0x05  # where IOCON is if noise has set BANK; with BANK = 0 it is harmless
BOTH = b"\xff\xff"
NONE = b"\x00\x00"
SETUP = ((IOCON_OF_BANK_1, b"\x00"), (0x00, BOTH), (0x02, NONE), (0x0A, NONE), (PULL_UPS, BOTH))
FAULTS = 3  # reads running that fail until an expander counts as dead
TIMEOUT_US = 2000  # of one transfer: a wire that is held low must not stop the scan for long


class Expander:
    """One of them. `raw` is what it read last; what it cannot read stays as it was."""

    def __init__(self, bus, address, at_rest):
        self.raw = bytearray([at_rest, at_rest])
        self.faults = FAULTS  # nothing is known of it until it was set up
        self._bus = bus
        self._address = address

    @property
    def dead(self):
        """Whether it does not answer."""
        return self.faults >= FAULTS

    def read(self):
        """Take in its inputs, if it answers."""
        try:
            self._bus.readfrom_mem_into(self._address, INPUTS, self.raw)
            self.faults = 0
        except OSError:
            self.faults += 1

    def look_after(self):
        """Set it up, if it has forgotten how: after a loss of power it would read all open, or anything."""
        try:
            if self._bus.readfrom_mem(self._address, PULL_UPS, 2) != BOTH:
                for register, value in SETUP:
                    self._bus.writeto_mem(self._address, register, value)
            if self.dead:
                self.read()
        except OSError:
            self.faults += 1


class Expanders:
    """All of them as `config["squares"]` describes them (made from hardware/)."""

    def __init__(self, config):
        self._expanders = []
        at_rest = 0 if config["closed"] else 0xFF
        for wires in config["buses"]:
            bus = I2C(
                wires["i2c"],
                sda=Pin(wires["sda"]),
                scl=Pin(wires["scl"]),
                freq=config["baud"],
                timeout=TIMEOUT_US,
            )
            self._expanders.extend([Expander(bus, address, at_rest) for address in wires["addresses"]])
        self._invert = 0 if config["closed"] else (1 << (16 * len(self._expanders))) - 1
        self._turn = 0
        self.unread: "tuple[int, ...]" = ()  # the numbers of those that do not answer, the first is 1
        for expander in self._expanders:
            expander.look_after()

    def read(self):
        """All inputs now as one integer, 1 for closed, A7 of the first expander as its highest bit."""
        self._turn = (self._turn + 1) % len(self._expanders)
        self._expanders[self._turn].look_after()
        raw = bytearray()
        failed = False
        for expander in self._expanders:
            if not expander.dead:
                expander.read()
            raw.extend(expander.raw)
            failed = failed or expander.faults > 0
        if failed or self.unread:
            dead = [number + 1 for number, expander in enumerate(self._expanders) if expander.dead]
            self.unread = tuple(dead)
        return int.from_bytes(raw, "big") ^ self._invert
