import json
from importlib.resources import files

import pytest


def test_the_ends_of_a_roll_are_told_as_json(companion):
    told = json.loads(companion("reach", "Q0", 6).stdout)
    assert len(told["squares"]) == 6  # RULES.md section 5: scarlet from her start
    assert told["rooms"] == []


def test_a_room_is_an_end_and_an_origin(companion):
    assert json.loads(companion("reach", "lounge", 4).stdout)["rooms"] == ["dining"]


def test_tokens_in_the_way_are_named_one_by_one(companion):
    told = json.loads(companion("reach", "Q0", 3, "--occupied", "Q2", "--occupied", "hall").stdout)
    assert "Q3" not in told["squares"]


def test_a_board_of_ones_own(companion, tmp_path):
    data = json.loads((files("companion.board") / "data" / "classic.json").read_text())
    data["map"][1] = data["map"][1].replace("..LLL", "X.LLL")  # P1 becomes a closed square
    path = tmp_path / "narrow.json"
    path.write_text(json.dumps(data))
    assert json.loads(companion("reach", "Q0", 2, "--board", path).stdout)["squares"] == ["Q2"]


def test_every_fault_of_a_board_is_told_at_once(companion, tmp_path):
    data = json.loads((files("companion.board") / "data" / "classic.json").read_text())
    data["doors"] = [door for door in data["doors"] if door["room"] != "hall"]
    data["starts"]["plum"] = "A0"
    path = tmp_path / "faulty.json"
    path.write_text(json.dumps(data))
    result = companion("reach", "Q0", 6, "--board", path)
    assert result.exit_code == 2
    assert "hall" in result.stderr and "plum" in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("Z99", 6), "Z99 is no place of the board"),
        (("Q0", 6, "--occupied", "attic"), "attic is no place of the board"),
        (("Q0", "six"), "'six' is not a valid integer"),
        (("Q0", -1), "No such option"),
        (("Q0", 25), "25 is not in the range"),
        (("Q0",), "Missing argument 'STEPS'"),
        (("Q0", 6, "--board", "nowhere.json"), "There is no such file"),
    ],
)
def test_bad_words_are_told_in_a_sentence(companion, words, sentence):
    result = companion("reach", *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""
