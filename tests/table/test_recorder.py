"""Every input of a table is recorded, at one moment, and plays again; a restart begins with what was."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.board import load_board
from companion.sensing import Report
from companion.sensing.recording import Entry
from companion.table import House, Journal, LobbyError, Table, rerun
from tests.table.evening import HandClock, let_pass, play_on, seat_players

STARTS = frozenset(load_board("classic").starts.values())


class Tape:
    """Keeps the lines of every file."""

    def __init__(self) -> None:
        self.files: list[list[Entry]] = []
        self.full = False

    def afresh(self, at: float, first: Mapping[str, str]) -> None:
        self.files.append([])
        for kind, text in first.items():
            self.write(at, kind, text)

    def write(self, at: float, kind: str, text: str) -> None:
        file = self.files[-1]
        file.append(Entry(len(file) + 1, at, kind, text))

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.files[-1]]


def table_on(folder: Path, tape: Tape, clock: HandClock, seed: int = 4) -> Table:
    return Table(Journal.open(folder), house=House(random.Random(seed)), clock=clock, recording=tape)


def begun(folder: Path, rules: str, tape: Tape, clock: HandClock) -> Table:
    table = table_on(folder, tape, clock)
    table.open_lobby(rules)
    seat_players(table)
    table.start()
    return table


def played(tape: Tape) -> int:
    again = rerun(Path("tape"), tape.files[-1])
    assert again.difference is None
    return again.acts


def test_a_deal_begins_a_file(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    begun(tmp_path, "classic", tape, clock).close()
    assert len(tape.files) == 2
    assert tape.kinds() == ["game", "phone", "house", "house"]
    assert [entry.kind for entry in tape.files[0]] == ["game", *["phone"] * 4]


def test_a_lobby_that_cannot_begin_begins_no_file(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    table = table_on(tmp_path, tape, clock)
    table.open_lobby("classic")
    for _ in range(3):
        with pytest.raises(LobbyError):
            table.start()
    assert len(tape.files) == 1
    table.close()


def test_a_whole_game_of_powers_and_windows_plays_again(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    table, chance = begun(tmp_path, "bluff", tape, clock), random.Random(9)
    for _ in range(120):
        clock.seconds += chance.choice((0.1, 1.0, 13.0))  # now and then a window runs out
        table.tick()
        if not play_on(table, chance):
            break
    table.close()
    assert "clock" in tape.kinds()
    assert played(tape) == tape.kinds().count("did") > 60


def test_what_a_recording_leaves_out_counts_versions_all_the_same(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    table, chance = begun(tmp_path, "classic", tape, clock), random.Random(2)
    for _ in range(12):
        table.note("Ann", "rope", "Ben", chance.choice(("no", "yes")))
        table.invite("Ben")
        table.nudge()
        play_on(table, chance)
    table.close()
    text = " ".join(entry.text for entry in tape.files[-1])
    assert "note" not in text and "invite" not in text
    assert played(tape) == tape.kinds().count("did")


def test_a_restart_in_the_middle_of_a_window_begins_with_the_rest_of_it(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    table, chance = begun(tmp_path, "bluff", tape, clock), random.Random(3)
    while not table.view(None)["window"]:
        assert play_on(table, chance)
    clock.seconds += 4
    table.tick()
    table.close()
    again, clock.seconds = Tape(), 50.0  # the monotonic clock of another start
    table = table_on(tmp_path, again, clock, seed=5)
    assert again.kinds() == ["game"]
    clock.seconds += 30
    table.tick()
    for _ in range(10):
        play_on(table, chance)
    table.close()
    assert played(again) == again.kinds().count("did") > 1


def test_a_full_file_ends_between_two_acts_and_the_next_begins_with_the_game(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    table, chance = begun(tmp_path, "classic", tape, clock), random.Random(6)
    for _ in range(5):
        play_on(table, chance)
    first = len(tape.files)
    tape.full = True
    play_on(table, chance)
    tape.full = False
    assert len(tape.files) == first + 1
    for _ in range(5):
        play_on(table, chance)
    table.close()
    assert played(tape) == 6


def test_after_a_new_file_only_a_whole_picture_is_taken(tmp_path: Path) -> None:
    """Whoever plays the file again has heard nothing of what came before."""
    tape, clock = Tape(), HandClock()
    table = begun(tmp_path, "classic", tape, clock)
    table.sensed(Report(STARTS, clock.seconds))
    assert "board" not in tape.kinds()
    table.sensed(Report(STARTS, clock.seconds, resync=True))
    table.sensed(Report(STARTS - {"Q0"}, clock.seconds))
    assert tape.kinds().count("board") == 2
    table.close()


def test_what_the_host_vouched_for_before_the_deal_still_holds_after_it(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    table = table_on(tmp_path, tape, clock)
    table.open_lobby("classic")
    seat_players(table)
    table.sensed(Report(STARTS - {"Q0"}, clock.seconds, resync=True))  # a deaf reed
    for _ in range(20):
        clock.seconds += 1
        table.tick()
    table.agree(table.version)
    assert table.view(None)["corrections"] == []
    table.start()
    clock.seconds += 2
    table.tick()
    assert table.view(None)["corrections"] == []
    assert len(tape.files) == 1
    table.close()


def test_a_token_moved_just_when_another_file_begins_is_asked_and_then_moved(tmp_path: Path) -> None:
    tape, clock = Tape(), HandClock()
    table = begun(tmp_path, "classic", tape, clock)
    table.linked("ok")
    table.sensed(Report(STARTS, clock.seconds, resync=True))
    let_pass(table, clock, 1.0)
    while not (seat := table.view(None)["turn"]):  # the dice say who begins
        play_on(table, random.Random(1))
    first = len(tape.files)
    tape.full = True
    table.act(seat, "roll", table.version)
    assert len(tape.files) == first + 1
    view = table.view(seat)
    start = view["tokens"][view["suspect"]]
    end = next(place for place in view["acts"][0]["choices"][0] if place[0].isupper())
    table.sensed(Report(STARTS - {start} | {end}, clock.seconds))  # between two sessions: not taken
    table.sensed(Report(STARTS - {start} | {end}, clock.seconds, resync=True))
    let_pass(table, clock, 1.0)
    assert table.view(seat)["ask"] == [end]
    assert [notice["kind"] for notice in table.view(None)["notices"]] == ["unplayed"]
    table.agree(table.version)
    assert table.record().splitlines()[-1] == f"{seat}: move {end}"
    table.close()
