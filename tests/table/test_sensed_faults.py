"""Sensors that fail, hosts that know better, and reports that come late: the game goes on."""

from pathlib import Path
from typing import Any

import pytest

from companion.board import load_board
from companion.rules import Refusal
from companion.sensing import Report
from companion.table import LobbyError, StaleVersion, Table, glowing_doors
from tests.table.evening import HandClock, let_pass, open_table, seat_players, winning

BOARD = load_board("classic")
STARTS = frozenset(BOARD.starts.values())


class Evening:
    """A table in the lobby or at play, its clock, and a board with reeds."""

    def __init__(self, folder: Path, *, dealt: bool = True) -> None:
        self.clock = HandClock()
        self.table: Table = open_table(folder, clock=self.clock)
        self.table.open_lobby("classic")
        seat_players(self.table)
        self.squares = STARTS
        self.table.linked("ok")
        if dealt:
            self.table.start()
            self.show(resync=True)
            self.later(1.0)

    def show(self, change: str = "", *, at: float | None = None, resync: bool = False) -> None:
        """Squares that close and open, and the report of it; at: when it was, if it comes late."""
        for word in change.split():
            self.squares = self.squares | {word[1:]} if word[0] == "+" else self.squares - {word[1:]}
        self.table.sensed(Report(self.squares, self.clock.seconds if at is None else at, resync))

    def later(self, seconds: float) -> None:
        let_pass(self.table, self.clock, seconds)

    def roll(self, *, squares: bool = True) -> list[str]:
        """Throw for the seat in turn; the squares where it may go."""
        self.table.roll_pressed()
        ends = self.table.view(self.turn)["acts"][0]["choices"][0]
        return [end for end in ends if BOARD.is_square(end) == squares]

    @property
    def turn(self) -> str:
        return str(self.view["turn"])

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view(None)

    @property
    def kinds(self) -> list[str]:
        return [notice["kind"] for notice in self.view["notices"]]

    @property
    def wrong(self) -> list[tuple[str | None, ...]]:
        return [tuple(one.values()) for one in self.view["corrections"]]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_an_empty_board_is_one_sentence_and_stops_nobody(tmp_path: Path) -> None:
    evening = Evening(tmp_path, dealt=False)
    evening.squares = frozenset()
    evening.show(resync=True)
    evening.later(1.0)
    assert evening.kinds == ["empty"] and evening.wrong == []
    evening.table.start()
    assert evening.roll()
    evening.table.agree(evening.table.version)
    assert evening.kinds == ["deaf"] and evening.wrong == []


def test_the_dice_button_says_yes_while_a_set_up_is_put_right(tmp_path: Path) -> None:
    evening = Evening(tmp_path, dealt=False)
    evening.squares = STARTS - {"Q0"}
    evening.show(resync=True)
    evening.later(1.0)
    assert evening.wrong == [("scarlet", None, "Q0")]
    assert evening.table.roll_pressed()
    assert evening.wrong == [] and evening.kinds == ["deaf"]
    assert not evening.table.roll_pressed()


def test_a_token_that_was_asked_for_in_vain_is_named(evening: Evening) -> None:
    evening.show("-X7")
    evening.later(31.0)
    assert evening.wrong == [("mustard", None, "X7")]
    assert evening.view["notices"] == [
        {"kind": "missing", "places": ["X7"], "suspect": "mustard", "part": None}
    ]


def test_what_was_right_once_is_put_right_piece_by_piece(evening: Evening) -> None:
    for square in STARTS:
        evening.show(f"-{square}")
    evening.later(1.0)
    assert evening.kinds == [] and len(evening.wrong) == 6


def test_tokens_between_squares_are_named_at_the_start(tmp_path: Path) -> None:
    evening = Evening(tmp_path, dealt=False)
    evening.squares = STARTS - {"Q0", "A5"}
    evening.show(resync=True)
    evening.later(1.0)
    assert evening.kinds == [] and evening.wrong == [("scarlet", None, "Q0"), ("plum", None, "A5")]
    evening.show("+Q0 +A5")
    evening.later(1.0)
    assert evening.wrong == []


def test_a_board_that_was_turned_while_nobody_looked(evening: Evening) -> None:
    table = evening.table
    for _ in range(3):
        seat, origin = evening.turn, evening.view["tokens"][evening.table.view(evening.turn)["suspect"]]
        end = sorted(evening.roll())[0]
        evening.show(f"-{origin} +{end}")
        evening.later(1.0)
        table.act(seat, "end", table.version)
    stand = [place for place in evening.view["tokens"].values() if place not in STARTS]
    columns, rows = BOARD.columns - 1, BOARD.rows - 1
    turned = set()
    for square in stand:
        column, row = BOARD.position(square)
        turned.add(f"{chr(ord('A') + columns - column)}{rows - row}")
    table.linked("lost")
    table.linked("ok")
    evening.squares = frozenset(turned)
    evening.show(resync=True)
    evening.later(1.0)
    assert evening.kinds == ["turned"] and evening.wrong == []


