"""`companion run` and `companion hall` as people start them, and where the password comes from."""

import os
import signal
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.broker import PASSWORD, table_id
from companion.mqtt.broker import Broker
from tests.mqtt.ear import Ear
from tests.mqtt.mosquitto import Mosquitto, free_port
from tests.process import PATIENCE, command, running

WORD = "brass-lamp"


def companion(*words: object, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(main, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets in who knows the word."""
    mosquitto = Mosquitto(tmp_path, password=WORD)
    mosquitto.start()
    yield mosquitto
    mosquitto.kill()


def settings(folder: Path, mosquitto: Mosquitto) -> Path:
    file = folder / "companion.toml"
    file.write_text(
        f'mqtt = "{mosquitto.address}"\nmqtt-user = "club"\nmqtt-password = "{WORD}"\n'
        'table-name = "Library"\n',
        encoding="utf-8",
    )
    return file


@contextmanager
def hall(*words: object, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`companion hall` with these words; gives the process, and the port of its page."""
    process = subprocess.Popen(
        command("hall", "--port", 0, *words),
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
    )
    impatience = threading.Timer(PATIENCE, process.kill)
    impatience.start()
    try:
        assert process.stdout is not None
        told = next((line for line in process.stdout if line.startswith("Hall ")), "")
        impatience.cancel()
        assert told, "it ended before it served"
        yield process, told.strip().rstrip("/").rpartition(":")[2]
    finally:
        impatience.cancel()
        process.kill()
        process.communicate()


def test_a_run_and_a_hall_find_each_other_through_a_locked_broker(tmp_path: Path, locked: Mosquitto) -> None:
    known = Broker.at(locked.address, "club", WORD)
    file = settings(tmp_path, locked)
    here = ("--data", tmp_path / "games", "--link", "none", "--settings", file)
    with Ear(known) as ear:
        with running(*here) as evening:
            assert "hears of this table, Library, below cluedo/" in evening.told["Broker"]
            topic = evening.told["Broker"].rpartition("below ")[2]
            ear.until(lambda: (ear.last(f"{topic}/status") or {}).get("phase") == "lobby")
            words = ("--mqtt", locked.address, "--mqtt-user", "club")
            with hall(*words, **{PASSWORD: WORD}) as (process, port):
                with urllib.request.urlopen(f"http://localhost:{port}/stream", timeout=PATIENCE) as stream:
                    assert any(b"Library" in line for line in stream)
                process.send_signal(signal.SIGTERM)
                assert process.wait(PATIENCE) == 0
            assert evening.stop() == 0
        ear.until(lambda: ear.last(f"{topic}/availability") == "offline")


def test_a_password_on_the_command_line_is_refused() -> None:
    for name in ("run", "hall"):
        done = companion(name, "--mqtt", "localhost", "--mqtt-user", "club", "--mqtt-password", WORD)
        assert done.exit_code == 2
        assert f"write it into the settings file, or set {PASSWORD}" in done.output
        assert WORD not in done.output


def test_no_password_is_shown_by_what_tells_of_settings(tmp_path: Path, locked: Mosquitto) -> None:
    file = settings(tmp_path, locked)
    told = companion("settings", file).output
    assert WORD not in told and "mqtt_password = (not shown)" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "The hall hears of its tables from a broker: name it with --mqtt HOST."),
        (("--mqtt-user", "club"), "--mqtt-user needs a broker: add --mqtt HOST."),
        (("--mqtt", "a b"), "a b is no address of a broker: write HOST or HOST:PORT."),
        (("--mqtt", "hub", "--mqtt-topic", "club/#"), "is no topic: write words with / between them"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = companion("hall", *words)
    assert done.exit_code == 2
    assert sentence in " ".join(done.output.split())


def test_a_name_that_fits_no_screen_is_refused() -> None:
    done = companion("run", "--table-name", "x" * 41)
    assert done.exit_code == 2 and "at most 40 characters" in done.output


def doctor(folder: Path, file: Path) -> str:
    told = companion("doctor", "--data", folder, "--settings", file).output.splitlines()
    return next(line for line in told if line[5:].startswith("Broker"))


def test_the_doctor_asks_the_broker_that_the_settings_name(tmp_path: Path, locked: Mosquitto) -> None:
    file = settings(tmp_path, locked)
    assert doctor(tmp_path, file) == f"ok   Broker    The broker at {locked.address} lets us in."
    file.write_text(file.read_text().replace(WORD, "velvet"))
    assert doctor(tmp_path, file).startswith("note Broker    The broker at ")
    assert "does not take this user and password" in doctor(tmp_path, file)
    file.write_text(f'mqtt = "127.0.0.1:{free_port()}"\n')
    assert "does not answer (Connection refused)" in doctor(tmp_path, file)


def test_a_table_keeps_its_id_and_shares_it_with_no_other(tmp_path: Path) -> None:
    one, other, serial = tmp_path / "one", tmp_path / "other", tmp_path / "serial"
    for folder in (one, other):
        folder.mkdir()
    id = table_id(one, serial)
    assert id == table_id(one, serial) and len(id) == 10
    assert id != table_id(other, serial)  # two companions on one machine
    serial.write_bytes(b"10000000abcdef\0")
    assert table_id(one, serial) not in (id, table_id(other, serial))  # one card, copied into two machines
