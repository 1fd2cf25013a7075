"""One PN532 at a door: its commands over SPI, and the one tag that is held to it.

Over SPI, since nine of them then share one bus, a wire each to choose one (on I2C all have the same address,
and a Pico has two serial ports). Every method that talks to the chip is a generator which yields the
milliseconds to wait: the squares are scanned meanwhile. Frames and commands: NXP's user manual UM0701-02.
"""

from turns import ReaderFault

WRITING, STATUS, READING = 0x01, 0x02, 0x03  # first byte of a transfer
SAM_CONFIGURATION, RF_CONFIGURATION, LIST_PASSIVE_TARGET = 0x14, 0x32, 0x4A
TO_CHIP, TO_HOST = 0xD4, 0xD5

ACK = b"\x00\x00\xff\x00\xff\x00"
NORMAL_MODE = b"\x01\x00\x00"
FIELD_OFF = b"\x01\x00"
ONE_RETRY = b"\x05\xff\x01\x01"  # else the chip looks for a tag for ever
ONE_OF_TYPE_A = b"\x01\x00"

LONGEST = 64  # bytes of the answers that are of use
ACK_TURNS = 15  # of the main loop, 30 ms, within which it says that it has understood
ANSWER_TURNS = 75  # ... and has done
WAKE_MS = 3
UID_SIZES = (4, 7, 10)


def _mirrored():
    table = bytearray(256)
    for byte in range(256):
        for bit in range(8):
            table[byte] |= (byte >> bit & 1) << 7 - bit
    return bytes(table)


_MIRROR = _mirrored()  # the chip takes the lowest bit first, the Pico's SPI gives the highest


def frame_of(data):
    """The bytes of a command in their frame."""
    size = len(data)
    return b"\x00\x00\xff" + bytes((size, -size & 255)) + data + bytes((-sum(data) & 255, 0))


def data_of(frame):
    """The bytes in the frame that these bytes begin with; None if it does not check."""
    start = frame.find(b"\x00\xff") + 2
    if start < 2 or len(frame) < start + 3:
        return None
    size = frame[start]
    data = frame[start + 2 : start + 2 + size]
    if (size + frame[start + 1]) & 255 or len(frame) < start + 3 + size:
        return None
    return None if (sum(data) + frame[start + 2 + size]) & 255 else data


def uid_of(answer):
    """The UID in the answer to a search for tags, b"" for no tag; None if it makes no sense."""
    if answer == b"\x00":
        return b""
    if len(answer) < 6 or answer[0] != 1 or answer[5] not in UID_SIZES or len(answer) < 6 + answer[5]:
        return None
    return answer[6 : 6 + answer[5]]


class Pad:
    """A pad on a bus with others; from `wake` to `rest` it is the only one that may be used.

    `spi` has write() and readinto(); `nss` is a pin; `select()` points the decoder that they share to this.
    """

    def __init__(self, spi, nss, select):
        self._spi = spi
        self._nss = nss
        self._select = select
        self._fresh = False  # nothing is known of the chip until it was set up

    def wake(self):
        """Set the chip up, if that was not done or something went wrong since."""
        self._select()
        if self._fresh:
            return
        self._nss.value(0)
        yield WAKE_MS
        self._nss.value(1)
        yield from self._ask(SAM_CONFIGURATION, NORMAL_MODE)
        yield from self._ask(RF_CONFIGURATION, ONE_RETRY)
        self._fresh = True

    def look(self):
        """Search for a tag; ends with its UID as bytes, b"" for none, None if the answer made no sense."""
        return uid_of((yield from self._ask(LIST_PASSIVE_TARGET, ONE_OF_TYPE_A)))

    def rest(self):
        """Switch the field off: a tag that stays is new to the next search, and nine fields are too many."""
        yield from self._ask(RF_CONFIGURATION, FIELD_OFF)

    def give_up(self):
        """After a fault: the next `wake` begins from nothing."""
        self._fresh = False
        self._nss.value(1)
        yield 0

    def _ask(self, command, data):
        """A command; ends with what the chip answers."""
        self._nss.value(0)
        self._send(bytes((WRITING,)) + frame_of(bytes((TO_CHIP, command)) + data))
        self._nss.value(1)
        yield from self._ready(ACK_TURNS)
        if self._read(len(ACK)) != ACK:
            raise ReaderFault("the pad does not understand")
        yield from self._ready(ANSWER_TURNS)
        answer = data_of(self._read(LONGEST))
        if answer is None or answer[:2] != bytes((TO_HOST, command + 1)):
            raise ReaderFault("the pad answers something else")
        return answer[2:]

    def _ready(self, turns):
        for _ in range(turns):
            self._nss.value(0)
            self._send(bytes((STATUS,)))
            status = self._fetch(1)[0]
            self._nss.value(1)
            if status == 1:
                return
            yield 0
        raise ReaderFault("the pad does not answer")

    def _read(self, count):
        self._nss.value(0)
        self._send(bytes((READING,)))
        data = self._fetch(count)
        self._nss.value(1)
        return data

    def _send(self, data):
        self._spi.write(bytes([_MIRROR[byte] for byte in data]))

    def _fetch(self, count):
        raw = bytearray(count)
        self._spi.readinto(raw, 0)
        return bytes([_MIRROR[byte] for byte in raw])
