import json

import pytest

HEADER = """\
rules classic
board classic
seat Ann scarlet
seat Ben mustard
seat Cat white
case green knife study
hand Ann scarlet rope kitchen plum hall white
"""


@pytest.fixture
def record(tmp_path):
    def write(body, header=HEADER, name="night.case"):
        path = tmp_path / name
        path.write_text(f"{header}--\n{body}")
        return path

    return write


def test_a_record_that_holds(companion, record):
    path = record("Ann: roll 6\ncheck reaches Q6\nAnn: move Q6\ncheck at scarlet Q6\n")
    result = companion("replay", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{path}: holds\n"


def test_a_check_that_fails_is_told_with_file_and_line(companion, record):
    path = record("Ann: roll 6\ncheck at scarlet Q6\n")
    result = companion("replay", path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{path}:10: ")
    assert result.stdout == ""


def test_one_record_that_fails_does_not_keep_the_others_from_being_played(companion, record):
    wrong, right = record("check turn Ben\n", name="wrong.case"), record("check turn Ann\n")
    result = companion("replay", wrong, right)
    assert result.exit_code == 1
    assert result.stdout == f"{right}: holds\n"


@pytest.mark.parametrize(
    ("header", "line", "sentence"),
    [
        (HEADER.replace("hall white\n", "hall rope\n"), 7, "rope"),
        (HEADER.replace("knife", "spoon"), 6, "spoon"),
        (HEADER.replace("seat Cat white\n", ""), None, "expected 3 to 6"),
    ],
)
def test_a_header_that_cannot_be_is_told_with_its_line(companion, record, header, line, sentence):
    path = record("", header=header)
    result = companion("replay", path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{path}:{line or ''}")
    assert sentence in result.stderr


def test_a_file_that_is_not_there(companion, tmp_path):
    result = companion("replay", tmp_path / "none.case")
    assert result.exit_code == 1
    assert result.stderr == f"{tmp_path / 'none.case'}: cannot be read: No such file or directory\n"


def test_the_view_of_a_seat_and_of_the_table(companion, record):
    path = record("Ann: roll 6\n")
    seen = json.loads(companion("replay", path, "--view", "Ann").stdout)
    assert seen["seat"] == "Ann"
    assert sorted(seen["hand"]) == sorted(["scarlet", "rope", "kitchen", "plum", "hall", "white"])
    public = json.loads(companion("replay", path, "--view", "table").stdout)
    assert "hand" not in public and "case" not in public


def test_the_view_of_somebody_else(companion, record):
    result = companion("replay", record(""), "--view", "Zoe")
    assert result.exit_code == 2
    assert "has no seat Zoe: name table or one of Ann, Ben, Cat." in result.stderr
