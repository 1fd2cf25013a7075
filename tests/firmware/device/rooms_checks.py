"""Readers, fields and rooms: what lies there, what comes and goes, and what happens when a reader fails."""

from deck import Deck
from iso15693 import crc16, framed, inventory_request, one_request, stay_quiet, uid_of
from rf_field import reply_of
from rooms import Presence

NAMES = ["study", "hall", "lounge", "library", "billiard", "dining", "conservatory", "ballroom", "kitchen"]
A, B, C = 0xE00401586DE02802, 0xE004015000000010, 0xE004015000000020


def hexed(text):
    return bytes([int(word, 16) for word in text.split()])


def check_vectors_of_requests():
    assert framed(hexed("26 01 00")) == hexed("26 01 00 F6 0A")
    assert inventory_request(0, 0) == hexed("06 01 00 CD 09")
    assert inventory_request(4, 0x2)[:4] == hexed("06 01 04 02")
    assert inventory_request(12, 0x802)[:5] == hexed("06 01 0C 02 08")
    assert stay_quiet(A)[:10] == hexed("22 02 02 28 E0 6D 58 01 04 E0")
    assert one_request(A)[:11] == hexed("26 01 40 02 28 E0 6D 58 01 04 E0")
    for request in (inventory_request(60, A & (1 << 60) - 1), stay_quiet(A), one_request(A)):
        assert crc16(request) == 0x0F47  # the residue of X-25 with the CRC behind it, complemented


