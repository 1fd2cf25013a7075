"""`companion flash` where there is nothing to flash: which sentence, and at once."""

import json
import os
import pty
import threading
import tty
from pathlib import Path

import pytest
import serial

from companion.cli import flash
from tests.sensing.hardware import change, copied


def refusal(result):
    """The only line of a command that failed."""
    assert result.exit_code == 1 and not result.stdout
    (line,) = [line for line in result.stderr.splitlines() if not line.startswith("Putting ")]
    return line.removeprefix("Error: ")


@pytest.fixture(autouse=True)
def no_drives(monkeypatch):
    monkeypatch.setattr(flash, "BOOTSEL_DRIVES", ())


@pytest.fixture
def line():
    """Both ends of a serial line: the descriptor of the device's, and the port."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


@pytest.fixture
def hurry(monkeypatch):
    for name in ("ANSWER", "REPL", "START"):
        monkeypatch.setattr(flash, name, 0.2)


def test_no_pico(companion, plugged):
    plugged()
    assert refusal(companion("flash")).startswith("No Pico is plugged in: connect its USB cable")


def test_a_pico_without_micropython(companion, plugged, monkeypatch, tmp_path):
    plugged()
    (tmp_path / "pi" / "RPI-RP2").mkdir(parents=True)
    monkeypatch.setattr(flash, "BOOTSEL_DRIVES", (f"{tmp_path}/*/RPI-RP2",))
    told = refusal(companion("flash"))
    assert "has no MicroPython yet: copy the UF2 file of https://micropython.org/download/RPI_PICO/" in told


@pytest.fixture
def two_picos(tmp_path):
    """A hardware folder in which the readers have a Pico of their own."""
    folder = copied(tmp_path)
    change(folder / "readers.toml", "own_pico = false", "own_pico = true")
    return folder


def test_a_board_with_two_picos_wants_to_know_which(companion, plugged, two_picos):
    plugged("/dev/ttyACM0")
    assert refusal(companion("flash", "--hardware", two_picos)) == (
        "This board has two Picos: say which this one is to be, with --role squares or --role rooms."
    )


def test_a_board_with_one_pico_has_no_role_to_choose(companion, plugged):
    plugged("/dev/ttyACM0")
    assert refusal(companion("flash", "--role", "rooms")) == (
        "No Pico of this board looks after the rooms alone: leave out --role."
    )


@pytest.mark.parametrize(("role", "other"), [("squares", "rooms"), ("rooms", "squares")])
def test_each_pico_gets_its_part_of_the_config(role, other, companion, plugged, monkeypatch, two_picos):
    plugged("/dev/ttyACM0")
    told = []
    monkeypatch.setattr(flash, "firmware_files", lambda wiring: told.append(wiring) or {})
    companion("flash", "--hardware", two_picos, "--role", role)
    (wiring,) = told
    config = json.loads(wiring.firmware_config())
    assert config["role"] == role
    assert role in config and other not in config


def test_wiring_that_no_pico_can_have_is_not_flashed(companion, plugged, tmp_path):
    plugged("/dev/ttyACM0")
    folder = copied(tmp_path)
    change(folder / "squares-74hc165.toml", "clock = 18", "clock = 20")
    result = companion("flash", "--hardware", folder)
    assert result.exit_code == 1
    assert "The clock of the registers is GP20; SPI0 has it on GP2, GP6, GP18, GP22." in result.stderr


def test_a_folder_that_is_no_hardware_folder(companion, tmp_path):
    result = companion("flash", "--hardware", tmp_path)
    assert result.exit_code == 2
    told = " ".join(result.stderr.split())
    assert f"{tmp_path} is no hardware folder: there is no pico.toml in it." in told


def test_two_picos(companion, plugged):
    plugged("/dev/ttyACM0", "/dev/ttyACM1")
    assert refusal(companion("flash")) == (
        "2 Picos are plugged in, /dev/ttyACM0 and /dev/ttyACM1: choose one with --port PORT."
    )


def test_a_port_that_is_not_there(companion, tmp_path):
    port = tmp_path / "ttyACM9"
    assert refusal(companion("flash", "--port", port)).startswith(f"The port {port} does not exist: ")


@pytest.mark.parametrize("what", ["a file", "a folder"])
def test_no_port_at_all(companion, tmp_path, what):
    port = tmp_path / "thing"
    Path.touch(port) if what == "a file" else port.mkdir()
    assert refusal(companion("flash", "--port", port)).startswith(f"The port {port} cannot be used: ")


def test_a_port_in_use(companion, line):
    _, port = line
    with serial.Serial(port, exclusive=True):
        assert refusal(companion("flash", "--port", port)) == (
            f"The port {port} is in use: stop the companion first (or what else uses it), "
            "then run companion flash again."
        )


def test_a_port_in_use_by_a_terminal_program(companion, line, monkeypatch):
    def taken(port):
        raise serial.SerialException(16, "Device or resource busy")

    monkeypatch.setattr(flash, "open_port", taken)
    assert "is in use: stop the companion first" in refusal(companion("flash", "--port", line[1]))


def test_a_port_that_goes_while_it_is_opened(companion, plugged, monkeypatch, tmp_path):
    class Opened:
        def close(self):
            pass

    monkeypatch.setattr(flash, "open_port", lambda port: Opened())
    assert "has just gone" in refusal(companion("flash", "--port", tmp_path / "ttyACM0"))


NO_MICROPYTHON = "does not answer as a Pico with MicroPython: plug it in with its button BOOTSEL held down"


@pytest.mark.parametrize("answer", [b"", b"\x00\xff\x80>>> \r\n", b"raw REPL; CTRL-B to exit\r\n>>> "])
def test_a_device_that_is_silent_or_talks_nonsense(companion, line, hurry, answer):
    master, port = line
    os.write(master, answer)
    assert NO_MICROPYTHON in refusal(companion("flash", "--port", port))


def test_a_device_that_never_stops_talking(companion, line, hurry):
    master, port = line
    enough = threading.Event()
    os.set_blocking(master, False)

    def talk():
        while not enough.is_set():
            try:
                os.write(master, b"noise\n")
            except BlockingIOError:
                enough.wait(0.001)

    talking = threading.Thread(target=talk)
    talking.start()
    try:
        assert NO_MICROPYTHON in refusal(companion("flash", "--port", port))
    finally:
        enough.set()
        talking.join()


def test_a_board_that_does_not_exist(companion, tmp_path):
    result = companion("flash", "--board", tmp_path / "none.json")
    assert result.exit_code == 2 and "none.json" in result.stderr
