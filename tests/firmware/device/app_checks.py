"""The main loop with its hardware injected and its time virtual."""

import random

from leds import Leds
from lines import encode
from ticks import WRAP
from world import World, opened

HELLO = ["companion-board", "E660", "2.0.0", "2", "0A1B2C3D", "squares", "power"]


def check_silence_without_a_session():
    pico = World(0)
    pico.bits = 1
    pico.say("STATE?")
    pico.say("BEAT")
    pico.say("LAMPS")
    assert pico.run(10000) == []


def check_hello_names_everything():
    pico = World(0)
    pico.run(20)
    pico.say("HELLO?", "99")
    assert [line[1:] for line in pico.run(10)] == [("HELLO", HELLO)]


def check_state_is_what_it_was_and_when():
    pico = World(0)
    pico.bits = 0x81
    pico.run(500)
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    assert pico.run(10)[1] == (6, "SQUARES", ["81"])


def check_state_asked_too_early_is_answered_when_known():
    pico = World(0)
    pico.bits = 0x10
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    assert [line[1:] for line in pico.run(10)] == [("HELLO", HELLO), ("SQUARES", ["10"])]


def check_changes_are_reported_unasked():
    pico = opened()
    pico.bits = 0x01
    start = pico.now
    lines = pico.run(20)
    assert [line[1:] for line in lines] == [("SQUARES", ["01"])]
    assert 6 <= lines[0][0] - start <= 10
    pico.bits = 0x03
    pico.run(4)
    pico.bits = 0x01
    assert pico.run(50) == []


def check_heartbeat_every_second_while_the_host_is_there():
    pico = opened()
    beats = 0
    for _ in range(10):
        pico.say("BEAT")
        beats += len([line for line in pico.run(1000) if line[1] == "BEAT"])
    assert 9 <= beats <= 10


def check_a_silent_host_ends_the_session():
    pico = opened()
    lines = pico.run(20000)
    assert [line[1] for line in lines] == ["BEAT"] * 4
    pico.bits = 1
    assert pico.run(1000) == []
    pico.say("STATE?")
    assert pico.run(1000) == []
    pico.say("HELLO?", "2")
    pico.say("STATE?")
    assert [line[1] for line in pico.run(10)] == ["HELLO", "SQUARES"]


def check_garbage_is_no_sign_of_life():
    pico = opened()
    for _ in range(10):
        pico.incoming += b"garbage\n"
        pico.run(1000)
    assert pico.interrupts == [False, True]


def check_ctrl_c_is_data_in_a_session_only():
    pico = World(0)
    pico.run(100)
    assert pico.interrupts == []
    pico = opened()
    assert pico.interrupts == [False]
    pico.incoming += b"\x03"
    pico.say("STATE?")
    pico.say("STATE?")
    assert [line[1] for line in pico.run(10)] == ["SQUARES"]
    pico.run(10000)
    assert pico.interrupts == [False, True]


def check_stop_ends_the_program_and_gives_ctrl_c_back():
    for pico in (World(0), opened()):
        pico.say("STOP")
        pico.app.run()
        assert pico.interrupts[-1:] == [True]


def check_unknown_types_are_named():
    pico = opened()
    pico.say("LAMPS", "FF")
    assert [line[1:] for line in pico.run(10)] == [("UNKNOWN", ["LAMPS"])]


def check_lamps_are_set_without_an_answer():
    leds = Leds(6)
    pico = opened(leds=leds)
    for digits, glowing in (("80", [0]), ("C4", [0, 1, 5]), ("00", [])):
        pico.say("LAMPS", digits)
        assert pico.run(10) == []
        assert leds.glowing() == glowing


def check_words_behind_the_lamps_are_for_a_later_version():
    leds = Leds(6)
    pico = opened(leds=leds)
    pico.say("LAMPS", "80 FF0000")
    assert pico.run(10) == []
    assert leds.glowing() == [0]


