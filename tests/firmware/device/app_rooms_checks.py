"""The main loop with readers: what it says of the rooms, and that the squares do not wait for them."""

from deck import Deck
from world import World

NAMES = ["hall", "conservatory", "kitchen"]
A = 0xE00401586DE02802
MANY = [0xE004015000000000 + number for number in range(9)]
DECK_MS = 600  # more than two rounds of three rooms with few tags
LONG_MS = 2500  # ... with many


def opened(deck, squares=True, ms=DECK_MS):
    """A session that has begun after the rooms were read."""
    made = World(deck=deck, squares=squares)
    made.run(ms)
    made.say("HELLO?", "2")
    made.say("STATE?")
    return made


def rooms_of(lines):
    return [line[2] for line in lines if line[1] == "ROOM"]


def check_hello_and_state():
    deck = Deck(NAMES)
    deck.lay("kitchen", A)
    lines = opened(deck).run(10)
    assert lines[0][2][5] == "squares+rooms"
    assert [line[1:] for line in lines[1:]] == [
        ("ROOM", ["hall"]),
        ("ROOM", ["conservatory"]),
        ("ROOM", ["kitchen", "E00401586DE02802"]),
        ("SQUARES", ["00"]),
    ]
    assert 0 < lines[3][0] < DECK_MS


def check_rooms_alone():
    deck = Deck(NAMES)
    lines = opened(deck, squares=False).run(10)
    assert lines[0][2][5] == "rooms"
    assert [line[1:] for line in lines[-2:]] == [("ROOM", ["kitchen"]), ("SQUARES", [])]


def check_what_is_not_known_yet_is_not_said():
    pico = World(deck=Deck(NAMES))
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    assert [line[1] for line in pico.run(20)] == ["HELLO", "SQUARES"]
    assert rooms_of(pico.run(600)) == [["hall"], ["conservatory"], ["kitchen"]]


def check_a_change_is_said_unasked_with_its_time():
    deck = Deck(NAMES)
    pico = opened(deck)
    pico.run(10)
    deck.lay("hall", A)
    put = pico.now
    lines = [line for line in pico.run(900) if line[1] == "ROOM" and len(line[2]) > 1]
    assert lines[0][2] == ["hall", "E00401586DE02802"]
    assert put < lines[0][0] < pico.now
    deck.lay("hall")
    assert ["hall"] in rooms_of(pico.run(900))


def check_large_sets_come_in_parts():
    deck = Deck(NAMES)
    deck.lay("conservatory", *MANY)
    deck.lay("hall", *MANY[:5])
    deck.lay("kitchen", *MANY[:4])
    said = rooms_of(opened(deck, ms=LONG_MS).run(10))
    words = [f"{uid:016X}" for uid in MANY]
    assert said == [
        ["hall", "1/2"] + words[:4],
        ["hall", "2/2"] + words[4:5],
        ["conservatory", "1/3"] + words[:4],
        ["conservatory", "2/3"] + words[4:8],
        ["conservatory", "3/3"] + words[8:],
        ["kitchen"] + words[:4],
    ]


def check_a_mute_reader_is_told():
    deck = Deck(NAMES)
    deck.bus.chips["hall"].mute = "absent"
    pico = opened(deck)
    assert ["hall", "?"] in rooms_of(pico.run(10))


def check_beats_have_counters_and_one_room_in_turn():
    deck = Deck(NAMES)
    pico = opened(deck)
    pico.run(10)
    said = []
    for _ in range(4):
        pico.say("BEAT")
        said += pico.run(1000)
    assert {line[2][0] for line in said if line[1] == "ROOM"} == set(NAMES)
    assert len(rooms_of(said)) in (3, 4)
    named = [[word.split("=")[0] for word in line[2]] for line in said if line[1] == "BEAT"]
    assert named[0] == ["scans", "worst", "bad", "overflows", "resent"]
    assert named[1] == ["rounds", "dropped", "collided", "mute"]
    assert named[2:] == named[: len(named) - 2]
    counters = [line[2] for line in said if line[1] == "BEAT"]
    rounds = [int(words[0].split("=")[1]) for words in counters if words[0].startswith("rounds")]
    assert rounds == sorted(set(rounds)) and rounds[0] > 10


def check_rooms_that_matter():
    deck = Deck(NAMES)
    pico = opened(deck)
    pico.say("ROOMS", "kitchen hall attic")
    pico.say("ROOMS", "kitchen")
    assert "UNKNOWN" not in [line[1] for line in pico.run(10)]
    turned_on = []
    for chip in deck.bus.chips.values():
        chip.field.power = lambda chip=chip: turned_on.append(chip)
    pico.say("BEAT")
    pico.run(1500)
    kitchen = len([chip for chip in turned_on if chip is deck.bus.chips["kitchen"]])
    assert kitchen * 3 > len(turned_on)
    pico.say("HELLO?", "2")
    pico.run(100)
    turned_on.clear()
    pico.say("BEAT")
    pico.run(1500)
    kitchen = len([chip for chip in turned_on if chip is deck.bus.chips["kitchen"]])
    assert kitchen * 3 <= len(turned_on) + 3


def check_rooms_are_unknown_words_without_readers():
    pico = World()
    pico.run(20)
    pico.say("HELLO?", "2")
    pico.say("ROOMS", "hall")
    assert [line[1:] for line in pico.run(10)][1:] == [("UNKNOWN", ["ROOMS"])]


def check_the_squares_are_sampled_as_if_there_were_no_readers():
    deck = Deck(NAMES)
    deck.lay("hall", *MANY)
    pico = opened(deck, ms=LONG_MS)
    pico.run(10)
    for number in range(1, 40):
        pico.bits = number
        edge = pico.now
        changes = [line for line in pico.run(20) if line[1] == "SQUARES"]
        assert [line[2] for line in changes] == [[f"{number:02X}"]]
        assert 6 <= changes[0][0] - edge <= 10
        pico.say("BEAT")


def check_rooms_are_read_while_nobody_listens():
    deck = Deck(NAMES)
    pico = World(deck=deck)
    pico.run(DECK_MS)
    deck.lay("hall", A)
    pico.run(4000)
    assert pico.said() == []
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    lines = pico.run(10)
    assert ["hall", "E00401586DE02802"] in rooms_of(lines)
    assert [line[0] for line in lines if line[2][0] == "hall"][0] < 2000


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
