"""MicroPython's ``machine`` for firmware without a Pico: its pins end in the world that the parent describes.

It runs under MicroPython and under CPython. The parent writes lines to the descriptor COMPANION_WORLD:
``serial HEX`` (the Pico's unique id), ``wired SPI CLOCK DATA LOAD`` (the pins of the chain of 74HC165),
``lamps PIN COUNT`` (the chain of WS2812, where there is one) and ``chain HEX`` (the level of every input, the
first one clocked out as the highest bit), again when it changes. What is to be seen from outside goes back as
lines to the descriptor COMPANION_SEEN; fakes/neopixel.py writes them.
"""

import os
import select


class _World:
    """The parent's side, read when the firmware looks at it."""

    def __init__(self) -> None:
        self.facts: dict[str, list[str]] = {}
        # Unbuffered, or poll() would not see what a buffer has swallowed.
        self._lines = open(int(os.getenv("COMPANION_WORLD") or 3), "rb", 0)  # noqa: SIM115 (as long as the process)
        self._seen = open(int(os.getenv("COMPANION_SEEN") or 4), "wb", 0)  # noqa: SIM115
        self._poll = select.poll()
        self._poll.register(self._lines, select.POLLIN)
        while "chain" not in self.facts:
            self._read()

    def show(self, line: str) -> None:
        """Tell the parent what it would see."""
        self._seen.write((line + "\n").encode())

    def look(self) -> None:
        """Take in what has changed."""
        while self._poll.poll(0):
            self._read()

    def _read(self) -> None:
        words = self._lines.readline().decode().split()
        if not words:
            raise SystemExit  # the parent has gone, and took the power with it
        self.facts[words[0]] = words[1:]


_worlds: list[_World] = []


def _world() -> _World:
    if not _worlds:
        _worlds.append(_World())
    return _worlds[0]


class _Chain:
    """The shift registers: they take their inputs when the load pin goes low, then shift them out."""

    def __init__(self) -> None:
        self.held = b""

    def load(self) -> None:
        """The load pin went low."""
        _world().look()
        digits = _world().facts["chain"][0]
        self.held = int(digits, 16).to_bytes(len(digits) // 2, "big")

    def shift(self, count: int) -> bytes:
        """The next so many bytes; behind the last register the line reads high."""
        out = self.held[:count]
        self.held = self.held[count:]
        return out + b"\xff" * (count - len(out))


_chain = _Chain()


def _wired() -> list[int]:
    return [int(word) for word in _world().facts["wired"]]


class Pin:
    """A pin, by its GP number."""

    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, id: int, mode: int = -1, pull: int = -1, value: int | None = None) -> None:
        self.id = id
        self._level = 1
        if value is not None:
            self.value(value)

    def value(self, level: int | None = None) -> int | None:
        """Read, or set."""
        if level is None:
            return self._level
        if self._level and not level and self.id == _wired()[3]:
            _chain.load()
        self._level = level
        return None


class SPI:
    """A hardware SPI; only the chain hangs on it, and only if pins and mode are right does it answer."""

    def __init__(
        self,
        id: int,
        baudrate: int = 1000000,
        *,
        polarity: int = 0,
        phase: int = 0,
        sck: Pin,
        mosi: Pin,
        miso: Pin,
    ) -> None:
        if [id, sck.id, miso.id] != _wired()[:3]:
            raise ValueError(f"no chain of 74HC165 on SPI {id} with clock GP{sck.id} and data GP{miso.id}")
        if (polarity, phase) != (1, 0):
            raise ValueError("a 74HC165 read in this SPI mode loses its first bit")

    def readinto(self, buffer: bytearray) -> None:
        """Clock in as many bytes as fit."""
        for at, byte in enumerate(_chain.shift(len(buffer))):
            buffer[at] = byte


def lamps_on(pin: Pin, count: int) -> _World:
    """The world, if a chain of so many WS2812 hangs on the pin."""
    wired = _world().facts.get("lamps")
    if wired != [str(pin.id), str(count)]:
        raise ValueError(f"no chain of {count} lamps on GP{pin.id}, there is: {wired}")
    return _world()


def unique_id() -> bytes:
    """The serial number of the chip."""
    digits = _world().facts["serial"][0]
    return int(digits, 16).to_bytes(len(digits) // 2, "big")
