"""The Pi's half of the protocol, with the times and the Pico's lines written out."""

import pytest

from companion.board import load_board
from companion.sensing import Report, wiring_for
from companion.sensing.lines import Line, decode, encode
from companion.sensing.session import Session

WIRING = wiring_for(load_board("classic"))
HELLO = ("companion-board", "E660", "2.0.0", "2", WIRING.part(["squares"]).map_hash, "squares")
EMPTY = WIRING.digits([])


class Talk:
    """A session and the Pico's side of it."""

    def __init__(self) -> None:
        self.session = Session(WIRING, 100.0)
        self.seq = 7
        self.acknowledged: list[str] = []

    def sent(self, now: float) -> list[str]:
        """What leaves, but for the ACKs, which are kept."""
        lines = [decode(raw) for raw in self.session.due(now).split(b"\n") if raw]
        said = [" ".join((line.kind, *line.args)) for line in lines if line]
        self.acknowledged += [line for line in said if line.startswith("ACK ")]
        return [line for line in said if not line.startswith("ACK ")]

    def hears(self, now: float, kind: str, *args: str, seq: int | None = None) -> list[Report]:
        self.seq = self.seq + 1 if seq is None else seq
        return self.session.receive(encode(Line(self.seq, int(now * 1000), kind, args)), now)


def greeted(seq: int = 7) -> Talk:
    talk = Talk()
    talk.seq = seq
    assert talk.sent(100.0) == ["HELLO? 2"]
    assert talk.hears(100.0, "HELLO", *HELLO) == []
    assert talk.sent(100.0) == ["BEAT", "STATE?"]
    assert len(talk.hears(100.0, "SQUARES", EMPTY)) == 1
    assert talk.session.stage == "ok"
    return talk


def test_hello_is_asked_until_it_is_answered() -> None:
    talk = Talk()
    asked = [now for now in (100.0, 100.1, 100.4, 100.5, 100.9, 101.0) if talk.sent(now)]
    assert asked == [100.0, 100.5, 101.0]


def test_the_first_picture_is_marked_and_the_next_are_not() -> None:
    talk = Talk()
    talk.sent(100.0)
    talk.hears(100.0, "HELLO", *HELLO)
    assert talk.hears(100.1, "SQUARES", WIRING.digits({"Q7"})) == [
        Report(frozenset({"Q7"}), 100.1, resync=True)
    ]
    assert talk.hears(100.2, "SQUARES", EMPTY) == [Report(frozenset(), 100.2)]


def test_nothing_counts_before_hello() -> None:
    talk = Talk()
    assert talk.hears(100.0, "SQUARES", EMPTY) == []
    assert talk.session.stage == "greeting"


def test_a_gap_asks_for_the_state_until_it_comes() -> None:
    talk = greeted()
    talk.hears(100.6, "BEAT", seq=talk.seq + 2)
    assert talk.sent(100.6) == ["STATE?"]
    assert talk.sent(100.9) == []
    assert talk.sent(101.1) == ["BEAT", "STATE?"]
    assert talk.hears(101.2, "SQUARES", EMPTY)
    assert talk.sent(101.9) == []


def test_no_gap_no_question_across_the_wrap_of_the_numbers() -> None:
    talk = greeted(65530)
    talk.hears(100.6, "BEAT", seq=65534)
    assert talk.sent(100.6) == ["STATE?"]
    assert talk.hears(100.7, "SQUARES", EMPTY, seq=65535)
    talk.hears(100.8, "BEAT", seq=0)
    assert talk.sent(101.9) == ["BEAT"]


@pytest.mark.parametrize("noise", [b"garbage\n", b"8 100 SQUARES 00*00000000\n", b"\xff\x00\n"])
def test_a_line_that_does_not_check_asks_for_the_state(noise: bytes) -> None:
    talk = greeted()
    assert talk.session.receive(noise, 100.6) == []
    assert talk.sent(100.6) == ["STATE?"]


def test_a_doubled_line_is_dropped() -> None:
    talk = greeted()
    assert len(talk.hears(100.6, "SQUARES", EMPTY)) == 1
    assert talk.hears(100.6, "SQUARES", EMPTY, seq=talk.seq) == []
    assert talk.sent(100.6) == []


