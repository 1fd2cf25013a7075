"""PN5180 readers as far as firmware can tell: commands, registers, BUSY, pins, and the time that things take.

They judge the driver as well as they serve it: what a real reader would not forgive is a ``WrongUse``. Times
are microseconds of a clock that comes in. The same under MicroPython and CPython.
"""

from rf_field import Field, WrongUse, framed  # type: ignore[import-not-found]  # there only beside the firmware

MYPY = False
if MYPY:  # MicroPython has neither
    from collections.abc import Callable

NEEDED_BITS = 0x4C0  # of TX_CONFIG: without them a frame is an end of frame alone
UP_US, FORGET_US = 1000, 2000  # a tag listens after so long in a field, and forgets after so long without
OBEY_US = 20  # a common command; those of the field take longer
BYTE_US, BEGIN_US, REPLY_US = 302, 450, 3900


class Chip:
    """One reader. ``clock()`` gives microseconds; ``turned_on(chip)`` is called when its field comes on.

    ``mute``: "" (well), "absent" (nothing is plugged in), "stuck" (BUSY stays high until a reset) or "dead"
    (it stays high for ever).
    """

    def __init__(self, field: Field, clock: "Callable[[], int]", turned_on: "Callable[[Chip], None]") -> None:
        self.field = field
        self.radiates = False
        self.mute = ""
        self._clock = clock
        self._turned_on = turned_on
        self._nss = self._reset_level = 1
        self._registers: dict[int, int] = {}
        self._written = b""
        self._answer = b""
        self._busy_until = 0
        self._off_at = -FORGET_US
        self._on_at = 0
        self._reply = (b"", True)
        self._begins = self._ends = 0
        self._cleared = 0

    def reset(self, level: int) -> None:
        """The reset pin; low is a reset, which also ends the field."""
        if not level:
            self._turn_off()
            self._registers = {}
            self._answer = self._written = b""
            self.mute = "" if self.mute == "stuck" else self.mute
        elif not self._reset_level:
            self._busy_until = self._now() + 2500
        self._reset_level = level

    def select(self, level: int) -> None:
        """The NSS pin. A command is obeyed when it goes high."""
        if self._nss and not level and self.busy() and not self.mute:
            raise WrongUse("a transfer began while BUSY was high")
        if not self._nss and level and not self.mute:
            command, self._written = self._written, b""
            self._busy_until = self._now() + OBEY_US
            if command:
                self._obey(command)
        self._nss = level

    def busy(self) -> int:
        """The level of BUSY."""
        if self.mute:
            return 0 if self.mute == "absent" else 1
        if not self._nss:
            return 1 if self._written or not self._answer else 0
        return 1 if self._now() < self._busy_until else 0

    def write(self, data: bytes) -> None:
        """Bytes of a command."""
        self._written += bytes(data)

    def read(self, count: int) -> bytes:
        """Bytes of an answer."""
        if self.mute:
            return b"\xff" * count
        if len(self._answer) != count:
            raise WrongUse(f"there are {len(self._answer)} bytes to read, not {count}")
        answer, self._answer = self._answer, b""
        return answer

    def _now(self) -> int:
        return self._clock()

    def _obey(self, command: bytes) -> None:
        code, rest = command[0], command[1:]
        if not self._reset_level:
            raise WrongUse("a command during the reset")
        if code in (0, 1, 2) and len(rest) == 5:
            self._set(code, rest[0], int.from_bytes(rest[1:], "little"))
        elif code == 0x04 and len(rest) == 1:
            self._answer = self._get(rest[0]).to_bytes(4, "little")
        elif code == 0x07 and len(rest) == 2:
            self._answer = b"\x05\x04"[: rest[1]]
        elif code == 0x09 and rest:
            self._send(rest[1:])
        elif code == 0x0A:
            self._answer = self._received()
        elif code == 0x11 and rest == b"\x0d\x8d":
            self._registers[0x12] = self._registers[0x19] = 1
            self._registers[0x18] = 0x100 | NEEDED_BITS
            self._busy_until = self._now() + 700
        elif code == 0x16 and rest == b"\x00":
            self._turn_on()
        elif code == 0x17 and rest == b"\x00":
            self._turn_off()
        else:
            raise WrongUse("no such command")

    def _set(self, how: int, register: int, value: int) -> None:
        if register == 0x03:
            self._cleared = self._now()
        old = self._registers.get(register, 0)
        self._registers[register] = (value, old | value, old & value)[how]

    def _get(self, register: int) -> int:
        now = self._now()
        heard = bool(self._reply[0]) and self._begins > self._cleared
        if register == 0x02:
            return (now >= self._ends and heard) | (now >= self._begins and heard) << 14
        if register == 0x13:
            data, readable = self._reply
            return (len(data) if now >= self._ends else 0) | (not readable) << 18
        return self._registers.get(register, 0)

    def _send(self, data: bytes) -> None:
        if not self.radiates or self._registers.get(0x00, 0) & 7 != 3:
            raise WrongUse("sent without a field, or not as a transceiver")
        if data and self._registers[0x19] & 1:
            data = framed(data)
        whole = self._registers[0x18] & NEEDED_BITS == NEEDED_BITS
        if whole != bool(data):
            raise WrongUse("TX_CONFIG does not fit what is sent")
        now = self._now()
        listens = now >= self._on_at + UP_US
        self._reply = self.field.send(data) if listens else (b"", True)
        self._begins = now + len(data) * BYTE_US + BEGIN_US
        self._ends = self._begins + REPLY_US
        self._registers[0x00] &= ~7

    def _received(self) -> bytes:
        data = self._reply[0]
        return data[:-2] if self._registers[0x12] & 1 else data

    def _turn_on(self) -> None:
        self._turned_on(self)
        self.radiates = True
        self._on_at = self._now()
        self._busy_until = self._on_at + 300
        self._reply = (b"", True)
        if self._on_at - self._off_at >= FORGET_US:
            self.field.power()

    def _turn_off(self) -> None:
        if self.radiates:
            self._off_at = self._now()
        self.radiates = False


