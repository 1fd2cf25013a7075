"""The Pi's half of the protocol for boards with tag readers."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import load_board
from companion.sensing import Report, wiring_for
from companion.sensing.lines import Line, decode, encode
from companion.sensing.roomsets import RoomSets
from companion.sensing.session import Session

WIRING = wiring_for(load_board("classic"))
TAGS_ONLY = dataclasses.replace(WIRING, inputs=(), pins={}, lamps=None)
REEDS_ONLY = dataclasses.replace(WIRING, readers=None)
EMPTY = WIRING.digits([])
READERS = WIRING.readers
assert READERS
ROPE, PLUM = (READERS.uid_of(piece) or "" for piece in ("rope", "plum"))
STRANGER = "E00401586DE02802"


class Talk:
    """A session, greeted by a Pico of this role, and the Pico's side of it."""

    def __init__(self, role: str = "squares+rooms", wiring=WIRING) -> None:
        self.session = Session(wiring, 100.0)
        self.seq = 7
        self.acknowledged: list[str] = []
        self.sent(100.0)
        flashed = wiring.part(role.split("+")).map_hash
        self.hears(100.0, "HELLO", "companion-board", "E660", "2.0.0", "2", flashed, role)

    def sent(self, now: float, **told) -> list[str]:
        """What leaves, but for the ACKs, which are kept."""
        lines = [decode(raw) for raw in self.session.due(now, **told).split(b"\n") if raw]
        said = [" ".join((line.kind, *line.args)) for line in lines if line]
        self.acknowledged += [line for line in said if line.startswith("ACK ")]
        return [line for line in said if not line.startswith("ACK ")]

    def hears(self, now: float, kind: str, *args: str, seq: int | None = None) -> list[Report]:
        self.seq = self.seq + 1 if seq is None else seq
        return self.session.receive(encode(Line(self.seq, int(now * 1000), kind, args)), now)


def opened() -> Talk:
    talk = Talk()
    assert talk.sent(100.0) == ["BEAT", "STATE?"]
    assert talk.hears(100.0, "ROOM", "hall", ROPE) == []
    (report,) = talk.hears(100.0, "SQUARES", EMPTY)
    assert report == Report(frozenset(), 100.0, resync=True, rooms={"hall": frozenset({"rope"})})
    return talk


def test_a_room_is_reported_when_it_changes_and_only_then() -> None:
    talk = opened()
    assert talk.hears(101.0, "ROOM", "hall", ROPE) == []
    (report,) = talk.hears(102.0, "ROOM", "study", PLUM)
    assert report.rooms == {"hall": {"rope"}, "study": {"plum"}}
    assert (report.squares, report.at, report.resync) == (frozenset(), 102.0, False)
    (report,) = talk.hears(103.0, "ROOM", "hall")
    assert report.rooms == {"hall": frozenset(), "study": {"plum"}}
    (report,) = talk.hears(104.0, "SQUARES", WIRING.digits({"Q7"}))
    assert report.rooms == {"hall": frozenset(), "study": {"plum"}}


def test_a_set_in_parts_counts_when_it_is_whole() -> None:
    talk = opened()
    assert talk.hears(101.0, "ROOM", "hall", "1/2", PLUM) == []
    assert talk.hears(101.0, "BEAT") == []
    (report,) = talk.hears(101.0, "ROOM", "hall", "2/2", ROPE)
    assert report.rooms == {"hall": {"plum", "rope"}}


def test_a_set_that_lost_a_part_is_not_taken_but_asked_for() -> None:
    talk = opened()
    assert talk.hears(101.0, "ROOM", "hall", "1/3", PLUM) == []
    assert talk.hears(101.0, "ROOM", "hall", "3/3", seq=talk.seq + 2) == []
    assert "STATE?" in talk.sent(101.0)
    for number, uids in (("1/3", [PLUM]), ("2/3", [STRANGER]), ("3/3", [])):
        reports = talk.hears(101.1, "ROOM", "hall", number, *uids)
    assert reports[0].rooms == {"hall": {"plum"}}
    talk.hears(101.1, "SQUARES", EMPTY)
    assert "STATE?" not in talk.sent(109.0)


def test_squares_that_were_on_their_way_do_not_answer_for_a_lost_room() -> None:
    talk = opened()
    talk.hears(101.0, "SQUARES", EMPTY, seq=talk.seq + 2)  # before it a line was lost
    assert "STATE?" in talk.sent(101.0)
    talk.hears(101.1, "SQUARES", EMPTY)
    assert "STATE?" not in talk.sent(109.0)


def test_a_set_is_acknowledged_when_it_is_whole() -> None:
    talk = opened()
    talk.sent(100.0)
    assert talk.acknowledged == ["ACK ROOM hall 100000", "ACK SQUARES 100000"]
    talk.hears(101.0, "ROOM", "study", "1/2", PLUM)
    talk.sent(101.0)
    talk.hears(101.0, "ROOM", "study", "2/2", ROPE)
    talk.sent(101.0)
    talk.hears(102.0, "ROOM", "study", "2/2", ROPE)
    talk.hears(102.0, "ROOM")
    talk.sent(102.0)
    assert talk.acknowledged[2:] == ["ACK ROOM study 101000"]