def test_a_line_that_comes_again_later_is_dropped_too() -> None:
    talk = greeted()
    talk.hears(100.6, "SQUARES", WIRING.digits({"Q7"}))
    stale = talk.seq
    talk.hears(100.7, "SQUARES", EMPTY)
    assert talk.hears(100.8, "SQUARES", WIRING.digits({"Q7"}), seq=stale) == []
    assert talk.hears(100.9, "SQUARES", EMPTY, seq=(stale - 32000) % 65536) == []
    assert talk.sent(100.9) == []
    assert len(talk.hears(101.0, "SQUARES", EMPTY, seq=stale + 2)) == 1


def test_each_state_is_acknowledged_by_its_time() -> None:
    talk = greeted()
    talk.sent(100.1)
    assert talk.acknowledged == ["ACK SQUARES 100000"]
    talk.hears(100.2, "SQUARES", EMPTY)
    talk.hears(100.3, "SQUARES", WIRING.digits({"Q7"}))
    talk.hears(100.4, "BEAT")
    talk.sent(100.4)
    talk.sent(100.5)
    assert talk.acknowledged == ["ACK SQUARES 100000", "ACK SQUARES 100300"]


def test_a_state_that_is_said_again_is_acknowledged_again() -> None:
    talk = greeted()
    talk.sent(100.1)
    for _ in range(2):
        talk.hears(100.3, "SQUARES", EMPTY)
        talk.sent(100.3)
    assert talk.acknowledged[1:] == ["ACK SQUARES 100300"] * 2


def test_what_was_not_taken_is_not_acknowledged() -> None:
    talk = greeted()
    talk.sent(100.1)
    del talk.acknowledged[:]
    talk.session.receive(b"9 100600 SQUARES 00*00000000\n", 100.6)
    talk.hears(100.7, "SQUARES", EMPTY, seq=talk.seq)  # doubled
    talk.hears(100.8, "SQUARES", "00")
    talk.sent(100.8)
    assert talk.acknowledged == []


def test_who_is_there_and_why_it_runs() -> None:
    talk = Talk()
    assert talk.session.hello is None
    talk.sent(100.0)
    talk.hears(100.0, "HELLO", *HELLO, "watchdog", "later")
    assert talk.session.hello
    assert talk.session.hello.serial == "E660"
    assert talk.session.hello.boot == "watchdog"
    talk.hears(100.0, "HELLO", *HELLO)
    assert talk.session.hello.boot == ""


def test_what_the_pi_counts() -> None:
    talk = greeted()
    talk.session.receive(b"garbage\n\n", 100.1)
    talk.hears(100.2, "BEAT", seq=talk.seq + 3)
    assert talk.session.counters == {"host_lines": 4, "host_bad": 1, "host_gaps": 1}


def test_heartbeat_every_second() -> None:
    talk = greeted()
    beats = []
    for tenth in range(1, 50):
        now = 100 + tenth / 10
        talk.hears(now, "BEAT")
        if "BEAT" in talk.sent(now):
            beats.append(now)
    assert beats == [101.0, 102.0, 103.0, 104.0]


def test_three_seconds_of_silence_are_lost() -> None:
    talk = greeted()
    talk.sent(102.9)
    talk.session.receive(b"", 102.9)
    assert talk.session.stage == "ok"
    talk.session.receive(b"noise is no sign of life\n", 103.0)
    assert talk.session.stage == "lost"
    assert talk.session.detail == "The board is silent: check its cable."
    assert talk.sent(103.0) == []


def test_a_host_that_slept_for_a_minute_opens_a_new_session_and_has_not_lost_the_board() -> None:
    talk = greeted()
    talk.sent(100.1)
    old = [report.squares for report in talk.hears(100.2, "SQUARES", WIRING.digits({"Q7"}))]
    talk.session.receive(b"", 160.0)
    assert talk.sent(160.0) == ["HELLO? 2"]
    assert talk.hears(160.0, "BEAT") == []  # from before
    talk.hears(160.1, "HELLO", *HELLO)
    assert talk.sent(160.1) == ["BEAT", "STATE?"]
    (report,) = talk.hears(160.2, "SQUARES", EMPTY)
    assert (old, report.squares, report.resync) == ([{"Q7"}], frozenset(), True)
    assert talk.session.stage == "ok"
    assert talk.sent(160.9) == []


def test_a_board_that_has_gone_while_the_host_slept_is_lost() -> None:
    talk = greeted()
    assert talk.sent(160.0) == ["HELLO? 2"]
    for tenth in range(30):
        talk.sent(160.0 + tenth / 10)
        talk.session.receive(b"", 160.0 + tenth / 10)
    assert talk.session.stage == "ok"
    talk.session.receive(b"", 163.0)
    assert talk.session.stage == "lost"


