"""`companion doctor`: a line for each thing it looks at, and what to do."""

import pytest

from companion.board import load_board
from companion.cli import doctor
from companion.sensing.virtual import VirtualBoard


def lines(result):
    """Verdict and sentence of each subject; the first where it has several."""
    found = {}
    for line in result.stdout.splitlines():
        verdict, subject, sentence = line.split(maxsplit=2)
        found.setdefault(subject, (verdict, sentence))
    return found


def test_each_subject_has_its_line(companion, tmp_path):
    told = lines(companion("doctor", "--data", tmp_path))
    assert {"Python", "GPIO", "Port", "Map", "Clock", "Disk"} <= set(told)
    assert told["Python"][0] == told["Map"][0] == told["Disk"][0] == "ok"
    assert told["Map"][1].startswith("188 squares")


def test_a_board_that_answers(companion, tmp_path, plugged):
    with VirtualBoard(load_board("classic")) as board:
        plugged(board.port)
        verdict, sentence = lines(companion("doctor", "--data", tmp_path))["Port"]
    assert (verdict, sentence) == ("ok", f"A board answers on {board.port}.")


def test_a_port_that_has_gone(companion, tmp_path, plugged):
    plugged(tmp_path / "ttyACM9")
    result = companion("doctor", "--data", tmp_path)
    assert result.exit_code == 1
    assert lines(result)["Port"][0] == "FIX"


def test_a_folder_that_cannot_be_written(companion):
    result = companion("doctor", "--data", "/proc/1/games")
    assert result.exit_code == 1
    verdict, sentence = lines(result)["Disk"]
    assert verdict == "FIX" and "choose another folder with --data DIR" in sentence


def test_a_clock_that_stands_in_the_past(companion, tmp_path, monkeypatch):
    monkeypatch.setattr(doctor.time, "time", lambda: 0.0)
    result = companion("doctor", "--data", tmp_path)
    assert result.exit_code == 1
    verdict, sentence = lines(result)["Clock"]
    assert verdict == "FIX" and sentence.startswith("It is 1970-01-01")


@pytest.mark.parametrize(
    ("told", "verdict", "sentence"),
    [
        ("0x0", "ok", "The voltage is well."),
        ("0x1", "FIX", "now"),
        ("0x10000", "FIX", "since it was started"),
    ],
)
def test_the_voltage_of_a_pi(companion, tmp_path, monkeypatch, told, verdict, sentence):
    tool = tmp_path / "vcgencmd"
    tool.write_text(f"#!/bin/sh\necho throttled={told}\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    found = lines(companion("doctor", "--data", tmp_path))["Power"]
    assert found[0] == verdict and sentence in found[1]