def check_lamps_of_another_chain_are_told_and_change_nothing():
    leds = Leds(6)
    pico = opened(leds=leds)
    pico.say("LAMPS", "80")
    for digits in ("", "8", "800", "G0"):
        pico.say("LAMPS", digits)
        assert [line[1:] for line in pico.run(10)] == [("UNKNOWN", ["LAMPS"])]
        assert leds.glowing() == [0]


def check_lamps_obey_in_a_session_only():
    leds = Leds(6)
    pico = World(0, leds)
    pico.say("LAMPS", "FC")
    assert pico.run(100) == []
    assert leds.glowing() == []


def check_lamps_are_dark_when_a_session_ends_or_begins():
    leds = Leds(6)
    pico = opened(leds=leds)
    pico.say("LAMPS", "FC")
    pico.run(4900)
    assert len(leds.glowing()) == 6
    pico.run(200)
    assert leds.glowing() == []
    for ending in ("HELLO?", "STOP"):
        pico = opened(leds=leds)
        pico.say("LAMPS", "FC")
        pico.run(10)
        assert len(leds.glowing()) == 6
        pico.say(ending, "1")
        pico.run(10)
        assert leds.glowing() == []


def check_a_quiet_session_leaves_the_lamps_alone():
    leds = Leds(6)
    pico = opened(leds=leds)
    pico.say("LAMPS", "FC")
    pico.run(10)
    writes = leds.writes
    for _ in range(10):
        pico.bits ^= 1
        pico.say("BEAT")
        pico.run(1000)
    assert leds.writes == writes


def check_a_host_that_does_not_read_gets_the_newest_state_only():
    pico = opened()
    pico.reading = False
    for number in range(100):
        pico.bits = number % 7
        pico.say("BEAT")
        pico.run(100)
    pico.reading = True
    pico.bits = 0x55
    pico.run(20)
    pico.reading = False
    pico.said()
    for bits in (1, 2, 3):
        pico.bits = bits
        pico.run(20)
    pico.reading = True
    lines = pico.run(4)
    assert [line[1:] for line in lines if line[1] == "SQUARES"] == [("SQUARES", ["03"])]


def check_squares_are_said_again_until_the_host_acknowledges_them():
    pico = opened()
    pico.acknowledging = False
    pico.bits = 0x01
    first = pico.run(100)
    assert [line[1:] for line in first] == [("SQUARES", ["01"])]
    assert [line for line in pico.run(420) if line[1] == "SQUARES"] == first + first
    pico.bits = 0x03
    newer = pico.run(20)
    assert [line[2] for line in newer] == [["03"]]
    pico.say("ACK", f"SQUARES {first[0][0]}")  # of the older one
    assert [line for line in pico.run(260) if line[1] == "SQUARES"] == newer
    for words in ("", "SQUARES", "SQUARES x", f"ROOM {newer[0][0]}", "SQUARES 12 later"):
        pico.say("ACK", words)
    assert [line[1] for line in pico.run(260) if line[1] != "BEAT"] == ["UNKNOWN"] * 2 + ["SQUARES"]
    pico.say("ACK", f"SQUARES {newer[0][0]}")
    pico.say("BEAT")
    assert [line for line in pico.run(900) if line[1] == "SQUARES"] == []


def counters(pico, ms=1100):
    pico.say("BEAT")
    words = [line[2] for line in pico.run(ms) if line[1] == "BEAT"][-1]
    return {word.split("=")[0]: int(word.split("=")[1]) for word in words}


def check_beats_have_the_counters():
    pico = opened()
    first = counters(pico)
    assert 400 < first["scans"] < 600
    assert (first["worst"], first["bad"], first["overflows"], first["resent"]) == (2, 0, 0, 0)
    pico.incoming += b"garbage\n" + b"y" * 500 + b"\n\n\r\n1 0 BEAT*00000000\n"
    pico.late = 30
    pico.run(40)
    second = counters(pico)
    assert second["bad"] == 3
    assert 30 <= second["worst"] <= 32
    assert 400 < second["scans"] - first["scans"] < 600
    pico.acknowledging = pico.reading = False
    pico.bits = 1
    for _ in range(20):
        pico.say("WHAT")
    pico.run(20)
    pico.reading = True
    pico.run(700)
    third = counters(pico)
    assert third["overflows"] == 12
    assert 2 <= third["resent"] <= 7
    pico.acknowledging = True
    pico.say("HELLO?", "2")
    assert counters(pico)["worst"] == 2


