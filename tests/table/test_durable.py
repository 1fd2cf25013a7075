"""Stopping the process anywhere and starting again goes on with the same game."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board import Board, board_from_data, load_board
from companion.table import Journal, JournalError, Table
from companion.table.sitting import board_data
from tests.table.evening import NAMES, everything_seen, open_table, play_on, power_cut, seat_players, started


@settings(max_examples=12, deadline=None)
@given(
    rules=st.sampled_from(["classic", "travel", "bluff"]),
    seats=st.integers(3, 6),
    seed=st.integers(0, 2**32),
    cuts=st.lists(st.integers(0, 40), min_size=1, max_size=3),
)
def test_a_power_cut_anywhere_in_a_game_changes_nothing(
    rules: str, seats: int, seed: int, cuts: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("evening")
    table = started(folder / "0", rules, seats, seed=seed)
    chance = random.Random(seed)
    for number, acts in enumerate(cuts, 1):
        for _ in range(acts):
            play_on(table, chance)
        if chance.random() < 0.5:
            table.note("Ann", "rope", chance.choice(NAMES[:seats]), chance.choice(["no", "yes", ""]))
        seen, version, record = everything_seen(table), table.version, table.record()
        table = open_table(power_cut(folder / str(number - 1), folder / str(number)), seed=seed + number)
        assert everything_seen(table) == seen
        assert table.record() == record
        assert table.version >= version


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), acts=st.integers(5, 40), torn=st.floats(0, 1))
def test_a_torn_write_loses_the_unfinished_act_and_nothing_else(
    seed: int, acts: int, torn: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Power goes while the write-ahead log is written: whatever of its end is missing, a game is left."""
    folder = tmp_path_factory.mktemp("evening")
    table = started(folder / "whole", seed=seed)
    table.close()  # what stands so far is settled; from here on the write-ahead log grows
    table = open_table(folder / "whole", seed=seed)
    chance = random.Random(seed)
    before = table.record().splitlines()
    for _ in range(acts):
        play_on(table, chance)
    whole = table.record().splitlines()
    copy = power_cut(folder / "whole", folder / "torn")
    wal = next(copy.glob("*-wal"))
    os.truncate(wal, int(wal.stat().st_size * torn))
    left = open_table(copy).record().splitlines()
    assert left == whole[: len(left)] and len(left) >= len(before)


def test_the_lobby_survives_too(tmp_path: Path) -> None:
    table = open_table(tmp_path / "a")
    table.open_lobby("travel", {"honour": True})
    tokens = seat_players(table, 4)
    table.order(["Dan", "Ann", "Cat", "Ben"])
    table.set_language("Cat", "fi")
    code = table.invite("Ann")
    seen = everything_seen(table)
    again = open_table(power_cut(tmp_path / "a", tmp_path / "b"))
    assert everything_seen(again) == seen
    assert {again.seat_of(token) for token in tokens.values()} == set(NAMES[:4])
    assert again.seat_of(again.redeem(code)) == "Ann"
    again.start()
    assert again.view(None)["options"]["honour"] == "on"


def test_tokens_and_a_used_invitation_survive_in_a_game(tmp_path: Path) -> None:
    table = open_table(tmp_path / "a")
    table.open_lobby("classic")
    tokens = seat_players(table, 3)
    table.start()
    moved = table.redeem(table.invite("Ann"))
    again = open_table(power_cut(tmp_path / "a", tmp_path / "b"))
    assert [again.seat_of(token) for token in (tokens["Ann"], moved, tokens["Ben"])] == [None, "Ann", "Ben"]


def test_a_phone_may_answer_after_the_restart_on_the_view_it_had_before(tmp_path: Path) -> None:
    table = started(tmp_path / "a")
    seen = table.view("Ann")["version"]
    again = open_table(power_cut(tmp_path / "a", tmp_path / "b"))
    assert again.version > seen
    assert again.act("Ann", "roll", seen) == again.version


def test_no_version_is_used_twice_even_without_writes(tmp_path: Path) -> None:
    table = started(tmp_path / "a")
    for _ in range(1500):  # more than are reserved at a time
        table.linked("ok")
        table.linked("lost")
    again = open_table(power_cut(tmp_path / "a", tmp_path / "b"))
    assert again.version >= table.version


def test_a_game_goes_on_though_its_board_file_has_gone(tmp_path: Path) -> None:
    classic = load_board("classic")
    mine = board_from_data(board_data(classic) | {"name": "mine"})
    assert isinstance(mine, Board) and mine.doors == classic.doors and mine.passages == classic.passages
    table = Table(Journal.open(tmp_path), boards={"mine.json": mine})
    table.open_lobby("classic", {}, "mine.json")
    seat_players(table)
    table.start()
    table.close()
    again = open_table(tmp_path)
    assert again.view(None)["board"] == "mine" and again.board() == mine
    assert "board mine.json" in again.record().splitlines()
    again.act("Ann", "roll", again.version)
    again.open_lobby("travel", {}, "mine.json", replace=True)
    assert again.view(None)["board"] == "mine"


def test_the_old_games_stay_in_the_journal(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.act("Ann", "roll", table.version)
    table.open_lobby("travel", replace=True)
    table.close()
    games = sqlite3.connect(tmp_path / "journal.sqlite").execute(
        "SELECT rules, (SELECT count(*) FROM acts WHERE game = games.id) FROM games ORDER BY id"
    )
    assert games.fetchall() == [("classic", 1), ("travel", 0)]


PLAYER = """
import random, sys
from pathlib import Path
from tests.table.evening import play_on, started
table = started(Path(sys.argv[1]), "travel", 4)
chance = random.Random(8)
while play_on(table, chance):
    print(table.record().count(": "), flush=True)
"""


def test_a_killed_process_has_kept_everything_that_it_had_told(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    assert player.stdout
    told = [int(player.stdout.readline()) for _ in range(25)]
    player.send_signal(signal.SIGKILL)
    told += [int(line) for line in player.stdout.read().split()]
    player.wait(60)
    table = open_table(tmp_path / "data")
    kept = table.record().count(": ")
    assert told[-1] <= kept <= told[-1] + 1
    assert play_on(table, random.Random(1))


def test_a_game_that_the_rules_would_no_longer_allow_is_a_sentence(tmp_path: Path) -> None:
    started(tmp_path).close()
    with sqlite3.connect(tmp_path / "journal.sqlite") as database:
        database.execute("INSERT INTO acts VALUES (1, 1, 'Ben', 'move kitchen', 0, 9)")
    database.close()
    with pytest.raises(JournalError) as fault:
        open_table(tmp_path)
    assert str(fault.value) == (
        "The game in the journal cannot go on: its act 1, Ben: move kitchen, is refused (not-in-turn). "
        "Go on with the companion that began it, or choose another folder with --data DIR."
    )


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("rules", "chess"),
        ("options", '{"dice": "x"}'),
        ("board_file", "{}"),
        ("deal", '{"case": ["plum", "rope", "hall"], "hands": {}, "weapons": {}}'),
    ],
)
def test_a_game_of_another_time_is_a_sentence(column: str, value: str, tmp_path: Path) -> None:
    started(tmp_path).close()
    with sqlite3.connect(tmp_path / "journal.sqlite") as database:
        database.execute(f"UPDATE games SET {column} = ?", (value,))
    database.close()
    with pytest.raises(JournalError, match="^The game in the journal cannot go on: "):
        open_table(tmp_path)