def test_nothing_is_said_while_six_hands_clear_the_board_until_the_next_lobby(evening: Evening) -> None:
    evening.table.act("Ann", "roll", evening.table.version)
    evening.table.act("Ann", winning(evening.table), evening.table.version)
    for square in STARTS:
        evening.show(f"-{square}")
        evening.later(0.2)
    evening.later(60.0)
    assert evening.kinds == [] and evening.wrong == []
    evening.table.rematch()
    evening.later(1.0)
    assert evening.kinds == ["empty"]


def test_where_the_dice_do_not_lead_the_sentence_says_so(evening: Evening) -> None:
    ends = evening.roll()
    wrong = next(square for square in ("Q1", "Q2", "P1", "Q3") if square not in ends)
    evening.show("-Q0")
    evening.show(f"+{wrong}")
    evening.later(0.3)
    assert evening.kinds == []  # it may slide on
    evening.later(0.2)
    assert evening.view["notices"] == [
        {"kind": "illegal", "places": [wrong], "suspect": "scarlet", "part": None}
    ]
    assert evening.wrong == [("scarlet", wrong, "Q0")]
    evening.show(f"-{wrong} +{ends[0]}")
    evening.later(0.5)
    assert evening.kinds == [] and evening.view["tokens"]["scarlet"] == ends[0]


def test_the_board_is_right_and_the_game_goes_on(evening: Evening) -> None:
    evening.show("-X7 +V7")
    evening.later(1.0)
    assert evening.wrong == [("mustard", "V7", "X7")]
    evening.table.agree(evening.table.version)
    assert evening.wrong == [] and sorted(evening.kinds) == ["deaf", "stuck"]
    end = evening.roll()[0]
    evening.show(f"-Q0 +{end}")
    evening.later(1.0)
    assert evening.view["tokens"] == {**BOARD.starts, "scarlet": end}
    evening.table.act("Ann", "end", evening.table.version)
    end = next(end for end in evening.roll() if end != "V7")
    evening.show(f"-V7 +{end}")  # from where the token stands in truth
    evening.later(1.0)
    assert evening.view["tokens"]["mustard"] == end


def test_lamps_show_where_a_piece_is_to_be_put_right(evening: Evening) -> None:
    table = evening.table
    assert glowing_doors(evening.view, BOARD) == frozenset()
    while True:
        seat, suspect = evening.turn, table.view(evening.turn)["suspect"]
        ends = evening.roll(squares=False)
        if ends:
            break
        stood = evening.view["tokens"][suspect]
        end = table.view(seat)["acts"][0]["choices"][0][0]
        evening.show(f"-{stood} +{end}")
        evening.later(1.0)
        table.act(seat, "end", table.version)
    table.put(ends[0], table.version)
    evening.later(1.0)
    assert glowing_doors(evening.view, BOARD) == set(BOARD.doors_of(ends[0]))


def test_ten_replugs_in_a_minute_play_nothing_and_lose_nothing(evening: Evening) -> None:
    end = evening.roll()[0]
    before = evening.table.record()
    for _ in range(10):
        evening.show("-Q0")
        evening.later(0.2)
        evening.table.linked("lost")
        evening.later(4.0)
        evening.squares |= {end}
        evening.table.linked("ok")
        evening.show(resync=True)
        evening.later(1.5)
        assert evening.wrong == [("scarlet", end, "Q0")]
        evening.show(f"-{end}")
        evening.show("+Q0")
        evening.later(0.5)
        assert evening.wrong == []
    assert evening.table.record() == before
    evening.show(f"-Q0 +{end}")
    evening.later(0.5)
    assert evening.view["tokens"]["scarlet"] == end


def away(evening: Evening, changes: str, seconds: float = 60.0) -> None:
    """The host is stopped; the Pico has given its session up, so what was missed is a first picture."""
    evening.clock.seconds += seconds
    evening.table.tick()
    evening.show(changes, resync=True)
    evening.later(1.0)


def test_what_was_moved_while_nobody_listened_is_the_move_when_the_host_says_so(evening: Evening) -> None:
    end = evening.roll()[0]
    away(evening, f"-Q0 +{end}")
    assert evening.view["frame"]["stage"] == "rolled" and evening.wrong == [("scarlet", end, "Q0")]
    assert evening.kinds == ["unplayed"]
    evening.show("-X7")  # another hand makes no lie of what is said
    assert evening.kinds == ["unplayed"]
    evening.show("+X7")
    evening.later(1.0)
    evening.table.agree(evening.table.version)
    assert evening.table.record().splitlines()[-1] == f"Ann: move {end}"
    assert evening.wrong == [] and evening.kinds == []
    evening.table.act("Ann", "end", evening.table.version)
    assert evening.wrong == []