def _made(number: int, clock: "Callable[[], int]", turned_on: "Callable[[Chip], None]") -> Chip:
    return Chip(Field(number), clock, turned_on)


class Bus:
    """Readers of any kind with their pins.

    ``readers`` are (room, nss, busy, reset, address); ``address`` the pins of decoder and multiplexer, the
    lowest bit first; ``look(room)`` gives the UIDs that lie there, None for those that lay there before.
    ``make(number, clock, turned_on)`` makes one reader, the first is number 1.
    """

    def __init__(
        self,
        readers: list[tuple[str, int, int, int, int]],
        address: list[int],
        clock: "Callable[[], int]",
        look: "Callable[[str], list[int] | None]",
        make: "Callable[[int, Callable[[], int], Callable[[Chip], None]], Chip]" = _made,
    ) -> None:
        self.chips: dict[str, Chip] = {}
        self._address = address
        self._at = 0 if address else -1  # -1: every reader has pins of its own
        self._look = look
        self._nss: dict[tuple[int, int], Chip] = {}  # by pin and address
        self._busy: dict[tuple[int, int], Chip] = {}
        self._resets: list[tuple[int, Chip]] = []
        self._low: set[int] = set()
        for number, (room, nss, busy, reset, at) in enumerate(readers, 1):
            chip = make(number, clock, self._turned_on)
            self.chips[room] = chip
            self._nss[nss, at if address else -1] = chip
            self._busy[busy, at if address else -1] = chip
            self._resets.append((reset, chip))
        self._selectors = {nss for nss, _ in self._nss}

    def level(self, pin: int, level: int) -> None:
        """An output of the Pico changed, or was set again."""
        if pin in self._selectors:
            chip = self._nss.get((pin, self._at))
            if chip:
                chip.select(level)
            (self._low.discard if level else self._low.add)(pin)
        elif pin in self._address:
            bit = self._address.index(pin)
            at = self._at & ~(1 << bit) | level << bit
            if self._low and at != self._at:
                raise WrongUse("the address changed during a transfer")
            self._at = at
        else:
            for reset, chip in self._resets:
                if pin == reset:
                    chip.reset(level)

    def reading(self, pin: int) -> int | None:
        """The level that an input of the Pico reads; None where no BUSY hangs on it."""
        chip = self._busy.get((pin, self._at))
        return chip.busy() if chip else None

    def write(self, data: bytes) -> None:
        """Bytes from the Pico to the chip whose NSS is low."""
        self._selected().write(data)

    def readinto(self, buffer: bytearray) -> None:
        """Bytes from the chip whose NSS is low."""
        for at, byte in enumerate(self._selected().read(len(buffer))):
            buffer[at] = byte

    def _selected(self) -> Chip:
        found = [self._nss[pin, self._at] for pin in self._low if (pin, self._at) in self._nss]
        if len(found) != 1:
            raise WrongUse(f"{len(found)} readers are selected at once")
        return found[0]

    def _turned_on(self, chip: Chip) -> None:
        if any(other.radiates for other in self.chips.values() if other is not chip):
            raise WrongUse("two fields at once")
        for room, own in self.chips.items():
            if own is chip:
                uids = self._look(room)
                if uids is not None:
                    chip.field.lay(uids)
