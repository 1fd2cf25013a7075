"""The queue of lines: order, merging, bound, numbers."""

from lines import decode
from outbox import Outbox
from ticks import WRAP


def made(limit=8):
    return Outbox({"overflows": 0, "resent": 0}, limit)


def drain(outbox, now=0):
    said = []
    while len(outbox):
        said.append(decode(outbox.take(now)[:-1]))
    return said


def check_order_and_numbers():
    outbox = made()
    outbox.put(5, "UNKNOWN", "A")
    outbox.put_newest(6, "BEAT")
    assert drain(outbox) == [(0, 5, "UNKNOWN", ["A"]), (1, 6, "BEAT", [])]


def check_newer_state_takes_the_place_of_the_older():
    outbox = made()
    outbox.put_state(1, "SQUARES", "", ["00"])
    outbox.put_newest(2, "BEAT")
    outbox.put_state(3, "SQUARES", "", ["FF"])
    assert drain(outbox) == [(0, 3, "SQUARES", ["FF"]), (1, 2, "BEAT", [])]


def check_what_has_left_is_not_merged():
    outbox = made()
    outbox.put_state(1, "SQUARES", "", ["00"])
    first = drain(outbox)
    outbox.put_state(2, "SQUARES", "", ["FF"])
    assert first + drain(outbox) == [(0, 1, "SQUARES", ["00"]), (1, 2, "SQUARES", ["FF"])]


def check_a_full_queue_drops_its_oldest_without_a_gap():
    counts = {"overflows": 0, "resent": 0}
    outbox = Outbox(counts, 3)
    for number in range(10):
        outbox.put(number, "UNKNOWN", "T")
    assert [line[:2] for line in drain(outbox)] == [(0, 7), (1, 8), (2, 9)]
    assert counts == {"overflows": 7, "resent": 0}


def check_numbers_wrap():
    outbox = made()
    last = None
    for _ in range(65537):
        outbox.put_newest(0, "BEAT")
        last, line = outbox.take(0), last
    assert decode(line[:-1])[0] == 65535
    assert decode(last[:-1])[0] == 0


def check_a_set_leaves_whole_and_in_order():
    outbox = made(2)
    outbox.put_state(1, "ROOM", "hall", ["hall 1/2 A", "hall 2/2 B"])
    outbox.put_state(2, "ROOM", "study", ["study"])
    outbox.put_newest(3, "BEAT")
    for number in range(5):
        outbox.put(4 + number, "UNKNOWN", "T")
    assert [(line[2], line[3]) for line in drain(outbox)] == [
        ("ROOM", ["hall", "1/2", "A"]),
        ("ROOM", ["hall", "2/2", "B"]),
        ("ROOM", ["study"]),
        ("UNKNOWN", ["T"]),
        ("UNKNOWN", ["T"]),
    ]


def check_a_newer_set_takes_the_place_of_the_older_one_only():
    outbox = made()
    outbox.put_state(1, "ROOM", "hall", ["hall 1/2 A", "hall 2/2 B"])
    outbox.put_state(2, "ROOM", "study", ["study"])
    assert decode(outbox.take(0)[:-1])[3] == ["hall", "1/2", "A"]
    outbox.put_state(3, "ROOM", "hall", ["hall 1/2 C", "hall 2/2 D"])
    assert [line[3] for line in drain(outbox)] == [
        ["study"],
        ["hall", "1/2", "C"],
        ["hall", "2/2", "D"],
    ]


def check_a_state_is_said_again_until_it_is_acknowledged():
    counts = {"overflows": 0, "resent": 0}
    outbox = Outbox(counts)
    outbox.put_state(1, "SQUARES", "", ["01"])
    outbox.put_state(2, "ROOM", "hall", ["hall 1/2 A", "hall 2/2 B"])
    assert len(drain(outbox, 10)) == 3
    outbox.remind(259)
    assert drain(outbox) == []
    outbox.remind(260)
    assert sorted([line[1:] for line in drain(outbox, 260)]) == [
        (1, "SQUARES", ["01"]),
        (2, "ROOM", ["hall", "1/2", "A"]),
        (2, "ROOM", ["hall", "2/2", "B"]),
    ]
    assert counts["resent"] == 2
    outbox.acknowledge("ROOM", "hall", 2)
    outbox.remind(600)
    assert [line[2] for line in drain(outbox, 600)] == ["SQUARES"]
    outbox.acknowledge("SQUARES", "", 1)
    outbox.acknowledge("ROOM", "attic", 1)
    outbox.remind(9000)
    assert drain(outbox) == []
    assert counts["resent"] == 3


def check_only_the_newest_state_can_be_acknowledged():
    outbox = made()
    outbox.put_state(1, "SQUARES", "", ["01"])
    drain(outbox, 10)
    outbox.put_state(5, "SQUARES", "", ["03"])
    outbox.acknowledge("SQUARES", "", 1)
    assert [line[1:] for line in drain(outbox, 20)] == [(5, "SQUARES", ["03"])]
    outbox.acknowledge("SQUARES", "", 1)
    outbox.remind(300)
    assert [line[1:] for line in drain(outbox, 300)] == [(5, "SQUARES", ["03"])]


def check_what_waits_is_not_said_twice():
    outbox = made()
    outbox.put_state(1, "SQUARES", "", ["01"])
    drain(outbox, 10)
    for now in (260, 520, 780):
        outbox.remind(now)
    assert len(drain(outbox, 800)) == 1


def check_reminders_across_the_wrap_of_the_clock():
    outbox = made()
    outbox.put_state(WRAP - 1, "SQUARES", "", ["01"])
    drain(outbox, WRAP - 1)
    outbox.remind(248)
    assert drain(outbox) == []
    outbox.remind(249)
    assert len(drain(outbox, 249)) == 1


def check_clear():
    outbox = made()
    outbox.put_state(1, "SQUARES", "", ["01"])
    drain(outbox)
    outbox.put_newest(1, "BEAT")
    outbox.clear()
    outbox.remind(1000)
    assert drain(outbox) == []


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
