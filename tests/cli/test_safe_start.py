"""After two failed starts the third one serves pages without hardware and old games, and says why."""

import subprocess

import pytest

from companion.cli.starts import SAFE_AFTER, SOUND_AFTER, Starts
from tests.cli.test_run import start_game
from tests.process import PATIENCE, command, running


class Moved:
    """A clock that the test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def fail(folder, why="The journal is damaged."):
    with pytest.raises(RuntimeError), Starts(folder).attempt():
        raise RuntimeError(why)


def test_two_failed_starts_lead_to_a_safe_one_that_knows_why(tmp_path):
    fail(tmp_path)
    assert not Starts(tmp_path).safe
    fail(tmp_path, "No such wiring.")
    starts = Starts(tmp_path)
    assert starts.safe
    assert starts.why == "No such wiring."


def test_a_start_that_was_killed_counts_and_one_that_was_ended_does_not(tmp_path):
    killed = []
    for _ in range(SAFE_AFTER):
        killed.append(Starts(tmp_path).attempt())
        killed[-1].__enter__()  # and never came back
    assert Starts(tmp_path).safe
    assert "cut short" in Starts(tmp_path).why
    with pytest.raises(SystemExit), Starts(tmp_path).attempt():
        raise SystemExit(0)
    assert not Starts(tmp_path).safe


def test_a_start_is_good_once_the_table_has_lived_for_some_seconds(tmp_path):
    clock = Moved()
    fail(tmp_path)
    starts = Starts(tmp_path, clock)
    with pytest.raises(RuntimeError), starts.attempt():
        starts.alive()
        clock.now = SOUND_AFTER
        starts.alive()
        raise RuntimeError("much later")
    fail(tmp_path)
    assert not Starts(tmp_path).safe


def test_a_folder_that_cannot_be_written_counts_nothing(tmp_path):
    file = tmp_path / "file"
    file.touch()
    for _ in range(3):
        fail(file)
    assert not Starts(file).safe


def test_the_third_start_serves_although_the_games_are_damaged_and_the_fourth_has_them_again(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        start_game(evening)
        assert evening.stop() == 0
    journal = tmp_path / "journal.sqlite"
    good = journal.read_bytes()
    journal.write_bytes(b"\0" * 5000)
    for _ in range(SAFE_AFTER):
        words = command("run", "--port", 0, "--data", tmp_path)
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1
        assert "damaged" in done.stderr
    with running("--data", tmp_path) as evening:
        assert "open /host" in evening.told["Safe"]
        assert evening.ask("/healthz")["link"] == "none"
        assert evening.ask("/api/view")["phase"] == "lobby"
        assert journal.read_bytes() == b"\0" * 5000  # left alone
        assert evening.stop() == 0
    journal.write_bytes(good)
    with running("--link", "none", "--data", tmp_path) as evening:
        assert evening.ask("/api/view")["phase"] == "play"
