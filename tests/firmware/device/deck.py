"""Readers on a simulated bus with the firmware's Rooms above them, in time that moves only here."""

from pn5180 import Reader
from pn5180_chips import Bus
from rf_field import Tag
from rooms import Rooms

TURN_US = 2000  # the main loop's
COMMAND_US = 100  # about what a transfer costs a Pico


class Line:
    """A pin that ends in the bus."""

    def __init__(self, deck, number):
        self._deck = deck
        self._number = number

    def value(self, level=None):
        if level is None:
            self._deck.us += 5
            return self._deck.bus.reading(self._number)
        self._deck.bus.level(self._number, level)


class Wires:
    """The SPI; counts the transfers of a step."""

    def __init__(self, deck):
        self._deck = deck

    def write(self, data):
        self._deck.transfers += 1
        self._deck.us += COMMAND_US
        self._deck.bus.write(data)

    def readinto(self, buffer, filler):
        assert filler == 0xFF
        self._deck.transfers += 1
        self._deck.us += COMMAND_US
        self._deck.bus.readinto(buffer)


class Deck:
    """`names` of the rooms; `shared`: one NSS, BUSY and reset for all behind a decoder, else own pins."""

    def __init__(self, names, shared=True):
        self.us = 0
        self.transfers = self.most = 0
        self.longest = 0
        self.told = []
        address = [50, 51, 52, 53] if shared else []
        wired = [
            (name, 1, 2, 3, number) if shared else (name, 3 * number, 3 * number + 1, 3 * number + 2, 0)
            for number, name in enumerate(names)
        ]
        self.bus = Bus(wired, address, lambda: self.us, lambda room: None)
        spi = Wires(self)
        lines = [Line(self, pin) for pin in address]

        def selector(number):
            def select():
                for bit, line in enumerate(lines):
                    line.value(number >> bit & 1)

            return select

        made = []
        for name, nss, busy, reset, at in wired:
            made.append(
                (name, Reader(spi, Line(self, nss), Line(self, busy), Line(self, reset), selector(at)))
            )
        self.rooms = Rooms(made)

    def field(self, room):
        return self.bus.chips[room].field

    def lay(self, room, *uids):
        self.field(room).lay(list(uids))

    def add(self, room, uid, pattern="1", weak=False):
        self.field(room).tags.append(Tag(uid, pattern, weak))

    def turn(self):
        """One turn of the main loop."""
        self.transfers = 0
        before = self.us
        place = self.rooms.step(self.us // 1000)
        self.most = max(self.most, self.transfers)
        self.longest = max(self.longest, self.us - before)
        if place:
            self.told.append((place.room, place.presence.uids))
        self.us = max(self.us, before + TURN_US)
        return place

    def run(self, ms):
        end = self.us + ms * 1000
        while self.us < end:
            self.turn()

    def rounds(self, count):
        """Until so many more rooms were read; the milliseconds that it took."""
        began = self.us
        end = self.rooms.counts["rounds"] + count
        while self.rooms.counts["rounds"] < end:
            self.turn()
            assert self.us < began + 60000000 * count
        return (self.us - began) // 1000

    def sets(self):
        return {place.room: place.presence.uids for place in self.rooms.places}
