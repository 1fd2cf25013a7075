"""What a service does with a machine that is not as it should be; at a terminal it stays an error."""

import errno
import os
import resource
import socket
import subprocess
import urllib.error
from contextlib import ExitStack
from functools import partial

import pytest

from companion.cli import makeshift, selfcheck
from tests.cli.test_run import start_game
from tests.process import PATIENCE, command, running


@pytest.fixture
def managed(tmp_path):
    """The environment of a service; whoever listens at the other end hears nothing here."""
    runtime = tmp_path / "run"
    runtime.mkdir()
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), "RUNTIME_DIRECTORY": str(runtime)}


def at_a_terminal(*words):
    done = subprocess.run(
        command("run", *words), check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_a_service_takes_the_good_lines_of_its_settings_and_tells_of_the_others(tmp_path, managed):
    settings = tmp_path / "companion.toml"
    wrong = ('lnaguage = "fi"', "record = 7", 'wifi-key = "short"', 'board = "nowhere.json"')
    settings.write_text("\n".join((*wrong, 'language = "sv"', 'link = "none"')))
    data = tmp_path / "data"
    code, told = at_a_terminal("--settings", settings, "--data", data)
    assert code == 1
    assert "lnaguage; did you mean language" in told
    with running("--settings", settings, "--data", data, environment=managed) as evening:
        kiosk, host = evening.read("/kiosk"), evening.read("/host")
        assert '<html lang="sv"' in kiosk
        assert "kanske menas language" in kiosk
        for option in ("lnaguage", "record", "wifi-key", "board"):
            assert f"line {option}," in host or f"give {option} a value" in host
        assert evening.ask("/api/view")["phase"] == "lobby"


def test_a_settings_file_that_is_none_leaves_everything_as_it_comes(tmp_path, managed):
    settings = tmp_path / "companion.toml"
    settings.write_text("port = = 8000")
    with running("--settings", settings, "--data", tmp_path / "data", environment=managed) as evening:
        assert f"The settings file {settings} cannot be read" in evening.read("/host")


def test_a_data_folder_that_cannot_be_written_is_played_without(tmp_path, managed):
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    code, told = at_a_terminal("--port", 0, "--data", in_the_way / "data")
    assert code == 1
    assert "cannot be written" in told
    with running("--link", "none", "--data", in_the_way / "data", environment=managed) as evening:
        assert f"{in_the_way / 'data'} cannot be written" in evening.read("/kiosk")
        start_game(evening)
        assert "this evening’s games are not kept" in evening.read("/kiosk")  # during the game, too
        fleeting = evening.told["Games"].removeprefix("are kept in ")
        assert os.path.exists(fleeting)
        assert evening.stop() == 0
    assert not os.path.exists(fleeting)


def test_another_program_has_the_port(tmp_path, managed):
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        code, told = at_a_terminal("--port", port, "--data", tmp_path / "data")
        assert code == 1
        assert f"The port {port} is in use" in told
        words = ("--link", "none", "--data", tmp_path / "data")
        with running(*words, port=port, environment=managed) as evening:
            other = int(evening.address.rpartition(":")[2])
            assert port < other <= port + 9
            assert f"has the port {port}, so the pages are at {other}" in evening.read("/host")
            assert (tmp_path / "run/port").read_text() == f"{other}\n"


def test_a_disk_that_fills_up_during_a_game_loses_nothing(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        tokens = start_game(evening)
        seen = evening.ask("/api/view")
        written = max(file.stat().st_size for file in tmp_path.iterdir() if file.is_file())
        usual = resource.prlimit(evening.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(evening.process.pid, resource.RLIMIT_FSIZE, (written, usual[1]))
        act = {"act": "roll", "version": seen["version"]}
        with pytest.raises(urllib.error.HTTPError) as refused:
            evening.ask("/api/act", act, tokens["Ann"])
        assert refused.value.code == 503
        assert "cannot write to its disk, so nothing was done" in refused.value.read().decode()
        assert evening.ask("/api/view")["log"] == seen["log"]
        resource.prlimit(evening.process.pid, resource.RLIMIT_FSIZE, usual)
        assert evening.ask("/api/act", act, tokens["Ann"])["version"] > seen["version"]
        after = evening.ask("/api/view")["log"]
        evening.process.kill()
    with running("--link", "none", "--data", tmp_path) as evening:
        assert evening.ask("/api/view")["log"] == after


def test_a_start_on_a_full_disk_takes_the_room_of_old_recordings(tmp_path, monkeypatch):
    data = tmp_path / "data"
    (data / "recordings").mkdir(parents=True)
    for number in (1, 2):
        (data / f"recordings/{number:06}.recording").write_text("x")
    flush = os.fsync

    def full(file):
        if (data / "recordings/000001.recording").exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        flush(file)

    monkeypatch.setattr(os, "fsync", full)
    with ExitStack() as evening:
        crowded = partial(selfcheck.make_room, free=lambda data: 0)
        monkeypatch.setattr(makeshift, "make_room", crowded)
        assert makeshift.folder_for(data, evening, managed=True) == (data, [])
    assert [file.name for file in (data / "recordings").iterdir()] == ["000002.recording"]