def test_unknown_tags_are_no_pieces_but_told() -> None:
    talk = opened()
    (report,) = talk.hears(101.0, "ROOM", "hall", STRANGER, ROPE)
    assert report.rooms == {"hall": {"rope"}}
    assert report.strangers == {STRANGER}
    assert talk.session.detail == f"In hall lies {STRANGER}, which is no piece's tag."
    (report,) = talk.hears(102.0, "ROOM", "hall", ROPE)
    assert report.strangers == frozenset()
    assert talk.session.detail == ""


def test_a_tag_that_stays_in_two_rooms_is_told() -> None:
    talk = opened()
    talk.hears(101.0, "ROOM", "study", ROPE)
    talk.hears(105.0, "BEAT")
    assert talk.session.detail == ""
    talk.hears(106.0, "BEAT")
    told = talk.session.detail
    assert told == "The tag of rope is read in hall and study: move their antennas apart."
    talk.hears(107.0, "ROOM", "hall")
    assert talk.session.detail == ""


def test_a_reader_that_does_not_answer_is_told_and_nothing_is_known_of_its_room() -> None:
    talk = opened()
    (report,) = talk.hears(101.0, "ROOM", "hall", "?")
    assert report.rooms == {}
    assert talk.session.detail == "No tag reader answers in: hall. Check the cables there."
    talk.hears(102.0, "ROOM", "hall")
    assert talk.session.detail == ""


def test_rooms_that_matter_are_named_after_hello_and_when_they_change() -> None:
    talk = opened()
    assert talk.sent(100.1, attended=("hall", "study")) == ["ROOMS hall study"]
    assert talk.sent(100.2, attended=("hall", "study")) == []
    assert talk.sent(100.3) == ["ROOMS"]
    talk.sent(100.4, attended=("hall",))
    talk.hears(100.5, "HELLO", "companion-board", "E660", "2.0.0", "2", WIRING.map_hash, "squares+rooms")
    assert "ROOMS hall" in talk.sent(100.5, attended=("hall",))


def test_counters_of_the_last_beat() -> None:
    talk = opened()
    talk.hears(101.0, "BEAT", "rounds=812", "dropped=3", "later", "odd=x")
    counted = {name: talk.session.counters[name] for name in ("rounds", "dropped")}
    assert counted == {"rounds": 812, "dropped": 3}
    assert "odd" not in talk.session.counters


def test_a_pico_without_readers_is_played_on_with_reeds_only() -> None:
    talk = Talk("squares")
    assert talk.sent(100.0, attended=("hall",)) == ["BEAT", "STATE?"]
    assert talk.hears(100.0, "SQUARES", EMPTY) == [Report(frozenset(), 100.0, resync=True)]
    assert talk.hears(101.0, "ROOM", "hall", ROPE) == []


def test_readers_that_the_data_do_not_name_are_ignored() -> None:
    talk = Talk("squares+rooms", REEDS_ONLY)
    assert talk.hears(100.0, "SQUARES", EMPTY) == [Report(frozenset(), 100.0, resync=True)]
    assert talk.hears(101.0, "ROOM", "hall", ROPE) == []


def test_tags_only() -> None:
    talk = Talk("rooms", TAGS_ONLY)
    talk.hears(100.0, "ROOM", "hall", ROPE)
    (report,) = talk.hears(100.0, "SQUARES")
    assert report == Report(None, 100.0, resync=True, rooms={"hall": frozenset({"rope"})})
    assert talk.session.stage == "ok"


@pytest.mark.parametrize(("role", "wiring"), [("rooms", WIRING), ("squares", TAGS_ONLY)])
def test_a_pico_that_lacks_what_the_board_needs_is_another(role: str, wiring) -> None:
    talk = Talk(role, wiring)
    assert talk.session.stage == "wrong"
    assert "the other Pico" in talk.session.detail


def parts_of(uids: list[str], size: int) -> list[list[str]]:
    cut = [uids[at : at + size] for at in range(0, len(uids), size)] or [[]]
    return [[f"{number}/{len(cut)}", *part] for number, part in enumerate(cut, 1)]


@given(st.lists(st.tuples(st.sampled_from(["hall", "study"]), st.integers(0, 9)), max_size=8), st.data())
def test_lost_lines_never_make_a_set_that_was_not(sets: list[tuple[str, int]], data: st.DataObject) -> None:
    told, true, sent = RoomSets(), {"hall": [frozenset()], "study": [frozenset()]}, []
    for room, count in sets:
        uids = [f"E0{number:014X}" for number in range(count)]
        true[room].append(frozenset(uids))
        sent += [[room, *words] for words in parts_of(uids, 4)]
    for words in sent:
        if data.draw(st.booleans()):
            told.take(words)
        else:
            told.gap()
        assert all(uids in true[room] for room, uids in told.sets.items())
    for words in sent:
        told.take(words)
    for room, uids in told.sets.items():
        assert uids == true[room][-1]
