"""Recorded evenings give the same game again (record them anew: `python -m tests.recordings`)."""

import re
from pathlib import Path

import pytest

from companion.rules import CARDS
from companion.sensing import RecordingFault, read_recording
from companion.sensing.recording import PRIVATE
from companion.table import rerun
from tests.recordings.evenings import EVENINGS

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.recording"))
LARGEST = 200_000


def changed(file: Path, tmp_path: Path, pattern: str, by: str, count: int = 1) -> Path:
    """A copy in which something else has happened."""
    text, found = re.subn(pattern, by, file.read_text(encoding="utf-8"), count=count, flags=re.MULTILINE)
    assert found
    copy = tmp_path / file.name
    copy.write_text(text, encoding="utf-8")
    return copy


def played(file: Path) -> str | None:
    return rerun(file, read_recording(file)).difference


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_same_game_comes_of_it(file: Path) -> None:
    again = rerun(file, read_recording(file))
    assert again.difference is None
    assert again.acts == file.read_text(encoding="utf-8").count(" did ") >= 15
    assert again.seconds > 1


def test_every_evening_is_there_and_stays_small() -> None:
    assert {file.stem for file in FILES} == set(EVENINGS)
    assert all(file.stat().st_size < LARGEST for file in FILES)


def test_they_show_what_they_are_for() -> None:
    names = ("reeds", "tags_bluff", "faults")
    reeds, tags, faults = ((HERE / f"{name}.recording").read_text() for name in names)
    assert " button " in reeds and ": move " in reeds
    assert re.search(r'^\S+ board \d+ sensed .*"rooms": ', tags, re.MULTILINE)
    assert " claim " in tags and ": pass" in tags
    assert '"status": "lost"' in faults
    assert faults.count(" HELLO? ") > reeds.count(" HELLO? ")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_outside_of_the_private_lines_no_card_is_named(file: Path) -> None:
    """What was dealt and shown is nobody's business who gets a file to look at its board."""
    private = [entry.text for entry in read_recording(file) if entry.kind in PRIVATE]
    assert any(text.startswith("deal") and all(card in text for card in CARDS) for text in private)
    for entry in read_recording(file):
        if entry.kind not in (*PRIVATE, "hardware"):  # of which everybody has a copy
            assert not re.search(r"show|claim|suggest|accuse|hand|salt|dice", entry.text), entry


def test_another_die_is_another_game(tmp_path: Path) -> None:
    file = changed(HERE / "reeds.recording", tmp_path, r"(did \w+: roll) \d", r"\1 7")
    told = played(file)
    assert told and "now did" in told


def test_a_report_that_the_lines_do_not_make_is_told(tmp_path: Path) -> None:
    file = changed(HERE / "reeds.recording", tmp_path, r"^(\S+ < \d+ \d+ SQUARES) ....", r"\1 0000", count=0)
    told = played(file)
    assert told and "line" in told


def test_an_act_that_is_missing_is_told(tmp_path: Path) -> None:
    file = changed(HERE / "reeds.recording", tmp_path, r"^\S+ did \w+: move .*\n", "")
    told = played(file)
    assert told and "there is now did" in told


def test_a_file_that_a_power_cut_has_ended_is_played_as_far_as_it_goes(tmp_path: Path) -> None:
    text = (HERE / "reeds.recording").read_text(encoding="utf-8")
    cut = tmp_path / "cut.recording"
    cut.write_text(text[: text.index(": end") + 3], encoding="utf-8")
    again = rerun(cut, read_recording(cut))
    assert again.difference is None
    assert again.acts == text[: text.index(": end")].count(" did ") - 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no line `game`"),
        ("what is this\n", "line 1: expected seconds, a kind and what happened"),
        ("1.0 phone 3 dance {}\n", "line 1 cannot be played"),
        ('1.0 game {"boards": 7}\n', "line 1 cannot be played"),
        ("1.0 game {\n", "line 1 cannot be played"),
    ],
)
def test_what_is_no_recording_is_a_sentence(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.recording"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RecordingFault) as fault:
        rerun(file, read_recording(file))
    assert told in str(fault.value) and str(file) in str(fault.value)


def test_what_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordingFault, match="No such file or directory"):
        list(read_recording(tmp_path / "none"))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\n")
    with pytest.raises(RecordingFault, match="it is not text"):
        list(read_recording(binary))
