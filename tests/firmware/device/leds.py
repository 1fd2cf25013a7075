"""A NeoPixel that remembers what it shows, and how often it was written to."""


class Leds:
    def __init__(self, count):
        self._set = [None] * count  # a WS2812 that got power shows anything
        self.shown = self._set[:]
        self.writes = 0

    def __len__(self):
        return len(self._set)

    def __setitem__(self, index, colour):
        assert len(colour) == 3 and all(type(level) is int and 0 <= level <= 255 for level in colour)
        self._set[index] = colour

    def fill(self, colour):
        for index in range(len(self)):
            self[index] = colour

    def write(self):
        self.shown = self._set[:]
        self.writes += 1

    def glowing(self):
        """The numbers of the lamps that are not dark, from 0."""
        return [index for index, colour in enumerate(self.shown) if colour != (0, 0, 0)]
