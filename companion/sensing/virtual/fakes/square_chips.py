"""What the squares' sensors are to the pins of a Pico: registers, port expanders, or a bare matrix.

Each is made from ``config["squares"]`` as the board is really wired, and ``closed()``, which tells the closed
switches once a scan, in the bits of a SQUARES line. The same under MicroPython and CPython, and none of it is
the firmware's own code.
"""

MYPY = False
if MYPY:  # MicroPython has neither
    from collections.abc import Callable

GPIO_IN = 0xD0000004


class WrongUse(Exception):
    """The firmware did what the real parts would not forgive."""


class NoSquares:
    """Nothing is wired; the others are as much more as they are."""

    def __init__(self, settings: dict, closed: "Callable[[], int]") -> None:  # type: ignore[type-arg]
        self.settings = settings
        self.closed = closed

    def output(self, pin: int, level: int, floats: bool) -> None:
        """A pin was set; ``floats`` if it drives low only."""

    def levels(self) -> int:
        """The levels of all pins; those on which nothing hangs read high."""
        return (1 << 30) - 1

    def spi(self, words: list[int], mode: tuple[int, int]) -> bool:
        """Whether something hangs on an SPI (its number, clock, data in), in this mode."""
        return False

    def shift(self, count: int) -> bytes:
        """The next so many bytes of it."""
        return b"\xff" * count

    def i2c(self, words: list[int]) -> "dict[int, Expander]":
        """What answers on an I2C bus (its number, SDA, SCL), by address."""
        return {}

    def dead(self, numbers: list[int]) -> None:
        """These chips, counted from 1, have no power, and all others have."""


class Chain(NoSquares):
    """74HC165s: they take their inputs when the load pin goes low, then shift them out."""

    held = b""
    at = 1

    def output(self, pin: int, level: int, floats: bool) -> None:
        """The load pin counts."""
        if pin == self.settings["load"]:
            if self.at and not level:
                size = self.settings["chips"]
                every = (1 << 8 * size) - 1
                self.held = (self.closed() ^ (0 if self.settings["closed"] else every)).to_bytes(size, "big")
            self.at = level

    def spi(self, words: list[int], mode: tuple[int, int]) -> bool:
        """Clock and data where they are, and the mode in which no bit is lost."""
        if words != [self.settings[name] for name in ("spi", "clock", "data")]:
            return False
        if mode != (1, 0):
            raise WrongUse("a 74HC165 read in this SPI mode loses its first bit")
        return True

    def shift(self, count: int) -> bytes:
        """Behind the last register the line reads high."""
        out = self.held[:count]
        self.held = self.held[count:]
        return out + b"\xff" * (count - len(out))


class Expander:
    """One MCP23017 (IOCON.BANK = 0). ``look()`` gives the switches at its pins, A7 first; 1 is closed."""

    def __init__(self, look: "Callable[[], int]", closed_level: int) -> None:
        self.alive = True
        self._look = look
        self._closed_level = closed_level
        self.power()

    def power(self) -> None:
        """It gets power, and knows nothing."""
        self._registers = bytearray(b"\xff\xff" + b"\x00" * 20)

    def write(self, register: int, data: bytes) -> None:
        """Bytes to its registers, one after the other."""
        for at, byte in enumerate(data):
            if register + at not in (0x0E, 0x0F, 0x10, 0x11):  # flags of interrupts
                self._registers[register + at] = byte

    def read(self, register: int, count: int) -> bytes:
        """Bytes of its registers."""
        if register <= 0x13 and register + count > 0x12:
            switches = self._look()
            levels = switches if self._closed_level else switches ^ 0xFFFF
            if self._closed_level == 0:  # an open reed leaves a pin without pull-up to chance: it reads low
                levels &= self._registers[0x0C] << 8 | self._registers[0x0D]
            inputs = self._registers[0x00] << 8 | self._registers[0x01]
            latch = self._registers[0x14] << 8 | self._registers[0x15]
            levels = levels & inputs | latch & ~inputs & 0xFFFF
            self._registers[0x12:0x14] = levels.to_bytes(2, "big")
        return bytes(self._registers[register : register + count])


