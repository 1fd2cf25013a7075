"""ISO 15693: requests, CRC, and which tags lie in a field, however many answer at once.

Frames are as they are in the air: the lowest byte first, the CRC at the end. A UID is an integer, E0... as it
is printed. The same under MicroPython and CPython.
"""

SLOTS = 16
REPLY = 12  # bytes of an inventory's reply: flags, DSFID, UID, CRC
UID_BITS = 64
NIBBLE = 4
PASSES = 4  # of one round: the first hears the strong tags, the next those that these had drowned out
REQUESTS = 96  # inventories of one round: what is not sorted out by then is noise

# Of a request's first byte: high data rate, inventory, one slot instead of sixteen, addressed.
RATE, INVENTORY, ONE_SLOT, ADDRESSED = 0x02, 0x04, 0x20, 0x20


def _nibble_table():
    table = []
    for nibble in range(16):
        crc = nibble
        for _ in range(NIBBLE):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
        table.append(crc)
    return tuple(table)


_TABLE = _nibble_table()


def crc16(data):
    """CRC-16/X-25 of the bytes."""
    crc = 0xFFFF
    for byte in data:
        crc = crc >> 4 ^ _TABLE[(crc ^ byte) & 15]
        crc = crc >> 4 ^ _TABLE[(crc ^ byte >> 4) & 15]
    return crc ^ 0xFFFF


def framed(data):
    """The bytes with their CRC behind them."""
    return data + crc16(data).to_bytes(2, "little")


def inventory_request(length, low):
    """Asks all tags whose UID ends in the `length` bits `low`; the next four bits choose the slot."""
    return framed(bytes((RATE | INVENTORY, 1, length)) + low.to_bytes((length + 7) // 8, "little"))


def one_request(uid):
    """Asks for this very tag, in a single slot: its whole UID is the mask, so no two can answer."""
    return framed(bytes((RATE | INVENTORY | ONE_SLOT, 1, UID_BITS)) + uid.to_bytes(8, "little"))


# Asks all tags at once: what they answer together is good for nothing but to know that some are there.
ANYBODY = framed(bytes((RATE | INVENTORY | ONE_SLOT, 1, 0)))
NOBODY = 0  # no tag's UID


def stay_quiet(uid):
    """Tells this tag to answer no inventory until it has been without a field."""
    return framed(bytes((RATE | ADDRESSED, 2)) + uid.to_bytes(8, "little"))


def uid_of(reply):
    """The UID in an inventory's reply; None if the reply does not check."""
    if reply is None or len(reply) != REPLY or reply[0] or reply[9] != 0xE0:
        return None
    if crc16(reply[:10]) != reply[10] | reply[11] << 8:
        return None
    return int.from_bytes(reply[2:10], "little")


def inventory(air, expected, counts):
    """A generator that ends with the set of UIDs which one round found; it yields milliseconds to wait.

    `air` sends: ask(frame), next_slot() and tell(frame) are generators, the first two end with the reply:
    bytes, empty for silence, None for what cannot be read. `expected` are UIDs that may well be there: they
    are asked by name and sent to sleep, so that a room in which nothing has changed costs no slots.
    `counts["dropped"]` and `counts["collided"]` go up.
    """
    found = set()
    if expected and (yield from air.ask(one_request(NOBODY))) != b"":
        counts["dropped"] += 1  # the late echo of what was asked before
    for uid in expected:
        if (yield from _stands_by(air, uid)):
            found.add(uid)
            yield from air.tell(stay_quiet(uid))
    requests = 0
    for _ in range(PASSES):
        if (yield from air.ask(ANYBODY)) == b"":
            break
        before = len(found)
        masks = [(0, 0)]
        while masks and requests < REQUESTS:
            requests += 1
            length, low = masks.pop(0)
            heard, unclear = yield from _slots(air, length, low, counts)
            for uid in heard:
                if uid in found:
                    continue  # it did not hear that it should be quiet
                if (yield from _stands_by(air, uid)):
                    found.add(uid)
                    yield from air.tell(stay_quiet(uid))
                else:  # two UIDs laid over each other can make a third, with a right CRC
                    counts["dropped"] += 1
                    unclear.append(uid & ((1 << length + NIBBLE) - 1))
            if length + NIBBLE < UID_BITS:
                masks.extend([(length + NIBBLE, low) for low in unclear])
        if len(found) == before:
            break
    return found


def _slots(air, length, low, counts):
    """One request with its sixteen slots: the UIDs heard, and the longer masks that need a closer look."""
    heard = []
    unclear = []
    for slot in range(SLOTS):
        if slot:
            reply = yield from air.next_slot()
        else:
            reply = yield from air.ask(inventory_request(length, low))
        if reply == b"":
            continue
        ending = low | slot << length
        uid = uid_of(reply)
        if uid is not None and uid & ((1 << length + NIBBLE) - 1) == ending:
            heard.append(uid)
            continue
        counts["collided" if reply is None else "dropped"] += 1
        unclear.append(ending)
    return heard, unclear


def _stands_by(air, uid):
    """Whether the tag answers to its own name."""
    return uid_of((yield from air.ask(one_request(uid)))) == uid