def test_what_was_moved_while_nobody_listened_is_the_move_once_it_is_lifted_and_put_again(
    evening: Evening,
) -> None:
    end = evening.roll()[0]
    away(evening, f"-Q0 +{end}")
    evening.show(f"-{end}")
    evening.later(0.2)
    evening.show(f"+{end}")
    evening.later(0.5)
    assert evening.view["tokens"]["scarlet"] == end and evening.wrong == [] and evening.kinds == []


def test_what_was_moved_while_nobody_listened_to_where_no_roll_leads_is_put_right(evening: Evening) -> None:
    ends = evening.roll()
    wrong = next(square for square in ("Q1", "Q2", "P1", "Q3") if square not in ends)
    away(evening, f"-Q0 +{wrong}")
    assert evening.kinds == ["illegal"] and evening.table.view("Ann")["ask"] == []
    evening.table.agree(evening.table.version)
    assert evening.view["frame"]["stage"] == "rolled" and sorted(evening.kinds) == ["deaf", "stuck"]


def test_the_board_is_right_moves_nobody_while_more_than_the_move_is_wrong(evening: Evening) -> None:
    end = evening.roll()[0]
    away(evening, f"-Q0 +{end} -X7")
    evening.table.agree(evening.table.version)
    assert evening.view["frame"]["stage"] == "rolled" and evening.wrong == []


def test_two_hands_that_lift_two_tokens_at_once_are_no_dead_register(evening: Evening) -> None:
    evening.show("-J24 -O24")
    evening.later(5.0)
    assert evening.kinds == []
    evening.show("+J24")
    evening.later(60.0)
    assert evening.kinds == ["missing"]  # the other one lies beside the board
    evening.show("+O24")
    evening.later(1.0)
    assert evening.kinds == [] and evening.wrong == []


def test_a_register_that_dies_under_two_tokens_is_named_when_neither_comes_back(evening: Evening) -> None:
    evening.show("-J24 -O24")
    evening.later(29.0)
    assert evening.kinds == []
    evening.later(2.0)
    assert evening.kinds == ["dead"] and evening.view["notices"][0]["part"] == "register 24"
    assert evening.wrong == []
    evening.show("+O24")
    evening.later(1.0)
    assert evening.kinds == [] and evening.wrong == [("green", None, "J24")]


def test_a_board_that_was_right_once_may_be_empty_when_another_game_is_set_up(evening: Evening) -> None:
    evening.table.act("Ann", "roll", evening.table.version)
    evening.table.act("Ann", winning(evening.table), evening.table.version)
    evening.show(" ".join(f"-{square}" for square in STARTS))
    evening.table.rematch()
    evening.later(1.0)
    assert evening.kinds == ["empty"] and evening.wrong == []
    evening.show(" ".join(f"+{square}" for square in STARTS))
    evening.later(1.0)
    assert evening.kinds == []


def test_only_what_was_seen_can_be_declared_right(evening: Evening) -> None:
    seen = evening.table.version
    evening.show("-X7 +V7")
    evening.later(1.0)
    with pytest.raises(StaleVersion):
        evening.table.agree(seen)
    with pytest.raises(StaleVersion):
        evening.table.agree(evening.table.version + 1)
    assert evening.wrong == [("mustard", "V7", "X7")]
    evening.table.linked("lost")
    with pytest.raises(LobbyError, match="no-board"):
        evening.table.agree(evening.table.version)


def test_the_host_moves_the_token_that_is_awaited(evening: Evening) -> None:
    before = evening.table.version
    end = evening.roll()[0]
    with pytest.raises(StaleVersion):
        evening.table.put(end, before)
    with pytest.raises(Refusal):
        evening.table.put("X7", evening.table.version)
    evening.table.put(end, evening.table.version)
    assert evening.view["tokens"]["scarlet"] == end
    assert evening.wrong == [("scarlet", "Q0", end)]


def test_a_reed_that_sticks_is_asked_for_and_then_named(evening: Evening) -> None:
    end = evening.roll()[0]
    evening.show(f"+{end}")
    evening.later(1.0)
    assert evening.table.view("Ann")["ask"] == [end]
    assert evening.table.view("Ben")["ask"] == evening.view["ask"] == []
    evening.table.act("Ann", f"move {end}", evening.table.version)
    evening.later(31.0)
    assert evening.view["notices"] == [{"kind": "stuck", "places": ["Q0"], "suspect": None, "part": None}]
    assert evening.wrong == []