def test_a_device_that_does_not_answer_is_not_ours() -> None:
    talk = Talk()
    talk.session.receive(b"MicroPython v1.24 on Raspberry Pi Pico\r\n>>> ", 100.1)
    talk.sent(104.9)
    assert talk.session.stage == "greeting"
    talk.sent(105.0)
    assert talk.session.stage == "wrong"
    assert "companion flash" in talk.session.detail


@pytest.mark.parametrize(
    ("hello", "named"),
    [
        (
            ("companion-board", "E660", "0.9.0", "0", "x", "y"),
            ("protocol 0", "0.9.0", "protocol 2", "companion flash"),
        ),
        (
            ("companion-board", "E660", "1.0.0", "1", WIRING.map_hash, "squares"),
            ("protocol 1", "1.0.0", "protocol 2", "companion flash"),
        ),
        (("companion-board", "E660", "3.0.0", "3"), ("protocol 3", "3.0.0", "protocol 2")),
        (("printer", "E660", "2.0.0", "2"), ("printer", "another port")),
        ((*HELLO[:4], "00000000", "squares"), ("00000000", HELLO[4], "companion flash")),
        ((*HELLO[:5], "rooms"), ("rooms", "squares")),
        (("companion-board",), ("companion flash",)),
    ],
)
def test_a_device_that_may_not_be_used_is_named(hello: tuple[str, ...], named: tuple[str, ...]) -> None:
    talk = Talk()
    talk.sent(100.0)
    talk.hears(100.1, "HELLO", *hello)
    assert talk.session.stage == "wrong"
    assert all(word in talk.session.detail for word in named), talk.session.detail
    assert talk.hears(100.2, "SQUARES", EMPTY) == []
    assert talk.sent(100.2) == []


def test_an_input_without_square_that_is_closed_is_told_and_forgotten() -> None:
    talk = greeted()
    (report,) = talk.hears(100.2, "SQUARES", "0" * 47 + "1")
    assert report.spare == (191,)
    assert "register 24 input A" in talk.session.detail
    talk.hears(100.3, "SQUARES", EMPTY)
    assert talk.session.detail == ""


def test_another_number_of_inputs_than_the_map_has_is_wrong() -> None:
    talk = greeted()
    assert talk.hears(100.2, "SQUARES", "00") == []
    assert talk.session.stage == "wrong"


def test_a_line_that_waited_is_reported_with_its_own_time() -> None:
    talk = greeted()
    data = encode(Line(talk.seq + 1, 101_000, "SQUARES", (EMPTY,)))
    assert [report.at for report in talk.session.receive(data, 140.0)] == [101.0]


def test_lines_may_come_in_any_pieces() -> None:
    data = encode(Line(8, 0, "HELLO", HELLO)) + encode(Line(9, 0, "SQUARES", (EMPTY,)))
    session = Session(WIRING, 0.0)
    reports = [report for byte in data for report in session.receive(bytes([byte]), 0.0)]
    assert len(reports) == 1


def test_all_is_heard_once_nothing_comes_and_no_line_has_begun() -> None:
    talk = greeted()
    talk.session.receive(b"", 100.2)
    assert talk.session.heard == 100.2
    talk.hears(100.3, "BEAT")
    assert talk.session.heard == 100.2  # another may have come behind it
    talk.session.receive(b"9 100400 SQUA", 100.4)
    talk.session.receive(b"", 100.5)
    assert talk.session.heard < 100.0


def test_where_lines_are_lost_all_is_heard_once_a_line_comes_that_has_lost_none() -> None:
    talk = greeted()
    talk.hears(101.0, "BEAT", seq=talk.seq + 2)
    talk.session.receive(b"", 101.1)
    assert talk.session.heard < 101.0
    talk.sent(101.2)  # asks for the state
    talk.hears(101.3, "SQUARES", EMPTY)
    assert talk.session.heard == 101.3
    talk.session.receive(b"", 101.9)
    assert talk.session.heard == 101.3  # a line may have been lost again
    talk.hears(102.3, "BEAT")
    assert talk.session.heard == 102.3
    talk.sent(161.0)
    talk.session.receive(b"", 161.1)
    assert talk.session.heard == 161.1
