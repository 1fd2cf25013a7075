"""The files of a recording: whole lines, bounded, private, and no reason to stop a game."""

import stat
from pathlib import Path

import pytest

from companion.sensing import Recording, read_recording
from companion.sensing.recording import CROWDED, raw_bytes, recordings


def lines(folder: Path) -> list[tuple[float, str, str]]:
    return [(entry.at, entry.kind, entry.text) for entry in read_recording(recordings(folder)[-1])]


def test_a_line_is_written_when_its_last_byte_has_come(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    recording.afresh(1.5, {"game": "{}"})
    recording.overhear("<", b"2 1020 BEAT*D0", 2.0)
    recording.overhear(">", b"\n0 0 HELLO? 1*22AA4DA0\n", 2.25)
    recording.overhear("<", b"346FEB\r\n\xff\x00\n", 3.125)
    recording.close(4.0)
    assert lines(tmp_path) == [
        (1.5, "game", "{}"),
        (2.25, ">", "0 0 HELLO? 1*22AA4DA0"),
        (3.125, "<", r"2 1020 BEAT*D0346FEB\r"),
        (3.125, "<", r"\xff\x00"),
        (4.0, "end", ""),
    ]
    assert raw_bytes(r"\xff\x00") == b"\xff\x00\n"


def test_it_is_for_its_owner_alone(tmp_path: Path) -> None:
    recording = Recording(tmp_path / "recordings")
    recording.afresh(0.0, {})
    (file,) = recordings(tmp_path / "recordings")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_every_file_opens_with_what_the_lines_mean_and_the_oldest_go(tmp_path: Path) -> None:
    told = []
    recording = Recording(tmp_path, kept=3)
    recording.when_afresh(lambda: told.append(len(recordings(tmp_path))))
    recording.afresh(0.0, {"game": "1"})
    recording.opens_with("hardware", "{}", 0.5)
    for game in range(2, 6):
        recording.afresh(float(game), {"game": str(game)})
    assert told == [1, 2, 3, 3, 3]
    recording.close(6.0)
    assert lines(tmp_path) == [(5.0, "hardware", "{}"), (5.0, "game", "5"), (6.0, "end", "")]
    assert [file.stem for file in recordings(tmp_path)] == ["000003", "000004", "000005"]


def test_a_later_start_goes_on_counting(tmp_path: Path) -> None:
    for _ in range(2):
        recording = Recording(tmp_path)
        recording.afresh(0.0, {})
        recording.close(1.0)
    assert [file.stem for file in recordings(tmp_path)] == ["000001", "000002"]


def test_nothing_grows_without_end(tmp_path: Path) -> None:
    recording = Recording(tmp_path, full=1000)
    recording.afresh(0.0, {})
    assert not recording.full
    for second in range(1000):
        recording.write(float(second), "clock", "0 tick {}")
    assert recording.full
    recording.close(1000.0)
    assert recordings(tmp_path)[0].stat().st_size < CROWDED * 1000 + 100
    recording.afresh(1001.0, {})
    assert not recording.full


Log = pytest.LogCaptureFixture


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path, caplog: Log) -> None:
    (tmp_path / "recordings").write_text("in the way")
    recording = Recording(tmp_path / "recordings")
    recording.afresh(0.0, {"game": "{}"})
    recording.write(1.0, "did", "Ann: end")
    recording.close(2.0)
    assert caplog.text.count("not recorded any more") == 1


def test_a_full_disk_ends_the_recording_alone(caplog: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording(Path("/nowhere"))
    full = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115
    monkeypatch.setattr(Recording, "_next_file", lambda self: full)
    recording.afresh(0.0, {"game": "{}"})
    recording.write(1.0, "did", "Ann: end")
    recording.write(2.0, "did", "Ben: end")
    recording.close(3.0)
    assert caplog.text.count("No space left on device") == 1


def test_the_lines_of_two_picos_do_not_mix(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    recording.afresh(0.0, {})
    recording.overhear("<", b"1 5 BE", 1.0)
    recording.overhear("<", b"7 9 ROOM hall*1\n", 2.0, "rooms")
    recording.overhear("<", b"AT*2\n", 3.0)
    recording.close(4.0)
    assert lines(tmp_path)[:2] == [(2.0, "<rooms", "7 9 ROOM hall*1"), (3.0, "<", "1 5 BEAT*2")]
