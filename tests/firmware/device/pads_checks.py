"""Door pads: one tap a presentation, whatever is held to them and however long, and pads that fail."""

from pn532 import data_of, frame_of, uid_of
from row import NAMES, Row

NTAG = bytes((0x04, 0x16, 0xC6, 0xC2, 0xD7, 0x38, 0x81))
CARD = bytes((0xDE, 0xAD, 0xBE, 0xEF))


def check_vectors_of_frames():
    version = bytes((0, 0, 0xFF, 2, 0xFE, 0xD4, 2, 0x2A, 0))
    assert frame_of(b"\xd4\x02") == version
    assert data_of(version + b"\xaa\xaa") == b"\xd4\x02"
    listed = bytes((0, 0, 0xFF, 15, 0xF1, 0xD5, 0x4B, 1, 1, 0, 0x44, 0, 7)) + NTAG + b"\x61\x00"
    assert uid_of(data_of(listed)[2:]) == NTAG
    nothing = bytes((0, 0, 0xFF, 3, 0xFD, 0xD5, 0x4B, 0, 0xE0, 0))
    assert uid_of(data_of(nothing)[2:]) == b""
    for end in range(len(listed) - 1):
        assert data_of(listed[:end]) is None
    for at in range(3, len(listed) - 1):
        for bit in range(8):
            damaged = bytearray(listed)
            damaged[at] ^= 1 << bit
            assert data_of(bytes(damaged)) is None


def check_answers_that_make_no_sense():
    for answer in (b"", b"\x01", b"\x01\x01\x00\x44\x00\x07\x04", b"\x02\x01\x00\x44\x00\x04\x01\x02"):
        assert uid_of(answer) is None
    assert uid_of(b"\x01\x01\x00\x04\x08\x05\x01\x02\x03\x04\x05") is None  # no UID has five bytes


def check_every_pad_says_once_that_it_answers():
    row = Row()
    assert row.run(2000) == NAMES


def check_a_token_that_is_tapped_is_told_once():
    row = Row()
    row.run(1000)
    for uid, words in ((NTAG, "hall 0416C6C2D73881"), (CARD, "hall DEADBEEF")):
        row.hold("hall", uid)
        assert row.run(3000) == [words]
        row.hold("hall")
        assert row.run(2000) == []
    row.hold("hall", CARD)
    assert row.run(500) == ["hall DEADBEEF"]


def check_a_tag_at_the_edge_is_one_tap():
    row = Row(["hall"])
    row.run(1000)
    row.hold("hall", NTAG)
    assert row.run(100) == ["hall 0416C6C2D73881"]
    for _ in range(10):
        row.hold("hall")
        row.run(40)
        row.hold("hall", NTAG)
        assert row.run(100) == []


def check_the_next_token_needs_no_pause():
    row = Row(["hall"])
    row.run(1000)
    row.hold("hall", NTAG)
    row.run(200)
    row.hold("hall", CARD)
    assert row.run(200) == ["hall DEADBEEF"]


def check_the_same_token_at_two_doors():
    row = Row(["hall", "study"])
    row.run(1000)
    row.hold("hall", NTAG)
    row.hold("study", NTAG)
    assert sorted(row.run(1000)) == ["hall 0416C6C2D73881", "study 0416C6C2D73881"]


def check_a_step_is_short_and_a_round_quick():
    row = Row()
    row.run(1000)
    before = row.rooms.counts["rounds"]
    row.run(2000)
    rounds = row.rooms.counts["rounds"] - before
    assert row.most <= 6, row.most  # about a millisecond on a Pico
    assert rounds >= 36, rounds


def check_a_pad_that_is_not_there():
    row = Row(["hall", "kitchen"])
    row.bus.chips["hall"].mute = "absent"
    row.hold("kitchen", NTAG)
    assert row.run(2000) == ["kitchen 0416C6C2D73881", "hall ?"]
    assert row.rooms.words().endswith("mute=1")
    row.bus.chips["hall"].mute = ""
    row.bus.chips["hall"].power()
    assert row.run(6000) == ["hall"]
    assert row.rooms.words().endswith("mute=0")


def check_a_pad_that_lost_its_power_reads_on():
    row = Row(["hall", "kitchen"])
    row.run(1000)
    row.bus.chips["hall"].power()
    row.hold("hall", NTAG)
    assert row.run(2000) == ["hall 0416C6C2D73881"]


def check_one_field_at_a_time():
    row = Row()
    for _ in range(500):
        row.run(2)
        assert len([chip for chip in row.bus.chips.values() if chip.radiates]) <= 1


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
