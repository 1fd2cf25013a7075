"""Door pads on a simulated bus with the firmware's Pads above them, in time that moves only here."""

from pads import Pads
from pn532 import Pad
from pn532_chips import Pad as FakePad
from pn5180_chips import Bus

NAMES = ["study", "hall", "lounge", "library", "billiard", "dining", "conservatory", "ballroom", "kitchen"]
TURN_US = 2000


class Line:
    def __init__(self, bus, number):
        self._bus = bus
        self._number = number

    def value(self, level):
        self._bus.level(self._number, level)


class Wires:
    """The SPI; counts the transfers of a step."""

    def __init__(self, row):
        self._row = row

    def write(self, data):
        self._row.transfers += 1
        self._row.bus.write(data)

    def readinto(self, buffer, filler):
        self._row.bus.readinto(buffer)


class Row:
    """Pads behind a decoder with the firmware's Pads above them, in time that moves only here."""

    def __init__(self, names=NAMES):
        self.us = 0
        self.transfers = self.most = 0
        self.said = []
        address = [50, 51, 52, 53]
        wired = [(name, 1, -1, -1, number) for number, name in enumerate(names)]

        def made(number, clock, turned_on):
            return FakePad(clock, turned_on)

        self.bus = Bus(wired, address, lambda: self.us, lambda room: None, made)
        lines = [Line(self.bus, pin) for pin in address]

        def selector(number):
            def select():
                for bit, line in enumerate(lines):
                    line.value(number >> bit & 1)

            return select

        spi = Wires(self)
        nss = Line(self.bus, 1)
        self.rooms = Pads([(name, Pad(spi, nss, selector(at))) for at, name in enumerate(names)])

    def hold(self, room, *uids):
        self.bus.chips[room].field.lay(uids)

    def run(self, ms):
        """What was said in so many milliseconds: the words of its lines."""
        said = []
        end = self.us + ms * 1000
        while self.us < end:
            self.transfers = 0
            thing = self.rooms.step(self.us // 1000)
            self.most = max(self.most, self.transfers)
            if thing:
                ms_of_it, kind, _, parts = thing.said()
                assert kind == "TAP" and ms_of_it == self.us // 1000
                said.extend(parts)
            self.us += TURN_US
        return said