def test_a_burst_of_late_reports_leads_where_prompt_ones_lead(tmp_path: Path) -> None:
    """The host sleeps while a token is lifted, rests on a wrong square, and comes to a right one."""
    results = []
    for late in (False, True):
        folder = tmp_path / str(late)
        folder.mkdir()
        evening = Evening(folder)
        end = evening.roll()[0]
        start = evening.clock.seconds
        ways = ((0.1, "-Q0"), (0.3, "+Q3"), (0.6, "-Q3"), (0.7, f"+{end}"), (1.6, "-X7"), (2.5, "+X7"))
        if late:
            evening.clock.seconds += 60.0  # nobody ticks
            evening.table.tick()
        for at, change in ways:
            if not late:
                evening.later(start + at - evening.clock.seconds)
            evening.show(change, at=start + at)
            if late:
                evening.table.tick()
        evening.later(5.0)
        results.append((evening.table.record(), evening.wrong, evening.kinds))
    assert results[0] == results[1]
    assert f"Ann: move {end}" in results[0][0]


def test_a_look_that_comes_late_waits_for_the_reports_that_are_late_too(evening: Evening) -> None:
    first, second = (evening.roll() * 2)[:2]
    start = evening.clock.seconds
    evening.show(f"-Q0 +{first}")
    evening.clock.seconds += 20.0  # the process was stopped
    assert evening.table.tick() == pytest.approx(0.3)
    assert evening.view["frame"]["stage"] == "rolled"
    evening.show(f"-{first} +{second}" if first != second else "", at=start + 0.2)
    evening.later(1.0)
    assert evening.view["tokens"]["scarlet"] == second


def test_no_look_before_all_is_heard_that_the_board_said_by_then(evening: Evening) -> None:
    """A token slides on over a square where the roll might end, and the report of that is late."""
    heard = [evening.clock.seconds]
    evening.table.listen(lambda: heard[0])
    first, second = evening.roll()[:2]
    start = evening.clock.seconds
    evening.show(f"-Q0 +{first}")
    evening.clock.seconds = start + 0.42
    assert 0 < (evening.table.tick() or 0) < 0.1
    evening.table.note("Ann", "rope", "Ben", "no")
    evening.table.set_language("Ben", "fi")
    assert evening.view["frame"]["stage"] == "rolled"
    evening.show(f"-{first} +{second}", at=start + 0.1)
    heard[0] = evening.clock.seconds
    evening.later(1.0)
    assert evening.view["frame"]["stage"] == "rolled"  # settled by now, but nobody has listened since
    heard[0] = evening.clock.seconds
    evening.later(1.0)
    assert evening.view["tokens"]["scarlet"] == second
    assert evening.wrong == []


def test_who_listens_to_nobody_is_not_waited_for_long(evening: Evening) -> None:
    evening.table.listen(lambda: 0.0)
    end = evening.roll()[0]
    evening.show(f"-Q0 +{end}")
    for _ in range(60):
        evening.clock.seconds += 0.1
        evening.table.tick()
    assert evening.view["tokens"]["scarlet"] == end


def test_the_next_hand_may_move_before_this_token_has_settled(evening: Evening) -> None:
    end = evening.roll()[0]
    evening.show("-Q0")
    evening.later(0.5)
    evening.show(f"+{end}")
    evening.later(0.2)
    evening.show("-X7")
    evening.later(0.25)
    assert evening.view["tokens"]["scarlet"] == end
    evening.show("+X7")
    evening.later(1.0)
    assert evening.wrong == []


def test_a_token_carried_through_the_passage_takes_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    table = evening.table

    def lies(**rooms: str) -> None:
        shown = {room: frozenset(piece for piece, at in rooms.items() if at == room) for room in BOARD.rooms}
        table.sensed(Report(None, evening.clock.seconds, rooms=shown))

    lies()
    passage_rooms = set(BOARD.passages)
    while True:
        seat = evening.turn
        suspect = table.view(seat)["suspect"]
        if any(offer["act"] == "passage" for offer in table.view(seat)["acts"]):
            break
        ends = evening.roll() + evening.roll(squares=False)
        end = next((end for end in ends if end in passage_rooms), ends[0])
        table.put(end, table.version)
        table.act(seat, "end", table.version)
    room = evening.view["tokens"][suspect]
    lies(**{suspect: room})
    evening.later(5.0)
    assert evening.view["frame"]["stage"] == "start"
    lies()
    evening.later(2.0)
    lies(**{suspect: BOARD.passages[room]})
    evening.later(1.0)
    assert table.record().splitlines()[-1] == f"{seat}: passage"
    assert evening.view["tokens"][suspect] == BOARD.passages[room]
