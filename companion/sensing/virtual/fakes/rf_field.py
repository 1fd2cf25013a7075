"""ISO 15693 tags in a field, as far as a reader can tell.

Tags hear requests and answer in their slots; replies collide, tags fade, drown each other out and echo, and
noise disturbs. The same under MicroPython and CPython, and none of it is the firmware's own code.
"""

UNIQUE = 64  # bits of a UID


class WrongUse(Exception):
    """The firmware did what a real reader would not forgive."""


def crc16(data: bytes) -> int:
    """CRC-16/X-25, bit by bit: not the firmware's own."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc ^ 0xFFFF


def framed(data: bytes) -> bytes:
    """The bytes with their CRC."""
    return data + crc16(data).to_bytes(2, "little")


def reply_of(uid: int) -> bytes:
    """A tag's reply to an inventory."""
    return framed(b"\x00\x00" + uid.to_bytes(8, "little"))


class Chance:
    """Random numbers that are the same wherever this runs."""

    def __init__(self, seed: int) -> None:
        self._state = seed or 1

    def below(self, end: int) -> int:
        """0 to end - 1."""
        state = self._state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self._state = state
        return state % end

    def hits(self, percent: int) -> bool:
        """True so often."""
        return percent > 0 and self.below(100) < percent


class Tag:
    """A tag.

    ``pattern`` has a letter for each time that its field comes on, again and again: ``1`` it is there, ``0``
    it is out of reach. ``weak``: any other tag drowns it out.
    """

    def __init__(self, uid: int, pattern: str = "1", weak: bool = False) -> None:
        self.uid = uid
        self.weak = weak
        self.quiet = False
        self._pattern = pattern
        self._times = 0
        self._there = False
        self._slot = -1

    def power(self) -> None:
        """A field comes on, after long enough without."""
        self._there = self._pattern[self._times % len(self._pattern)] == "1"
        self._times += 1
        self.quiet = False
        self._slot = -1

    def hear(self, frame: bytes) -> bytes:
        """What it answers at once to a frame; b"" for nothing."""
        self._slot = -1
        if not self._there or len(frame) < 5 or framed(frame[:-2]) != frame:
            return b""
        flags, command = frame[0], frame[1]
        if flags & 0x04:
            return self._inventory(frame, command, bool(flags & 0x20))
        if flags & 0x20 and command == 2 and int.from_bytes(frame[2:10], "little") == self.uid:
            self.quiet = True
        return b""

    def next_slot(self) -> bytes:
        """What it answers to an end of frame."""
        self._slot -= 1
        return self._reply() if self._slot == 0 and self._there else b""

    def _inventory(self, frame: bytes, command: int, one_slot: bool) -> bytes:
        length = frame[2]
        size = (length + 7) // 8
        low = int.from_bytes(frame[3 : 3 + size], "little")
        if command != 1 or len(frame) != 5 + size or length > UNIQUE - (0 if one_slot else 4):
            raise WrongUse("no tag understands such an inventory")
        if self.quiet or self.uid & ((1 << length) - 1) != low:
            return b""
        self._slot = 0 if one_slot else self.uid >> length & 15
        return b"" if self._slot else self._reply()

    def _reply(self) -> bytes:
        return reply_of(self.uid)


class Field:
    """What lies above one antenna.

    ``noise``: percent of the slots that are disturbed. ``flags``: whether the reader sees that replies
    collide; if not, they come out as one, laid over each other. ``echo``: a reply for the next silent slot.
    ``chance``: what decides over the noise.
    """

    def __init__(self, seed: int = 1) -> None:
        self.tags: list[Tag] = []
        self.noise = 0
        self.flags = True
        self.echo = b""
        self.chance = Chance(seed)

    def lay(self, uids: list[int]) -> None:
        """These tags and no others; those that lay there before go on as they were."""
        kept = {tag.uid: tag for tag in self.tags}
        self.tags = [kept.get(uid) or Tag(uid) for uid in uids]

    def power(self) -> None:
        """The field comes on after long enough without."""
        for tag in self.tags:
            tag.power()

    def send(self, frame: bytes) -> tuple[bytes, bool]:
        """A frame; b"" is an end of frame alone. The reply, b"" for none, and whether it can be read."""
        strong: list[bytes] = []
        weak: list[bytes] = []
        for tag in self.tags:
            answer = tag.hear(frame) if frame else tag.next_slot()
            if answer:
                (weak if tag.weak else strong).append(answer)
        answers = strong or weak
        if not answers and self.echo:
            answers, self.echo = [self.echo], b""
        return self._disturbed(answers)

    def _disturbed(self, answers: list[bytes]) -> tuple[bytes, bool]:
        laid = bytearray(len(answers[0]) if answers else 0)
        for answer in answers:
            for at, byte in enumerate(answer):
                laid[at] |= byte
        if self.chance.hits(self.noise):
            if not laid:
                laid = bytearray(self.chance.below(256) for _ in range(1 + self.chance.below(14)))
                return bytes(laid), self.chance.hits(50)
            laid[self.chance.below(len(laid))] ^= 1 << self.chance.below(8)
        return bytes(laid), not (self.flags and len(answers) > 1)
