"""Copies of the games: taken while they are played, taken back by command and by the running companion."""

import contextlib
import json
import sqlite3
import time
import urllib.error
import urllib.request

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.cli.test_run import start_game
from tests.process import PATIENCE, running


def companion(*words):
    done = CliRunner().invoke(main, list(map(str, words)))
    return done.exit_code, done.output


def turns(evening):
    return [entry["n"] for entry in evening.ask("/api/view")["log"]]


def begun_anew(evening):
    """Wait until the next run serves: another one than that which took the wish."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            if evening.ask("/api/view")["log"] and evening.ask("/api/backup")[1:]:
                return
    raise AssertionError("it did not come back")


def roll(evening, tokens):
    seen = evening.ask("/api/view")
    evening.ask("/api/act", {"act": "roll", "version": seen["version"]}, tokens[seen["turn"]])


def test_a_copy_is_taken_while_a_game_runs_and_taken_back_on_another_machine(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    with running("--link", "none", "--data", here) as evening:
        tokens = start_game(evening)
        before = turns(evening)
        port = evening.address.rpartition(":")[2]
        code, told = companion("backup", "--data", here, "--port", port)
        assert code == 0, told
        roll(evening, tokens)
    copy = here / "backups/games-0001.sqlite"
    assert told == f"{copy}\n"
    assert companion("restore", copy, "--data", there)[0] == 0
    with running("--link", "none", "--data", there) as evening:
        assert turns(evening) == before
        roll(evening, tokens)  # the seats are the same, too


def test_a_service_that_had_to_take_another_port_is_found(tmp_path, monkeypatch):
    settings, noted = tmp_path / "companion.toml", tmp_path / "port"
    settings.write_text(f'port = 1\ndata = "{tmp_path / "data"}"\n')
    monkeypatch.setattr("companion.cli.backup.SERVED_AT", noted)
    with running("--link", "none", "--data", tmp_path / "data") as evening:
        assert "It does not answer on port 1" in companion("backup", "--settings", settings)[1]
        noted.write_text(evening.address.rpartition(":")[2] + "\n")
        code, told = companion("backup", "--settings", settings)
    assert (code, told) == (0, f"{tmp_path / 'data/backups/games-0001.sqlite'}\n")


def test_the_running_companion_takes_a_copy_back_and_begins_anew(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        tokens = start_game(evening)
        before = turns(evening)
        name = evening.ask("/api/backup", {})["backup"]
        roll(evening, tokens)
        assert turns(evening) != before
        assert evening.ask("/api/restore", {"backup": name}) == {"backup": name}
        begun_anew(evening)
        assert turns(evening) == before
        listed = evening.ask("/api/backup")
        assert [one["backup"] for one in listed] == ["games-0002.sqlite", name]  # what was there is kept
        assert all(one["games"] == 1 for one in listed)


def test_a_copy_can_be_carried_away_by_the_host_alone(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        start_game(evening)
        name = evening.ask("/api/backup", {})["backup"]
        with urllib.request.urlopen(f"{evening.address}/api/backup/{name}") as answer:
            (tmp_path / "carried.sqlite").write_bytes(answer.read())
        for wrong in ("games-9999.sqlite", "..%2Fjournal.sqlite", "journal.sqlite"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{evening.address}/api/backup/{wrong}")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            evening.ask("/api/restore", {"backup": "games-9999.sqlite"})
    assert companion("restore", tmp_path / "carried.sqlite", "--data", tmp_path / "new")[0] == 0


def test_without_a_companion_the_command_copies_by_itself_and_seven_stay(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        start_game(evening)
    for number in range(1, 10):
        code, told = companion("backup", "--data", tmp_path)
        assert code == 0
        assert told.endswith(f"games-{number:04}.sqlite\n")
    kept = sorted(file.name for file in (tmp_path / "backups").iterdir())
    assert kept == [f"games-{number:04}.sqlite" for number in range(3, 10)]


def test_while_a_companion_plays_nothing_is_taken_back(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        start_game(evening)
        name = evening.ask("/api/backup", {})["backup"]
        code, told = companion("restore", tmp_path / "backups" / name, "--data", tmp_path)
        assert code == 1
        assert "Another companion is already playing" in told
        assert evening.ask("/api/view")["phase"] == "play"


@pytest.mark.parametrize("kind", ["text", "foreign", "cut"])
def test_what_is_no_copy_is_refused_and_the_games_stay(tmp_path, kind):
    with running("--link", "none", "--data", tmp_path) as evening:
        start_game(evening)
    companion("backup", "--data", tmp_path)
    wrong = tmp_path / "wrong.sqlite"
    if kind == "text":
        wrong.write_text("no database at all, but long enough to look like one" * 40)
    elif kind == "foreign":
        with sqlite3.connect(wrong) as database:
            database.execute("CREATE TABLE games (id)")
        database.close()
    else:
        wrong.write_bytes((tmp_path / "backups/games-0001.sqlite").read_bytes()[:9000])
    before = (tmp_path / "journal.sqlite").read_bytes()
    code, told = companion("restore", wrong, "--data", tmp_path)
    assert code == 1
    assert told.startswith("Error: ")
    assert "Traceback" not in told
    assert (tmp_path / "journal.sqlite").read_bytes() == before
    assert not (tmp_path / "new").exists()


def test_a_damaged_journal_is_put_aside_for_a_copy(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        start_game(evening)
    companion("backup", "--data", tmp_path)
    (tmp_path / "journal.sqlite").write_bytes(b"\0" * 5000)
    assert companion("restore", tmp_path / "backups/games-0001.sqlite", "--data", tmp_path)[0] == 0
    assert (tmp_path / "damaged-1.sqlite").read_bytes() == b"\0" * 5000
    with running("--link", "none", "--data", tmp_path) as evening:
        assert evening.ask("/api/view")["phase"] == "play"


def test_guests_get_no_copies(tmp_path):
    from companion.server.app import create_app
    from companion.table import Backups, Journal, Table

    table = Table(Journal.open(tmp_path))
    client = create_app(table, host_key="k", address=str, backups=Backups(tmp_path)).test_client()
    guest = {"environ_base": {"REMOTE_ADDR": "192.168.1.7"}}
    for method, path in (("post", "backup"), ("get", "backup"), ("post", "restore"), ("post", "restart")):
        answer = getattr(client, method)(f"/api/{path}", **guest)
        assert (answer.status_code, json.loads(answer.data)["code"]) == (403, "not-host")
    assert client.get("/api/backup/games-0001.sqlite", **guest).status_code == 403
    table.close()
