"""The queue of lines: order, merging, bound, numbers."""

from lines import decode
from outbox import Outbox


def drain(outbox):
    said = []
    while len(outbox):
        said.append(decode(outbox.take()[:-1]))
    return said


def check_order_and_numbers():
    outbox = Outbox()
    outbox.put(5, "UNKNOWN", "A")
    outbox.put_state(6, "BEAT")
    assert drain(outbox) == [(0, 5, "UNKNOWN", ["A"]), (1, 6, "BEAT", [])]


def check_newer_state_takes_the_place_of_the_older():
    outbox = Outbox()
    outbox.put_state(1, "SQUARES", "00")
    outbox.put_state(2, "BEAT")
    outbox.put_state(3, "SQUARES", "FF")
    assert drain(outbox) == [(0, 3, "SQUARES", ["FF"]), (1, 2, "BEAT", [])]


def check_what_has_left_is_not_merged():
    outbox = Outbox()
    outbox.put_state(1, "SQUARES", "00")
    first = drain(outbox)
    outbox.put_state(2, "SQUARES", "FF")
    assert first + drain(outbox) == [(0, 1, "SQUARES", ["00"]), (1, 2, "SQUARES", ["FF"])]


def check_a_full_queue_drops_its_oldest_without_a_gap():
    outbox = Outbox(limit=3)
    for number in range(10):
        outbox.put(number, "UNKNOWN", "T")
    assert [line[:2] for line in drain(outbox)] == [(0, 7), (1, 8), (2, 9)]


def check_numbers_wrap():
    outbox = Outbox()
    last = None
    for _ in range(65537):
        outbox.put_state(0, "BEAT")
        last, line = outbox.take(), last
    assert decode(line[:-1])[0] == 65535
    assert decode(last[:-1])[0] == 0


def check_a_set_leaves_whole_and_in_order():
    outbox = Outbox(limit=2)
    outbox.put_set(1, "ROOM", "hall", ["hall 1/2 A", "hall 2/2 B"])
    outbox.put_set(2, "ROOM", "study", ["study"])
    outbox.put_state(3, "BEAT")
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
    outbox = Outbox()
    outbox.put_set(1, "ROOM", "hall", ["hall 1/2 A", "hall 2/2 B"])
    outbox.put_set(2, "ROOM", "study", ["study"])
    assert decode(outbox.take()[:-1])[3] == ["hall", "1/2", "A"]
    outbox.put_set(3, "ROOM", "hall", ["hall 1/2 C", "hall 2/2 D"])
    assert [line[3] for line in drain(outbox)] == [
        ["study"],
        ["hall", "1/2", "C"],
        ["hall", "2/2", "D"],
    ]


def check_clear():
    outbox = Outbox()
    outbox.put_state(1, "BEAT")
    outbox.clear()
    assert drain(outbox) == []


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
