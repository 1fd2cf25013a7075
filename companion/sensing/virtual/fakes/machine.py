"""MicroPython's ``machine`` for firmware without a Pico: its pins end in the world that the parent describes.

It runs under MicroPython and under CPython. The parent writes lines to the descriptor COMPANION_WORLD:
``serial HEX`` (the Pico's unique id); as far as there are such things, ``squares JSON`` (the squares' sensors
as they are really wired, in the words of config.json), ``lamps PIN COUNT`` (the chain of WS2812), ``readers
JSON`` (the rooms' readers, likewise), ``closed HEX`` (the switches, in the bits
of a SQUARES line), ``dead N ...`` (the numbers of the port expanders without power) and ``field ROOM UID
...`` (the tags above a reader), these three again when they change; then
``on``: the Pico gets power. ``after MS LINE`` is a line for so many milliseconds later, by the firmware's own
clock; pin_faults.py has the lines that make pins misbehave. What is to be seen from outside goes back as
lines to the descriptor COMPANION_SEEN; fakes/neopixel.py writes them.
"""

import json
import os
import select
import time

from pin_faults import PinFaults  # type: ignore[import-not-found]  # there only where the firmware runs
from pn532_chips import Pad  # type: ignore[import-not-found]  # there only where the firmware runs
from pn5180_chips import Bus  # type: ignore[import-not-found]  # there only where the firmware runs
from square_chips import GPIO_IN, KINDS, Expander, NoSquares  # type: ignore[import-not-found]  # there only ...