def check_the_watchdog_watches_from_the_first_session_on():
    pico = World(0)
    pico.run(100)
    assert pico.watchdog.told == []
    pico.say("HELLO?", "2")
    pico.run(10)
    assert pico.watchdog.told == ["start"]
    fed = pico.watchdog.fed
    pico.run(100)
    assert pico.watchdog.fed >= fed + 50
    pico.run(10000)  # the session ends, the watch does not
    assert pico.watchdog.told == ["start"]


def check_stop_and_ctrl_c_pause_the_watchdog_and_a_fault_does_not():
    pico = opened()
    pico.say("STOP")
    pico.app.run()
    assert pico.watchdog.told == ["start", "pause"]
    for fault, told in ((KeyboardInterrupt, ["start", "pause"]), (ValueError, ["start"])):
        pico = opened()
        pico.fault = fault
        try:  # noqa: SIM105 (no contextlib here)
            pico.app.run()
        except fault:
            pass
        assert pico.watchdog.told == told
        assert pico.interrupts[-1:] == [True]


def check_it_scans_and_stamps_while_the_host_does_not_read():
    pico = opened()
    before = counters(pico)
    pico.reading = False
    pico.bits = 0x10
    put = pico.now
    for _ in range(4):
        pico.say("BEAT")
        pico.run(1000)
    pico.reading = True
    pico.bits = 0x30
    moved = pico.now
    lines = pico.run(30)
    stamps = {line[2][0]: line[0] for line in lines if line[1] == "SQUARES"}
    assert 6 <= stamps["10"] - put <= 10
    assert 6 <= stamps["30"] - moved <= 10
    assert counters(pico)["scans"] - before["scans"] > (moved - put) // 2
    assert lines[0][1] == "SQUARES"  # and its BEAT was merged, not queued


def check_noise_from_the_host_is_survived_and_counted():
    leds = Leds(6)
    pico = opened(leds=leds)
    random.seed(1)
    kinds = ("BEAT", "STATE?", "ACK", "LAMPS", "ROOMS", "WHAT")
    harmed = 0
    for number in range(2000):
        line = bytearray(encode(number, 0, random.choice(kinds), random.choice(("", "SQUARES 7", "80"))))
        if random.getrandbits(1):
            harmed += 1
            line[random.randrange(len(line) - 1)] ^= 0x80 >> random.randrange(8)
        pico.incoming += bytes(line)
        pico.run(2)
    assert set(leds.glowing()) <= {0}
    pico.bits = 1
    assert ("SQUARES", ["01"]) in [line[1:] for line in pico.run(20)]
    bad = counters(pico)["bad"]
    assert harmed * 9 // 10 < bad <= harmed * 2  # a flipped newline joins two lines, or makes one


def check_hello_forgets_what_waited():
    pico = opened()
    pico.reading = False
    pico.bits = 1
    pico.run(100)
    pico.say("HELLO?", "2")
    pico.run(10)
    pico.reading = True
    assert [line[1] for line in pico.run(10)] == ["HELLO"]


def check_the_clock_wraps_without_a_hiccup():
    pico = opened(WRAP - 3000)
    beats = 0
    for _ in range(6):
        pico.say("BEAT")
        beats += len([line for line in pico.run(1000) if line[1] == "BEAT"])
    assert 5 <= beats <= 6
    pico.bits = 1
    assert [line[1:] for line in pico.run(20)] == [("SQUARES", ["01"])]
    assert pico.interrupts == [False]


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