def check_vectors_of_replies():
    reply = hexed("00 00 02 28 E0 6D 58 01 04 E0 D0 60")
    assert uid_of(reply) == A
    assert reply_of(A) == reply
    assert uid_of(None) is None
    for end in range(12):
        assert uid_of(reply[:end]) is None
    for bit in range(96):
        damaged = bytearray(reply)
        damaged[bit // 8] ^= 1 << bit % 8
        assert uid_of(bytes(damaged)) is None
    assert uid_of(framed(hexed("01 0F"))) is None  # a tag's error
    assert uid_of(hexed("00 00 C2 19 19 19 19 19 19 19 19 19")) is None
    assert uid_of(framed(hexed("00 00 C2 19 19 19 19 19 19 19"))) is None  # no UID begins like that
    assert uid_of(framed(hexed("00 00 C2 88 19 9A 50 01 04 E0"))) == 0xE00401509A1988C2


def check_nothing_lies_there():
    deck = Deck(NAMES)
    deck.rounds(18)
    assert deck.sets() == {name: set() for name in NAMES}
    assert deck.told == [(name, set()) for name in NAMES]


def check_nothing_is_said_of_a_room_before_two_rounds():
    deck = Deck(NAMES)
    deck.lay("hall", A)
    deck.rounds(9)
    assert deck.told == []
    assert not any(place.known for place in deck.rooms.places)


def check_one_tag_in_every_way_of_wiring():
    for shared in (True, False):
        for room in ("study", "billiard", "kitchen"):
            deck = Deck(NAMES, shared)
            deck.lay(room, A)
            deck.rounds(18)
            assert [name for name, uids in deck.sets().items() if uids] == [room]
            assert deck.sets()[room] == {A}


def check_the_or_of_two_is_no_tag():
    one, two = 0xE00259C186C95D5F, 0xE00259C186C95830
    for flags in (True, False):
        deck = Deck(["hall"])
        deck.field("hall").flags = flags
        deck.lay("hall", one, two)
        deck.rounds(2)
        assert deck.sets()["hall"] == {one, two}


# Laid over each other, the replies of two are the good reply of a third that does not exist.
PHANTOMS = (
    (0xE00401500001DDD5, 0xE004015581D6D1B5, 0xE004015581D7DDF5),
    (0xE00401500007B255, 0xE00401505B778935, 0xE00401505B77BB75),
    (0xE004015000027C35, 0xE004015EC011C455, 0xE004015EC013FC75),
)
# ... or the good reply of one of them, so that the other hides in it.
HIDDEN = ((0xE004015000000001, 0xE004015000001631), (0xE004015000000001, 0xE00401500000C0F1))


def laid_over(one, other):
    return bytes([byte | reply_of(other)[at] for at, byte in enumerate(reply_of(one))])


def check_a_third_uid_with_a_right_crc_is_never_found():
    for one, two, third in PHANTOMS:
        assert uid_of(laid_over(one, two)) == third
        deck = Deck(["hall"])
        deck.field("hall").flags = False
        deck.lay("hall", one, two)
        deck.rounds(4)
        assert deck.told == [("hall", {one, two})]
        assert deck.rooms.counts["dropped"] > 0


def check_a_uid_that_hides_in_another():
    for one, two in HIDDEN:
        assert uid_of(laid_over(one, two)) == two
        deck = Deck(["hall"])
        deck.field("hall").flags = False
        deck.lay("hall", one, two)
        deck.rounds(2)
        assert deck.sets()["hall"] == {one, two}


def check_uids_that_end_in_nibble_0():
    for count in (1, 2, 6):
        uids = [0xE004015000000000 + (number << 16) for number in range(count)]
        deck = Deck(["hall"])
        deck.lay("hall", *uids)
        deck.rounds(2)
        assert deck.sets()["hall"] == set(uids)


def check_uids_that_are_the_same_for_long():
    for nibbles in (1, 8, 13):
        for nibble in (0, 9):
            low = 0
            for _ in range(nibbles):
                low = low << 4 | nibble
            # They differ behind these nibbles only.
            uids = [0xE0 << 56 | low | number << 4 * nibbles for number in (0, 5)]
            uids = [uid & (1 << 56) - 1 | 0xE0 << 56 for uid in uids]
            deck = Deck(["hall"])
            deck.lay("hall", *uids)
            deck.rounds(2)
            assert deck.sets()["hall"] == set(uids), nibbles


def check_tags_that_others_drown_out():
    deck = Deck(["hall"])
    deck.add("hall", B)
    deck.add("hall", C, weak=True)
    deck.rounds(2)
    assert deck.sets()["hall"] == {B, C}


def check_tags_at_the_edge_do_not_flicker():
    for pattern in ("110", "101", "011", "10"):
        deck = Deck(["hall"])
        deck.add("hall", A)
        deck.add("hall", B, pattern)
        deck.rounds(12)
        assert deck.told[-1] == ("hall", {A, B})
        assert len(deck.told) <= 2, pattern


def check_a_tag_seen_now_and_then_is_not_there():
    deck = Deck(["hall"])
    deck.add("hall", B, "1000")
    deck.rounds(30)
    assert deck.told == [("hall", set())]


def check_what_is_taken_away_is_gone_after_two_rounds():
    deck = Deck(["hall"])
    deck.lay("hall", A, B)
    deck.rounds(3)
    deck.lay("hall", B)
    deck.rounds(1)
    assert deck.sets()["hall"] == {A, B}
    deck.rounds(1)
    assert deck.sets()["hall"] == {B}


def check_a_late_echo_brings_nothing_back():
    deck = Deck(["hall", "study"])
    deck.lay("hall", A)
    deck.rounds(6)
    deck.lay("hall")
    deck.rounds(4)
    before = len(deck.told)
    assert deck.sets()["hall"] == set()
    for room in ("hall", "study", "hall"):
        deck.field(room).echo = reply_of(A)
        deck.rounds(2)
    deck.add("hall", A, "1" + "0" * 50)  # in its own slot, for one round
    deck.rounds(8)
    assert len(deck.told) == before


def check_tags_that_wander():
    deck = Deck(NAMES)
    deck.lay("hall", A, B)
    deck.rounds(18)
    deck.lay("hall", B)
    deck.lay("kitchen", A)
    deck.rounds(18)
    assert deck.sets()["hall"] == {B} and deck.sets()["kitchen"] == {A}


def check_rooms_that_matter_are_read_more_often():
    def seen_after(*first):
        deck = Deck(NAMES)
        deck.rooms.first(first)
        deck.rounds(10)
        deck.lay("kitchen", A)
        began = deck.us
        while deck.sets()["kitchen"] != {A}:
            deck.turn()
        return deck.us - began

    assert seen_after("kitchen") < 400000 < seen_after()
    assert seen_after("kitchen", "attic") < 400000  # a room without reader


def check_the_others_are_still_read():
    deck = Deck(NAMES)
    deck.rooms.first(["kitchen", "hall"])
    deck.lay("study", A)
    deck.rounds(40)
    assert deck.sets()["study"] == {A}
    deck.rooms.first([])
    deck.lay("study", B)
    deck.rounds(18)
    assert deck.sets()["study"] == {B}


def check_a_step_is_short():
    deck = Deck(NAMES)
    for number in range(12):
        deck.add("hall", B + number)
    deck.rounds(36)
    assert deck.most <= 12, deck.most
    assert deck.longest <= 2500, deck.longest


def check_a_reader_that_is_not_there():
    for fault, shared in (("absent", True), ("dead", False)):
        deck = Deck(["hall", "kitchen"], shared)
        deck.lay("hall", A)
        deck.lay("kitchen", B)
        deck.bus.chips["hall"].mute = fault
        deck.rounds(4)
        assert deck.sets()["kitchen"] == {B}
        assert ("hall", None) in deck.told
        assert deck.rooms.words().endswith("mute=1")
        deck.bus.chips["hall"].mute = ""
        deck.run(5500)
        assert deck.sets()["hall"] == {A}
        assert deck.rooms.words().endswith("mute=0")


def check_a_reader_that_gets_stuck_is_reset():
    deck = Deck(NAMES)
    deck.lay("hall", A)
    deck.rounds(18)
    deck.bus.chips["hall"].mute = "stuck"
    deck.rounds(18)
    assert deck.sets()["hall"] == {A}
    assert ("hall", None) not in deck.told


def check_one_visit_that_fails_takes_nothing_away():
    deck = Deck(["hall", "study"])
    deck.lay("hall", A)
    deck.rounds(4)
    told = len(deck.told)
    for _ in range(4):
        deck.bus.chips["hall"].mute = "absent"
        deck.run(80)
        deck.bus.chips["hall"].mute = ""
        deck.rounds(4)
    assert deck.sets()["hall"] == {A}
    assert len(deck.told) == told


def check_a_reader_that_lost_its_power_reads_on():
    deck = Deck(["hall", "study"])
    deck.lay("hall", A)
    deck.rounds(4)
    chip = deck.bus.chips["hall"]
    while deck.bus.chips["study"].radiates is False:
        deck.turn()
    chip.reset(0)
    chip.reset(1)
    deck.lay("hall", A, B)
    deck.rounds(6)
    assert deck.sets()["hall"] == {A, B}


def check_all_readers_are_gone():
    deck = Deck(NAMES)
    for chip in deck.bus.chips.values():
        chip.mute = "absent"
    deck.run(3000)
    assert deck.told == [(name, None) for name in NAMES]
    deck.run(20000)
    assert len(deck.told) == 9
    assert deck.rooms.words() == "rounds=0 dropped=0 collided=0 mute=9"


def check_presence():
    for seen, said in (
        ("", ""),
        ("1", "-"),
        ("11", "-1"),
        ("10", "-0"),
        ("101", "-01"),
        ("1001", "-000"),
        ("110110", "-11111"),
        ("1100", "-110"),
        ("11001", "-1100"),
        ("110011", "-11001"),
        ("0101010", "-001111"),
        ("11010100", "-1111110"),
    ):
        presence = Presence()
        got = ""
        for letter in seen:
            presence.round({A} if letter == "1" else set())
            got += "-" if presence.uids is None else str(len(presence.uids))
        assert got == said, (seen, got)


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
