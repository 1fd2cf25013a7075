"""`companion doctor`: a line for each thing it looks at, and what to do."""

import socket

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.board import load_board
from companion.cli import boardcheck, doctor
from companion.cli.finding import Machine
from companion.sensing.virtual import VirtualBoard


def lines(result):
    """Verdict and sentence of each subject; the first where it has several."""
    found = {}
    for line in result.stdout.splitlines():
        verdict, subject, sentence = line.split(maxsplit=2)
        found.setdefault(subject, (verdict, sentence))
    return found


def test_each_subject_has_its_line_and_lacks_keep_nobody_from_playing(companion, tmp_path):
    result = companion("doctor", "--data", tmp_path)
    told = lines(result)
    assert {"Python", "GPIO", "Port", "Map", "Pages", "Address", "Clock", "Disk"} <= set(told)
    assert told["Python"][0] == told["Map"][0] == told["Disk"][0] == "ok"
    assert told["Map"][1].startswith("188 squares")
    assert result.exit_code == 0


def test_a_board_that_answers_tells_its_firmware_and_its_counters(companion, tmp_path, plugged):
    with VirtualBoard(load_board("classic")) as board:
        plugged(board.port)
        told = lines(companion("doctor", "--data", tmp_path))
    assert told["Port"] == ("ok", f"A board answers on {board.port}.")
    shipped = boardcheck.shipped_firmware()
    assert told["Firmware"] == ("ok", f"The Pico has firmware {shipped}, this program {shipped}.")
    assert "scans " in told["Counters"][1] and "worst " in told["Counters"][1]


def test_a_port_that_has_gone_is_played_without(companion, tmp_path, plugged):
    plugged(tmp_path / "ttyACM9")
    result = companion("doctor", "--data", tmp_path)
    assert result.exit_code == 0
    assert lines(result)["Port"][0] == "note"


@pytest.mark.parametrize(
    ("device", "verdict", "sentence"),
    [
        ({"firmware": "2.0.0", "boot": "power"}, "ok", "The Pico has firmware 2.0.0, this program 2.0.0."),
        ({"firmware": "1.9.0", "boot": "power"}, "note", "this program 2.0.0. Put it on with"),
        ({"firmware": "2.0.0", "boot": "watchdog"}, "note", "It had hung"),
    ],
)
def test_the_firmware(device, verdict, sentence):
    found = boardcheck.firmware(device, "2.0.0")
    assert found.verdict == verdict and sentence in found.sentence


@pytest.mark.parametrize(
    ("counted", "verdict", "sentence"),
    [
        ({"scans": 500, "worst": 2, "bad": 0, "overflows": 0}, "ok", "scans 500, worst 2"),
        ({"worst": 90}, "note", "90 ms between two scans"),
        ({"bad": 3}, "note", "a shorter or better cable"),
        ({"overflows": 1}, "note", "lost in its queue"),
        ({"mute": 2}, "note", "readers do not answer"),
    ],
)
def test_the_counters_of_the_board(counted, verdict, sentence):
    found = boardcheck.counters(counted)
    assert found.verdict == verdict and sentence in found.sentence


def test_a_folder_that_cannot_be_written_keeps_a_game_from_being_played(companion):
    result = companion("doctor", "--data", "/proc/1/games")
    assert result.exit_code == 1
    verdict, sentence = lines(result)["Disk"]
    assert verdict == "FIX" and "choose another folder with --data DIR" in sentence


@pytest.mark.parametrize(("megabytes", "verdict"), [(4, "FIX"), (100, "note"), (4000, "ok")])
def test_the_room_on_the_disk(tmp_path, megabytes, verdict):
    found = doctor.room(tmp_path, megabytes * 1024**2)
    assert found.verdict == verdict and f"{megabytes:,} MB free" in found.sentence


def test_a_port_in_use_is_told_and_well_if_a_companion_runs(tmp_path):
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        found = next(doctor.web(Machine(tmp_path, port)))
    assert (found.subject, found.verdict) == ("Pages", "note")
    assert f"The port {port} cannot be had" in found.sentence
    assert next(doctor.web(Machine(tmp_path, port))).verdict == "ok"


def test_a_clock_that_stands_in_the_past(tmp_path):
    (found,) = doctor.clock(Machine(tmp_path, 8000, now=lambda: 0.0))
    assert found.verdict == "note" and found.sentence.startswith("It is 1970-01-01")


def test_a_clock_that_was_set(tmp_path):
    (found,) = doctor.clock(Machine(tmp_path, 8000, root=tmp_path))
    assert found.verdict == "ok" and found.sentence.endswith("as this machine keeps it.")
    told = tmp_path / doctor.SYNCHRONIZED
    told.parent.mkdir(parents=True)
    told.touch()
    (found,) = doctor.clock(Machine(tmp_path, 8000, root=tmp_path))
    assert found.sentence.endswith("set from the network.")


@pytest.mark.parametrize(
    ("told", "verdict", "sentence"),
    [
        ("0x0", "ok", "The voltage is well."),
        ("0x1", "note", "now"),
        ("0x10000", "note", "since it was started"),
    ],
)
def test_the_voltage_of_a_pi(companion, tmp_path, monkeypatch, told, verdict, sentence):
    tool = tmp_path / "vcgencmd"
    tool.write_text(f"#!/bin/sh\necho throttled={told}\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    found = lines(companion("doctor", "--data", tmp_path))["Power"]
    assert found[0] == verdict and sentence in found[1]


@pytest.mark.parametrize(("alarm", "verdict"), [("0", "ok"), ("1", "note")])
def test_the_voltage_as_the_kernel_tells_it(tmp_path, monkeypatch, alarm, verdict):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert list(doctor.power(Machine(tmp_path, 8000, root=tmp_path))) == []
    sensor = tmp_path / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    (found,) = doctor.power(Machine(tmp_path, 8000, root=tmp_path))
    assert found.verdict == verdict


def test_what_hangs_on_usb_and_is_no_pico_is_named(companion, tmp_path, monkeypatch):
    adapter = ListPortInfo("/dev/ttyUSB0")
    adapter.vid, adapter.pid, adapter.product = 0x0403, 0x6001, "FT232R USB UART"
    monkeypatch.setattr(list_ports, "comports", lambda: [adapter])
    told = lines(companion("doctor", "--data", tmp_path))["Port"]
    assert told[0] == "ok"
    assert told[1].endswith("Skipped, since it is no Pico: FT232R USB UART on /dev/ttyUSB0.")
