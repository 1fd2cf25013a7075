"""PN532 pads with the tags that are held to them, as far as frames, and the SPI's bytes, can tell.

Frames and commands as in NXP's user manual UM0701-02; tests/sensing/test_pn532.py lets nfcpy judge them. The
same under MicroPython and CPython, and none of it is the firmware's own code.
"""

from rf_field import WrongUse  # type: ignore[import-not-found]  # there only beside the firmware

MYPY = False
if MYPY:  # MicroPython has neither
    from collections.abc import Callable

ACK = b"\x00\x00\xff\x00\xff\x00"
SYNTAX_ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
ACK_US, ANSWER_US, FIELD_US, TRY_US = 500, 1000, 5000, 3000
NTAG213 = b"\x00\x04\x04\x02\x01\x00\x0f\x03"  # the answer to GET_VERSION of a tag whose sheet says so


def framed(data: bytes) -> bytes:
    """Bytes in a normal information frame, or an extended one where they are many."""
    size = len(data)
    head = bytes([size & 255, 256 - size & 255])
    if size > 254:
        head = b"\xff\xff" + bytes([size >> 8, size & 255, 512 - (size >> 8) - (size & 255) & 255])
    return b"\x00\x00\xff" + head + data + bytes([256 - sum(data) & 255, 0])


def unframed(frame: bytes) -> "bytes | None":
    """The bytes in a frame; b"" for an ACK, None for what does not check."""
    start = frame.find(b"\x00\xff")
    if start < 0 or len(frame) < start + 4:
        return None
    rest = frame[start + 2 :]
    size, at = rest[0], 2
    if rest[:2] == b"\x00\xff":
        return b""
    if rest[:2] == b"\xff\xff":
        size, at = rest[2] << 8 | rest[3], 5
        if sum(rest[2:5]) & 255:
            return None
    elif rest[0] + rest[1] & 255:
        return None
    if len(rest) < at + size + 1 or sum(rest[at : at + size + 1]) & 255:
        return None
    return rest[at : at + size]


def crc_a(data: bytes) -> bytes:
    """The CRC of ISO 14443-3 type A."""
    crc = 0x6363
    for byte in data:
        low = byte ^ crc & 255
        low = (low ^ low << 4) & 255
        crc = crc >> 8 ^ low << 8 ^ low << 3 ^ low >> 4
    return crc.to_bytes(2, "little")


class Tag:
    """An NTAG213, or a card that has only a UID (4, 7 or 10 bytes)."""

    def __init__(self, uid: bytes) -> None:
        self.uid = uid

    def selected(self) -> bytes:
        """What the chip tells of it once it has chosen it."""
        sens = b"\x00\x44" if len(self.uid) == 7 else b"\x00\x04"
        return b"\x01" + sens + b"\x00" + bytes([len(self.uid)]) + self.uid

    def answer(self, request: bytes) -> bytes:
        """Its answer, without a CRC; b"" for none."""
        if len(self.uid) != 7:
            return b""
        if request == b"\x60":
            return NTAG213
        if request[:1] == b"\x30" and len(request) == 2:
            serial = self.uid[:3] + bytes([0x88 ^ self.uid[0] ^ self.uid[1] ^ self.uid[2]]) + self.uid[3:]
            check = self.uid[3] ^ self.uid[4] ^ self.uid[5] ^ self.uid[6]
            memory = serial + bytes([check, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0]) + bytes(164)
            at = 4 * request[1]
            return memory[at : at + 16] if at < 180 else b""
        return b""