class _World:
    """The parent's side, read when the firmware looks at it."""

    def __init__(self) -> None:
        self.facts: dict[str, list[str]] = {}
        self.fields: dict[str, list[str]] = {}
        self.readers: dict = {}  # type: ignore[type-arg]
        self.faults = PinFaults()
        self._later: list[tuple[int, list[str]]] = []
        # Unbuffered, or poll() would not see what a buffer has swallowed.
        self._lines = open(int(os.getenv("COMPANION_WORLD") or 3), "rb", 0)  # noqa: SIM115 (as long as the process)
        self._seen = open(int(os.getenv("COMPANION_SEEN") or 4), "wb", 0)  # noqa: SIM115
        self._poll = select.poll()
        self._poll.register(self._lines, select.POLLIN)
        self.squares = NoSquares({}, self.closed)
        self.bus: Bus = None
        while "on" not in self.facts:
            self._read()
        self.bus = self._readers(self.facts.get("readers", []))
        self._silence(int(self.facts.get("mute", ["0"])[0]))

    def show(self, line: str) -> None:
        """Tell the parent what it would see."""
        self._seen.write((line + "\n").encode())

    def closed(self) -> int:
        """The switches at the squares as a scan finds them that begins now."""
        self.look()
        return self.faults.levels(int(self.facts["closed"][0], 16))  # type: ignore[no-any-return]

    def look(self) -> None:
        """Take in what has changed."""
        while self._poll.poll(0):
            self._read()
        while self._later and time.ticks_ms() >= self._later[0][0]:  # type: ignore[attr-defined]
            self._take(self._later.pop(0)[1])
            if not self._later:
                self.show("acted")

    def _read(self) -> None:
        words = self._lines.readline().decode().split()
        if not words:
            raise SystemExit  # the parent has gone, and took the power with it
        if words[0] == "after":
            self._later.append((time.ticks_ms() + int(words[1]), words[2:]))  # type: ignore[attr-defined]
        else:
            self._take(words)

    def _take(self, words: list[str]) -> None:
        if words[0] == "field":
            self.fields[words[1]] = words[2:]
        elif words[0] == "squares":
            settings = json.loads(words[1])
            self.squares = KINDS[settings["kind"]](settings, self.closed)
        elif words[0] == "dead":
            self.squares.dead([int(number) for number in words[1:]])
        elif words[0] == "mute":
            self._silence(int(words[1]))
        self.facts[words[0]] = words[1:]
        self.faults.obey(words)

    def _silence(self, mute: int) -> None:
        """The reader of this number, the first is 1, has no power, and all others have."""
        for number, pins in enumerate(self.readers["readers"] if self.bus else [], 1):
            self.bus.chips[pins["room"]].mute = "dead" if number == mute else ""

    def _readers(self, words: list[str]) -> Bus:
        """The readers' bus, None without readers."""
        if not words:
            return None
        self.readers = json.loads(words[0])
        wired = []
        for pins in self.readers["readers"]:
            nss, busy, reset, at = [pins.get(name, -1) for name in ("nss", "busy", "reset", "address")]
            wired.append((pins["room"], nss, busy, reset, at))
        ticks_us = time.ticks_us  # type: ignore[attr-defined]
        if self.readers["kind"] == "pn532":
            return Bus(wired, self.readers["address"], ticks_us, self._pad_field, _pad)
        return Bus(wired, self.readers["address"], ticks_us, self._field)

    def _field(self, room: str) -> list[int]:
        """The tags that lie in a room now."""
        self.look()
        lying = [int(uid, 16) for uid in self.fields.get(room, [])]
        return self.faults.answering(room, lying)  # type: ignore[no-any-return]

    def _pad_field(self, room: str) -> list[bytes]:
        """The tags that are held to the pad of a room now."""
        self.look()
        return [int(uid, 16).to_bytes(len(uid) // 2, "big") for uid in self.fields.get(room, [])]


def _pad(number: int, clock: object, turned_on: object) -> Pad:
    return Pad(clock, turned_on)


_worlds: list[_World] = []


def _world() -> _World:
    if not _worlds:
        _worlds.append(_World())
    return _worlds[0]


class Pin:
    """A pin, by its GP number."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, id: int, mode: int = -1, pull: int = -1, value: int | None = None) -> None:
        self.id = id
        self._mode = mode
        self._level = 1
        if value is not None:
            self.value(value)

    def value(self, level: int | None = None) -> int | None:
        """Read, or set."""
        world = _world()
        if level is None:
            read = world.bus.reading(self.id) if world.bus else None
            return self._level if read is None else read
        world.squares.output(self.id, level, self._mode == Pin.OPEN_DRAIN)
        if world.bus:
            world.bus.level(self.id, level)
        self._level = level
        return None


class SPI:
    """A hardware SPI; the chain or the readers hang on it, and answer only if pins and mode are right."""

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
        world = _world()
        self._bus: Bus = None
        bus = [world.readers.get(name) for name in ("spi", "clock", "mosi", "miso")]
        if [id, sck.id, mosi.id, miso.id] == bus:
            self._bus = world.bus
            if (polarity, phase) != (0, 0):
                raise ValueError("PN5180 and PN532 speak SPI mode 0")
        elif not world.squares.spi([id, sck.id, miso.id], (polarity, phase)):
            raise ValueError(f"nothing on SPI {id} with clock GP{sck.id} and data GP{miso.id}")

    def write(self, data: bytes) -> None:
        """Clock out bytes; only the readers listen."""
        self._bus.write(data)

    def readinto(self, buffer: bytearray, write: int = 0) -> None:
        """Clock in as many bytes as fit."""
        if self._bus:
            self._bus.readinto(buffer)
            return
        for at, byte in enumerate(_world().squares.shift(len(buffer))):
            buffer[at] = byte


class I2C:
    """A hardware I2C bus; what has no power, or is not there, does not answer."""

    def __init__(self, id: int, *, scl: Pin, sda: Pin, freq: int = 400000, timeout: int = 50000) -> None:
        self._words = [id, sda.id, scl.id]

    def readfrom_mem(self, addr: int, memaddr: int, nbytes: int) -> bytes:
        """Registers of one device."""
        return self._at(addr).read(memaddr, nbytes)  # type: ignore[no-any-return]

    def readfrom_mem_into(self, addr: int, memaddr: int, buf: bytearray) -> None:
        """As many as fit."""
        buf[:] = self._at(addr).read(memaddr, len(buf))

    def writeto_mem(self, addr: int, memaddr: int, buf: bytes) -> None:
        """Set registers of one device."""
        self._at(addr).write(memaddr, buf)

    def _at(self, address: int) -> Expander:
        _world().look()
        found = _world().squares.i2c(self._words).get(address)
        if not found or not found.alive:
            raise OSError(5)  # EIO, as for a device that is not there
        return found


def lamps_on(pin: Pin, count: int) -> _World:
    """The world, if a chain of so many WS2812 hangs on the pin."""
    wired = _world().facts.get("lamps")
    if wired != [str(pin.id), str(count)]:
        raise ValueError(f"no chain of {count} lamps on GP{pin.id}, there is: {wired}")
    return _world()


PWRON_RESET = 1
WDT_RESET = 3


def reset_cause() -> int:
    """Every start of the process is one with power."""
    return PWRON_RESET


class WDT:
    """The watchdog. It never bites: a busy machine may stop a process for longer than a Pico ever stops."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")

    def feed(self) -> None:
        """The program lives."""


class _Registers:
    """The chip's registers: the pins; all others are 0 after the power came, and take what is written."""

    def __init__(self) -> None:
        self._words: dict[int, int] = {}

    def __getitem__(self, address: int) -> int:
        if address == GPIO_IN:
            return _world().squares.levels()  # type: ignore[no-any-return]
        return self._words.get(address, 0)

    def __setitem__(self, address: int, word: int) -> None:
        self._words[address] = word


mem32 = _Registers()


def unique_id() -> bytes:
    """The serial number of the chip."""
    digits = _world().facts["serial"][0]
    return int(digits, 16).to_bytes(len(digits) // 2, "big")
