"""The main loop with door pads, and with sensors of which some do not answer: what it says of them."""

from row import Row
from world import World

NAMES = ["hall", "kitchen"]
NTAG = bytes((0x04, 0x16, 0xC6, 0xC2, 0xD7, 0x38, 0x81))
WORDS = ["hall", "0416C6C2D73881"]


def opened(row):
    """A session that has begun after all pads were looked at."""
    pico = World(deck=row)
    pico.run(500)
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    return pico


def words_of(lines, kind="TAP"):
    return [line[2] for line in lines if line[1] == kind]


def check_the_state_says_which_pads_answer():
    row = Row(NAMES)
    row.bus.chips["kitchen"].mute = "absent"
    lines = opened(row).run(10)
    assert lines[0][2][5] == "squares+rooms"
    assert [line[1:] for line in lines[1:]] == [
        ("TAP", ["hall"]),
        ("TAP", ["kitchen", "?"]),
        ("SQUARES", ["00"]),
    ]


def check_a_tap_is_said_until_it_is_acknowledged():
    row = Row(NAMES)
    pico = opened(row)
    pico.run(10)
    row.hold("hall", NTAG)
    lines = [line for line in pico.run(900) if line[2] == WORDS]
    assert len(lines) >= 2
    assert len({line[0] for line in lines}) == 1
    pico.say("ACK", f"TAP hall 0416C6C2D73881 {lines[0][0] + 1}")
    assert WORDS in words_of(pico.run(600))
    pico.say("ACK", f"TAP hall 0416C6C2D73881 {lines[0][0]}")
    pico.run(10)
    assert WORDS not in words_of(pico.run(2000))


def check_two_taps_at_one_door_are_both_said():
    row = Row(NAMES)
    pico = opened(row)
    pico.run(10)
    pico.reading = False
    row.hold("hall", NTAG)
    pico.run(200)
    row.hold("hall", b"\xde\xad\xbe\xef")
    pico.run(200)
    pico.reading = True
    assert [words for words in words_of(pico.run(10)) if len(words) > 1] == [WORDS, ["hall", "DEADBEEF"]]


def check_hello_forgets_taps():
    row = Row(NAMES)
    pico = opened(row)
    pico.run(10)
    row.hold("hall", NTAG)
    pico.run(300)
    row.hold("hall")
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    assert WORDS not in words_of(pico.run(900))


def check_nothing_is_said_of_taps_without_a_session():
    row = Row(NAMES)
    pico = World(deck=row)
    pico.run(300)
    row.hold("hall", NTAG)
    assert pico.run(1000) == []
    row.hold("hall")
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    assert WORDS not in words_of(pico.run(900))


def check_beats_say_the_pads_in_turn():
    pico = opened(Row(NAMES))
    for line in pico.run(10):
        if line[1] == "TAP":
            pico.say("ACK", f"TAP {line[2][0]} {line[0]}")
    assert words_of(pico.run(500)) == []
    said = []
    for _ in range(2):
        pico.say("BEAT")
        told = [line for line in pico.run(1000) if line[1] == "TAP"]
        pico.say("ACK", f"TAP {told[0][2][0]} {told[0][0]}")
        said.append(told[0][2])
    assert sorted(said) == [["hall"], ["kitchen"]]


def check_chips_that_do_not_answer_are_said_when_that_changes_and_when_asked():
    pico = World()
    pico.run(20)
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    assert words_of(pico.run(10), "UNREAD") == []
    pico.sensors.unread = (3, 14)
    (line,) = [line for line in pico.run(10) if line[1] == "UNREAD"]
    assert line[2] == ["3", "14"]
    pico.say("ACK", f"UNREAD {line[0]}")
    assert words_of(pico.run(600), "UNREAD") == []
    pico.say("STATE?")
    assert [(line[0], line[2]) for line in pico.run(10) if line[1] == "UNREAD"] == [(line[0], ["3", "14"])]
    pico.sensors.unread = ()
    assert words_of(pico.run(10), "UNREAD") == [[]]


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
