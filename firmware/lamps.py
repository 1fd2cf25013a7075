"""The door lamps: a chain of WS2812, all dark until the host says which glow."""

CHANNEL_MA = 20  # one colour of a WS2812 at level 255, 60 mA for all three (HARDWARE: Estimates)
DIGITS = "0123456789ABCDEF"
DARK = (0, 0, 0)


def dimmed(colour, glowing, milliamps):
    """The colour at which so many lamps together draw no more than that."""
    drawn = glowing * sum(colour) * CHANNEL_MA  # in 1/255 mA, like what is allowed
    allowed = milliamps * 255
    if drawn <= allowed:
        return tuple(colour)
    return tuple([level * allowed // drawn for level in colour])


class Lamps:
    """`chain` is a NeoPixel; `config` is made from `[lamps]` in hardware/pico.toml."""

    def __init__(self, config, chain):
        self._chain = chain
        self._colour = config["colour"]
        self._milliamps = config["milliamps"]
        self.dark()

    def show(self, digits):
        """Make glow what the digits of a LAMPS line say; False if they are not those of this chain."""
        count = len(self._chain)
        if len(digits) != (count + 3) // 4 or not all(digit in DIGITS for digit in digits):
            return False
        glows = [int(digits[lamp // 4], 16) >> (3 - lamp % 4) & 1 for lamp in range(count)]
        colour = dimmed(self._colour, sum(glows), self._milliamps)
        for lamp in range(count):
            self._chain[lamp] = colour if glows[lamp] else DARK
        self._chain.write()  # also when nothing is new: a lamp may have forgotten
        return True

    def dark(self):
        """No lamp glows."""
        self._chain.fill(DARK)
        self._chain.write()