class Field:
    """What is held to one pad."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []

    def lay(self, uids: list[bytes]) -> None:
        """These tags and no others."""
        self.tags = [Tag(uid) for uid in uids]


class Chip:
    """One PN532: frames in, frames out.

    ``clock()`` gives microseconds; ``turned_on(chip)`` is called when its field comes on. ``mute``: "" (well)
    or "absent" (nothing is plugged in).
    """

    def __init__(self, clock: "Callable[[], int]", turned_on: "Callable[[Chip], None]") -> None:
        self.field = Field()
        self.mute = ""
        self._clock = clock
        self._turned_on = turned_on
        self.power()

    def power(self) -> None:
        """It gets power, and knows nothing."""
        self.radiates = False
        self._set_up = False
        self._retries = 255
        self._chosen: list[Tag] = []
        self._registers = {0x6303: 0x80}
        self._out: list[tuple[int, bytes]] = []
        self._search = False  # for a tag, until one comes

    def receive(self, frame: bytes) -> None:
        """A whole frame from the host."""
        data = unframed(frame)
        self._out = []
        self._search = False
        if data is None or data == b"":  # what does not check is not answered; an ACK ends what goes on
            return
        if not self._set_up and data[1:2] not in (b"\x02", b"\x14"):
            return  # half asleep since it got power
        now = self._clock()
        self._out.append((now + ACK_US, ACK))
        answer = self._obey(data)
        if answer is not None:
            self._out.append((now + ACK_US + answer[0], answer[1]))

    def ready(self) -> bool:
        """Whether there is a frame to fetch."""
        if self._search and not self._out and self.field.tags:
            self._search = False
            self._out.append((self._clock(), framed(b"\xd5\x4b" + self._found())))
        return len(self._out) > 0 and self._clock() >= self._out[0][0]

    def fetch(self) -> bytes:
        """The frame that is ready."""
        return self._out.pop(0)[1]

    def _obey(self, data: bytes) -> "tuple[int, bytes] | None":
        command, rest = data[1:2], data[2:]
        handler = _COMMANDS.get(command[0] if command else -1)
        if data[0] != 0xD4 or handler is None:
            return ANSWER_US, SYNTAX_ERROR
        told = handler(self, rest)
        if told is None:
            return None
        took, answer = told
        return took, framed(b"\xd5" + bytes([data[1] + 1]) + answer)

    def _diagnose(self, data: bytes) -> tuple[int, bytes]:
        return ANSWER_US, data if data[0] == 0 else b"\x00"

    def _version(self, data: bytes) -> tuple[int, bytes]:
        return ANSWER_US, b"\x32\x01\x06\x07"

    def _sam(self, data: bytes) -> tuple[int, bytes]:
        self._set_up = data[:1] == b"\x01"
        return ANSWER_US, b""

    def _plain(self, data: bytes) -> tuple[int, bytes]:
        return ANSWER_US, b""

    def _power_down(self, data: bytes) -> tuple[int, bytes]:
        self.radiates = False
        return ANSWER_US, b"\x00"

    def _read_registers(self, data: bytes) -> tuple[int, bytes]:
        addresses = [data[at] << 8 | data[at + 1] for at in range(0, len(data), 2)]
        return ANSWER_US, bytes([self._registers.get(address, 0) for address in addresses])

    def _write_registers(self, data: bytes) -> tuple[int, bytes]:
        for at in range(0, len(data), 3):
            self._registers[data[at] << 8 | data[at + 1]] = data[at + 2]
        return ANSWER_US, b""

    def _configure(self, data: bytes) -> tuple[int, bytes]:
        if data[0] == 0x01:
            if data[1] & 1:
                self._turn_on()
            else:
                self.radiates = False
                self._chosen = []
        elif data[0] == 0x05:
            self._retries = data[3]
        return ANSWER_US, b""

    def _list(self, data: bytes) -> "tuple[int, bytes] | None":
        if data[:1] not in (b"\x01", b"\x02"):
            raise WrongUse("a PN532 takes two targets at most")
        took = TRY_US + (0 if self.radiates else FIELD_US)
        self._turn_on()
        self._chosen = []
        self._registers[0x6303] = 0x80
        if data[1] != 0 or (not self.field.tags and self._retries != 255):
            self._registers[0x6339] = 0x26  # the request that nobody answered is still in the FIFO
            return took + TRY_US * self._retries, b"\x00"
        if not self.field.tags:
            self._search = True
            return None
        return took, self._found()

    def _found(self) -> bytes:
        self._chosen = self.field.tags[:1]
        return b"\x01" + self._chosen[0].selected()

    def _exchange(self, data: bytes) -> tuple[int, bytes]:
        return self._through(data[1:])

    def _through(self, data: bytes) -> tuple[int, bytes]:
        there = [tag for tag in self._chosen if tag in self.field.tags]
        answer = there[0].answer(data) if there else b""
        if not answer:
            self._chosen = []
            return ANSWER_US, b"\x01"
        if not self._registers[0x6303] & 0x80:  # the host checks the CRC
            answer += crc_a(answer)
        return ANSWER_US, b"\x00" + answer

    def _release(self, data: bytes) -> tuple[int, bytes]:
        self._chosen = []
        return ANSWER_US, b"\x00"

    def _turn_on(self) -> None:
        if not self.radiates:
            self._turned_on(self)
            self.radiates = True


_COMMANDS = {
    0x00: Chip._diagnose,
    0x02: Chip._version,
    0x06: Chip._read_registers,
    0x08: Chip._write_registers,
    0x10: Chip._plain,  # the speed of a serial line
    0x12: Chip._plain,  # parameters of ISO 14443-4
    0x14: Chip._sam,
    0x16: Chip._power_down,
    0x32: Chip._configure,
    0x40: Chip._exchange,
    0x42: Chip._through,
    0x44: Chip._release,
    0x4A: Chip._list,
    0x52: Chip._release,
}


def mirrored(data: bytes) -> bytes:
    """The bits of each byte the other way round."""
    return bytes([sum((byte >> bit & 1) << 7 - bit for bit in range(8)) for byte in data])


class Pad(Chip):
    """The chip on an SPI, which takes and gives the lowest bit of a byte first."""

    _nss = 1
    _written = b""
    _reading = b""

    def select(self, level: int) -> None:
        """The NSS pin. What was written is taken when it goes high."""
        written, self._written = self._written, b""
        if not self._nss and level and not self.mute and written[:1] == b"\x01":
            self.receive(written[1:])
        self._reading = b""
        self._nss = level

    def busy(self) -> int:
        """It has no such pin."""
        return 1

    def reset(self, level: int) -> None:
        """It has no such pin."""

    def write(self, data: bytes) -> None:
        """Bytes from the host."""
        self._written += mirrored(data)
        if self.mute:
            return
        if self._written == b"\x03":
            if not self.ready():
                raise WrongUse("an answer was fetched before it was ready")
            self._reading = self.fetch()

    def read(self, count: int) -> bytes:
        """Bytes to the host; behind a frame comes anything."""
        if self.mute:
            return b"\xff" * count
        if self._written == b"\x02":
            return mirrored(b"\x01" if self.ready() else b"\x00")
        out = self._reading[:count]
        return mirrored(out + b"\xaa" * (count - len(out)))