class Expanders(NoSquares):
    """MCP23017s on I2C."""

    def __init__(self, settings: dict, closed: "Callable[[], int]") -> None:  # type: ignore[type-arg]
        super().__init__(settings, closed)
        self._buses: dict[tuple[int, int, int], dict[int, Expander]] = {}
        self._chips: list[Expander] = []
        self._scan = 0
        self._last = 99
        for wires in settings["buses"]:
            found = {}
            for address in wires["addresses"]:
                found[address] = Expander(self._looker(len(self._chips)), settings["closed"])
                self._chips.append(found[address])
            self._buses[wires["i2c"], wires["sda"], wires["scl"]] = found

    def _looker(self, number: int) -> "Callable[[], int]":
        def look() -> int:
            if number <= self._last:  # a new scan
                self._scan = self.closed()
            self._last = number
            return self._scan >> 16 * (len(self._chips) - 1 - number) & 0xFFFF

        return look

    def i2c(self, words: list[int]) -> dict[int, Expander]:
        """Those on this bus."""
        return self._buses.get(tuple(words), {})  # type: ignore[arg-type]

    def dead(self, numbers: list[int]) -> None:
        """One that gets its power back must be set up anew."""
        for number, chip in enumerate(self._chips, 1):
            if number not in numbers and not chip.alive:
                chip.power()
            chip.alive = number not in numbers


class Matrix(NoSquares):
    """Switches that join rows to columns, with a diode each or without."""

    def __init__(self, settings: dict, closed: "Callable[[], int]") -> None:  # type: ignore[type-arg]
        super().__init__(settings, closed)
        self._levels = dict.fromkeys(settings["select"], 1)
        self._floating: set[int] = set()
        self._scan = 0

    def output(self, pin: int, level: int, floats: bool) -> None:
        """A pin of the rows counts."""
        if pin in self._levels:
            self._levels[pin] = level
            (self._floating.add if floats else self._floating.discard)(pin)

    def levels(self) -> int:
        """Columns are pulled up, and low where a way leads to a row that is low."""
        rows = self._rows()
        if rows and rows[0] == 0:
            self._scan = self.closed()
        width = len(self.settings["columns"])
        spare = 8 * self.settings["bytes"] - self.settings["rows"] * width
        closed = set()
        for row in range(self.settings["rows"]):
            for column in range(width):
                if self._scan >> spare + (self.settings["rows"] - 1 - row) * width + width - 1 - column & 1:
                    closed.add((row, column))
        low = self._reached(rows, closed)
        levels = (1 << 30) - 1
        for column in low:
            levels ^= 1 << self.settings["columns"][column]
        return levels

    def _rows(self) -> list[int]:
        """The rows that are pulled low."""
        pins = self.settings["select"]
        if self.settings["decoder"]:
            return [sum(self._levels[pin] << bit for bit, pin in enumerate(pins))]
        return [row for row, pin in enumerate(pins) if not self._levels[pin]]

    def _reached(self, rows: list[int], closed: set[tuple[int, int]]) -> set[int]:
        """The columns that are low: with diodes, current flows from a column into a row only."""
        seen, low = set(rows), set()
        ways = list(rows)
        while ways:
            row = ways.pop()
            for column in [column for at, column in closed if at == row and column not in low]:
                low.add(column)
                if self.settings["diodes"]:
                    continue
                for other in [at for at, crossed in closed if crossed == column and at not in seen]:
                    if self.settings["decoder"] or self.settings["select"][other] not in self._floating:
                        raise WrongUse("a row that is high is shorted to one that is low")
                    seen.add(other)
                    ways.append(other)
        return low


KINDS = {"74hc165": Chain, "mcp23017": Expanders, "matrix": Matrix}
