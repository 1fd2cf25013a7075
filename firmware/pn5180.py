"""One PN5180 reader: its commands over SPI, its field, and the slots of an ISO 15693 inventory.

Every method that talks to the chip is a generator which yields the milliseconds to wait, 0 where the chip is
only busy: the squares are scanned meanwhile. Registers and commands: NXP's data sheet PN5180A0xx, 11.4.
"""

from turns import ReaderFault

WRITE, OR, AND, READ = 0x00, 0x01, 0x02, 0x04
READ_EEPROM, SEND_DATA, READ_DATA, LOAD_RF_CONFIG, RF_ON, RF_OFF = 0x07, 0x09, 0x0A, 0x11, 0x16, 0x17

SYSTEM_CONFIG, IRQ_STATUS, IRQ_CLEAR = 0x00, 0x02, 0x03
CRC_RX_CONFIG, RX_STATUS, TX_CONFIG, CRC_TX_CONFIG = 0x12, 0x13, 0x18, 0x19

PRODUCT_VERSION = 0x10  # in the EEPROM, two bytes
ISO15693 = bytes((0x0D, 0x8D))  # sender and receiver: 26 kbit/s
IDLE, TRANSCEIVE = 0xFFFFFFF8, 3
NO_CRC = 0xFFFFFFFE  # ours is checked in iso15693.py, on the very bytes that came
ONLY_EOF = 0xFFFFFB3F  # what is sent without bytes is then an end of frame alone: the next slot
ALL = 0x000FFFFF
RX_DONE, RX_BEGUN = 1 << 0, 1 << 14
UNREADABLE = 1 << 17 | 1 << 18  # protocol error, collision
LENGTH = 0x1FF

SPINS = 100  # looks at BUSY in one go, some tenths of a millisecond on a Pico
PATIENCE = 20  # turns of the main loop until a chip that stays busy is given up
ANSWER = 6  # turns within which a reply that has begun must have ended: it takes 4 ms
RESET_MS = 10
BOOT_MS = 5
FIELD_MS = 6  # for the tags: 1 ms with the field until they listen, some without it until they forget
SLOT_MS = 2  # an end of frame, then 0.3 ms until a tag begins to answer


def air_ms(frame):
    """How long a request is in the air until its first reply has begun: 0.3 ms a byte, and some."""
    return len(frame) * 3 // 10 + 3


class Reader:
    """A reader on a bus with others; from `wake` to `rest` it is the only one that may be used.

    `spi` has write() and readinto(); `nss`, `busy` and `reset` are pins; `select()` points what the readers
    share (decoder, multiplexer) to this one.
    """

    def __init__(self, spi, nss, busy, reset, select):
        self._spi = spi
        self._nss = nss
        self._busy = busy
        self._reset = reset
        self._select = select
        self._fresh = False  # nothing is known of the chip until it was reset
        self._frames = 0  # TX_CONFIG for whole frames
        self._whole = True

    def wake(self):
        """Set the chip up from nothing, since it may have lost its power unseen; then its field is on."""
        self._select()
        if not self._fresh:
            self._fresh = True
            yield from self._restart()
        version = yield from self._ask(bytes((READ_EEPROM, PRODUCT_VERSION, 2)), 2)
        if version in (b"\x00\x00", b"\xff\xff"):
            raise ReaderFault("no PN5180")
        yield from self._command(bytes((LOAD_RF_CONFIG,)) + ISO15693)
        yield from self._register(AND, CRC_RX_CONFIG, NO_CRC)
        yield from self._register(AND, CRC_TX_CONFIG, NO_CRC)
        self._frames = yield from self._value(TX_CONFIG)
        self._whole = True
        yield from self._command(bytes((RF_ON, 0)))
        yield FIELD_MS

    def rest(self):
        """Switch the field off, long enough for the tags to forget that they should be quiet."""
        yield from self._command(bytes((RF_OFF, 0)))
        yield FIELD_MS

    def give_up(self):
        """After a fault: no field is left on, and the next `wake` begins from a reset."""
        self._fresh = False
        self._nss.value(1)
        yield from self._restart()

    def ask(self, frame):
        """Send a request; ends with the first slot's reply: bytes, empty for silence, None if unreadable."""
        yield from self.tell(frame)
        return (yield from self._reply())

    def next_slot(self):
        """Send an end of frame; ends with the reply in the next slot."""
        if self._whole:
            self._whole = False
            yield from self._register(AND, TX_CONFIG, ONLY_EOF)
        yield from self._transmit(b"")
        yield SLOT_MS
        return (yield from self._reply())

    def tell(self, frame):
        """Send a request that nobody answers."""
        if not self._whole:
            self._whole = True
            yield from self._register(WRITE, TX_CONFIG, self._frames)
        yield from self._transmit(frame)
        yield air_ms(frame)

    def _transmit(self, frame):
        yield from self._register(AND, SYSTEM_CONFIG, IDLE)
        yield from self._register(OR, SYSTEM_CONFIG, TRANSCEIVE)
        yield from self._register(WRITE, IRQ_CLEAR, ALL)  # or what came in the last slot would be read again
        yield from self._command(bytes((SEND_DATA, 0)) + frame)

    def _reply(self):
        for _ in range(ANSWER):
            irq = yield from self._value(IRQ_STATUS)
            if irq & RX_DONE:
                status = yield from self._value(RX_STATUS)
                if status & UNREADABLE or not status & LENGTH:
                    return None
                return (yield from self._ask(bytes((READ_DATA, 0)), status & LENGTH))
            if not irq & RX_BEGUN:
                return b""
            yield SLOT_MS
        return None

    def _register(self, how, register, value):
        yield from self._command(bytes((how, register)) + value.to_bytes(4, "little"))

    def _value(self, register):
        return int.from_bytes((yield from self._ask(bytes((READ, register)), 4)), "little")

    def _ask(self, frame, count):
        """A command with an answer, which is fetched in a second transfer."""
        yield from self._command(frame)
        yield from self._ready()
        answer = bytearray(count)
        self._nss.value(0)
        self._spi.readinto(answer, 0xFF)
        self._end()
        return bytes(answer)

    def _command(self, frame):
        yield from self._ready()
        self._nss.value(0)
        self._spi.write(frame)
        self._end()

    def _end(self):
        """A transfer ends when the chip says that it is busy with it."""
        taken = self._spin(1)
        self._nss.value(1)
        if not taken:
            raise ReaderFault("the reader takes nothing")

    def _ready(self):
        for _ in range(PATIENCE):
            if self._spin(0):
                return
            yield 0
        raise ReaderFault("the reader stays busy")

    def _spin(self, level):
        for _ in range(SPINS):
            if self._busy.value() == level:
                return True
        return False

    def _restart(self):
        self._reset.value(0)
        yield RESET_MS
        self._reset.value(1)
        yield BOOT_MS
