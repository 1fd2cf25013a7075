"""The board through the table: a token that comes to rest is a move, anything else is put right."""

import logging
from pathlib import Path
from typing import Any

import pytest

from companion.board import load_board
from companion.sensing import Report
from companion.table import Pacer, Table
from tests.table.evening import (
    HandClock,
    everything_seen,
    let_pass,
    open_table,
    power_cut,
    seat_players,
    winning,
)
from tests.table.test_journal import full_disk

BOARD = load_board("classic")
STARTS = frozenset(BOARD.starts.values())


class Evening:
    """A table, its clock, and hands that move tokens."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        self.table: Table = open_table(folder, clock=self.clock)
        self.squares = STARTS

    def deal(self, rules: str = "classic") -> None:
        self.table.open_lobby(rules)
        seat_players(self.table)
        self.table.start()
        self.table.linked("ok")
        self.show(resync=True)

    def show(self, *, lift: str = "", put: str = "", resync: bool = False) -> None:
        """Lift a token from a square, put one on another, and let the board report it."""
        self.squares = self.squares - {lift} | ({put} if put else set())
        self.table.sensed(Report(self.squares, self.clock.seconds, resync))

    def later(self, seconds: float) -> None:
        let_pass(self.table, self.clock, seconds)

    def roll(self) -> list[str]:
        """Throw for the seat in turn; where it may go."""
        self.table.roll_pressed()
        view = self.table.view(self.table.view(None)["turn"])
        ends: list[str] = view["acts"][0]["choices"][0]
        return ends

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view(None)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_board_that_was_linked_before_the_lobby_is_known(evening: Evening) -> None:
    evening.table.linked("ok")
    evening.show(resync=True)
    evening.table.open_lobby("classic")
    seat_players(evening.table)
    evening.table.start()
    evening.roll()
    evening.show(lift="Q0")
    evening.later(0.5)
    assert evening.view["corrections"] == []  # seen to be lifted, so it is in the hand; not found missing


def test_a_token_that_rests_where_the_roll_leads_has_moved(evening: Evening) -> None:
    evening.deal()
    end = next(place for place in evening.roll() if BOARD.is_square(place))
    before = evening.table.version
    evening.show(lift="Q0", put=end)
    assert evening.table.tick() == pytest.approx(0.4)
    assert evening.view["frame"]["stage"] == "rolled"  # it may still be sliding on
    evening.later(0.41)
    assert evening.view["frame"]["stage"] == "moved"
    assert evening.view["tokens"]["scarlet"] == end
    assert evening.table.version == before + 1
    assert evening.table.record().splitlines()[-1] == f"Ann: move {end}"
    assert evening.table.tick() is None


def test_a_token_that_moves_without_a_roll_belongs_back(evening: Evening) -> None:
    evening.deal()
    evening.show(lift="Q0", put="Q3")
    evening.later(0.41)
    assert evening.view["frame"]["stage"] == "start"
    assert evening.view["corrections"] == [{"suspect": "scarlet", "from": "Q3", "to": "Q0"}]
    version = evening.table.version
    evening.show(lift="Q3", put="Q0")
    evening.later(0.41)
    assert evening.view["corrections"] == [] and evening.table.version > version


def test_another_seats_token_is_no_move(evening: Evening) -> None:
    evening.deal()
    evening.roll()
    evening.show(lift="A5", put="B5")
    evening.later(0.41)
    assert evening.view["frame"]["stage"] == "rolled"
    assert evening.view["corrections"] == [{"suspect": "plum", "from": "B5", "to": "A5"}]


def test_a_square_of_another_board_is_nothing(evening: Evening) -> None:
    evening.deal()
    evening.show(put="Z24")
    evening.later(0.41)
    assert evening.view["corrections"] == []


def test_what_a_suggestion_moves_is_shown_as_arrows_until_the_hands_have_done_it(evening: Evening) -> None:
    evening.deal()
    table = evening.table
    while True:
        seat = evening.view["turn"]
        suspect = table.view(seat)["suspect"]
        origin = evening.view["tokens"][suspect]
        ends = evening.roll()
        rooms = [place for place in ends if BOARD.is_room(place)]
        table.act(seat, f"move {(rooms or ends)[0]}", table.version)
        evening.show(
            lift=origin if BOARD.is_square(origin) else "",
            put="" if rooms else ends[0],
        )
        evening.later(0.41)
        assert evening.view["corrections"] == []
        if rooms:
            break
        table.act(seat, "end", table.version)
    named = next(s for s, place in evening.view["tokens"].items() if BOARD.is_square(place))
    stood = evening.view["tokens"][named]
    table.act(seat, f"suggest {named} rope", table.version)
    assert evening.view["corrections"] == [{"suspect": named, "from": stood, "to": rooms[0]}]
    evening.show(lift=stood)
    evening.later(0.41)
    assert evening.view["corrections"] == []


def test_a_token_that_has_left_the_squares_is_asked_for_on_the_movers_phone_only(evening: Evening) -> None:
    evening.deal()
    while True:
        seat = evening.view["turn"]
        suspect = evening.table.view(seat)["suspect"]
        ends = evening.roll()
        room = next((place for place in ends if BOARD.is_room(place)), None)
        if room:
            break
        evening.show(lift=evening.view["tokens"][suspect], put=ends[0])
        evening.later(0.41)
        evening.table.act(seat, "end", evening.table.version)
    evening.show(lift=evening.view["tokens"][suspect])
    evening.later(0.41)
    asked = {name: evening.table.view(name)["ask_room"] for name in (None, "Ann", "Ben", "Cat")}
    assert asked == {name: name == seat for name in asked}
    evening.table.act(seat, f"move {room}", evening.table.version)
    assert not evening.table.view(seat)["ask_room"]


def test_the_lobby_shows_which_tokens_are_not_on_their_starts(evening: Evening) -> None:
    evening.table.open_lobby("classic")
    evening.show(lift="Q0", resync=True)
    evening.later(0.41)
    assert evening.view["corrections"] == []  # nobody is here yet: who lays out the game is left alone
    seat_players(evening.table)
    evening.later(0.41)
    assert evening.view["corrections"] == [{"suspect": "scarlet", "from": None, "to": "Q0"}]
    evening.show(put="Q0")
    evening.later(0.41)
    assert evening.view["corrections"] == []


def test_nothing_is_to_put_right_once_the_game_is_over_or_the_link_has_gone(evening: Evening) -> None:
    evening.deal()
    evening.show(lift="Q0")
    evening.later(0.41)
    assert evening.view["corrections"]
    evening.table.linked("lost", "The board has been unplugged.")
    assert evening.view["corrections"] == [] and evening.view["link"] == "lost"
    evening.table.act("Ann", "roll", evening.table.version)
    evening.later(1)
    assert evening.view["corrections"] == []
    evening.table.linked("ok")
    evening.show(resync=True)
    evening.later(0.41)
    assert evening.view["corrections"]
    evening.table.act("Ann", winning(evening.table), evening.table.version)
    assert evening.view["corrections"] == []


def test_what_the_first_picture_after_a_gap_shows_is_never_played(evening: Evening) -> None:
    evening.deal()
    end = next(place for place in evening.roll() if BOARD.is_square(place))
    evening.table.linked("lost")
    evening.table.linked("ok")
    evening.show(lift="Q0", put=end)  # though nobody has marked it as the first
    evening.later(5)
    assert evening.view["frame"]["stage"] == "rolled"
    assert evening.view["corrections"] == [{"suspect": "scarlet", "from": end, "to": "Q0"}]
    assert [notice["kind"] for notice in evening.view["notices"]] == ["unplayed"]
    assert evening.table.view("Ann")["ask"] == [end] and evening.table.view("Ben")["ask"] == []
    evening.table.act("Ann", f"move {end}", evening.table.version)
    assert evening.view["corrections"] == evening.view["notices"] == []


def test_a_sensed_move_that_cannot_be_kept_is_tried_again(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening.deal()
    end = next(place for place in evening.roll() if BOARD.is_square(place))
    evening.show(lift="Q0", put=end)
    with full_disk(), caplog.at_level(logging.WARNING):
        evening.later(0.41)
        assert evening.view["frame"]["stage"] == "rolled"
    assert f"The sensed move to {end} was not played" in caplog.text
    assert evening.table.tick() == pytest.approx(1.0, abs=0.02)
    evening.later(1.01)
    assert evening.view["tokens"]["scarlet"] == end


def test_a_report_before_any_lobby_is_harmless_and_a_new_game_looks_again(evening: Evening) -> None:
    evening.table.linked("ok")
    evening.show(lift="Q0")
    assert evening.view["corrections"] == []
    evening.table.open_lobby("classic")
    seat_players(evening.table)
    evening.show()
    evening.later(0.41)
    evening.table.open_lobby("travel", keep_seats=True)  # the same board: what it last said still stands
    evening.later(0.41)
    assert evening.view["corrections"] == [{"suspect": "scarlet", "from": None, "to": "Q0"}]


def test_a_sensed_move_survives_like_any_other(evening: Evening, tmp_path: Path) -> None:
    evening.deal()
    end = next(place for place in evening.roll() if BOARD.is_square(place))
    evening.show(lift="Q0", put=end)
    evening.later(0.41)
    evening.table.linked("none")
    again = open_table(power_cut(tmp_path, tmp_path / "copy"))
    assert everything_seen(again) == everything_seen(evening.table)


def test_the_pacer_looks_when_the_token_has_come_to_rest(evening: Evening) -> None:
    evening.deal()
    end = next(place for place in evening.roll() if BOARD.is_square(place))
    pacer = Pacer(evening.table)
    pacer.start()
    evening.show(lift="Q0", put=end)
    version = evening.table.version
    evening.clock.seconds += 0.41
    assert evening.table.wait(version, 60) == version + 1
    assert evening.view["tokens"]["scarlet"] == end
    pacer.close()


def test_a_pacer_that_never_started_closes(evening: Evening) -> None:
    Pacer(evening.table).close()
