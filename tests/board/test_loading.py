"""Board files: a good one is loaded, a bad one is refused with all its faults and never a traceback."""

import copy
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board import ROOMS, SUSPECTS, Board, BoardFault, board_from_data, load_board, reach

TEXT = (files("companion.board") / "data" / "classic.json").read_text(encoding="utf-8")


def classic() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(TEXT)
    return data


def faults_of(data: object) -> tuple[str, ...]:
    with pytest.raises(BoardFault) as caught:
        board_from_data(data)
    assert str(caught.value) == "board: " + " ".join(caught.value.faults)
    return caught.value.faults


def put(data: dict[str, Any], square: str, letter: str) -> None:
    """Change one letter of the map."""
    column, row = ord(square[0]) - 65, int(square[1:])
    line = data["map"][row]
    data["map"][row] = line[:column] + letter + line[column + 1 :]


def test_a_users_own_file_is_loaded_like_the_shipped_one(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text(TEXT, encoding="utf-8-sig")
    assert load_board(own) == load_board(str(own)) == load_board("classic") == board_from_data(classic())
    assert hash(load_board(own)) == hash(load_board("classic"))


def test_an_edition_of_another_size_is_loaded() -> None:
    data = classic()
    data["map"] = [line + "#" for line in data["map"]] + ["#" * 25] * 2
    data |= {"name": "large", "columns": 25, "rows": 27, "about": "one column and two rows more"}
    assert board_from_data(data).squares == load_board("classic").squares


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("name", " ", "'name' has to be one word of letters, digits, _ and -, found ' '."),
        ("columns", 27, "'columns' has to be a whole number from 1 to 26, found 27."),
        ("columns", True, "'columns' has to be a whole number from 1 to 26, found true."),
        ("rows", "25", "'rows' has to be a whole number from 1 to 100, found '25'."),
        ("rows", 24, "The map has 25 rows, 'rows' says 24."),
        ("legend", [], "'legend' has to be an object, found a list."),
        ("map", {}, "'map' has to be a list, found an object."),
        ("map", [], "The map has no rows."),
        ("doors", None, "'doors' has to be a list, found null."),
        ("starts", "Q0", "'starts' has to be an object, found 'Q0'."),
        ("passages", 2.5, "'passages' has to be a list, found 2.5."),
    ],
)
def test_one_wrong_part_is_one_fault(key: str, value: object, fault: str) -> None:
    assert faults_of(classic() | {key: value}) == (fault,)


@pytest.mark.parametrize("key", ["name", "columns", "rows", "legend", "map", "doors", "starts", "passages"])
def test_a_missing_key_is_named(key: str) -> None:
    data = classic()
    del data[key]
    assert faults_of(data)[0] == f"The key '{key}' is missing."


def test_the_map_is_held_to_its_size() -> None:
    data = classic()
    data["map"][3] += "#"
    data["map"][9] = data["map"][9][:-2]
    data["map"][20] += "####"
    assert faults_of(data) == (
        "Row 3 of the map has 25 columns, expected 24.",
        "Row 9 of the map has 22 columns, expected 24.",
        "Row 20 of the map has 28 columns, a board at most 26.",
    )


def test_letters_and_meanings_are_held_to_the_legend() -> None:
    data = classic()
    put(data, "K9", "?")
    put(data, "K10", "?")
    data["legend"] |= {"Y": "cellar", "ZZ": "corridor"}
    faults = faults_of(data)
    assert faults[0].startswith("The legend gives 'Y' the meaning 'cellar'; known are corridor, outside,")
    assert faults[1] == "The legend explains 'ZZ'; it has to be a single letter of the map."
    assert faults[2:] == ("The map has the letter '?' at K9, K10, unexplained by the legend.",)


def test_rooms_must_be_on_the_map() -> None:
    data = classic()
    data["map"] = [line.replace("C", "#") for line in data["map"]]
    assert faults_of(data) == (
        "The room conservatory is not on the map.",
        "The door of the conservatory at 'F19' leads S into outside, not into the conservatory.",
    )


def test_starts_are_free_corridor_squares() -> None:
    data = classic()
    data["starts"] = {
        "scarlet": "A0",
        "mustard": "X7",
        "white": "X7",
        "green": 3,
        "peacock": "Z99",
        "yellow": "Q0",
    }
    assert faults_of(data) == (
        "The start of green has to be the name of a square, found 3.",
        "'starts' names the unknown suspect 'yellow'; "
        "the suspects are scarlet, mustard, white, green, peacock, plum.",
        "The start of scarlet, 'A0', is in the study, not on a corridor square.",
        "The start X7 is shared by mustard and white.",
        "The start of peacock, 'Z99', is nowhere on the map, not on a corridor square.",
        "The suspect plum has no start.",
    )


def test_doors_stand_on_the_corridor_and_lead_into_their_room() -> None:
    data = classic()
    data["doors"] += [
        {"room": "lounge", "square": "R6", "into": "N"},
        {"room": "lounge", "square": "R7", "into": "N"},
        {"room": "lounge", "square": "S5", "into": "N"},
        {"room": "lounge", "square": "Q5", "into": "W"},
        {"room": "lounge", "square": "A5", "into": "W"},
        {"room": "cellar", "square": "R6", "into": "up"},
        {"room": "hall", "square": "M7"},
        "M7",
    ]
    faults = faults_of(data)
    assert [fault.partition(";")[0] for fault in faults] == [
        "Door 23 names the unknown room 'cellar'",
        "Door 23 leads into 'up'",
        "Door 24 has no 'into'.",
        "Door 25 has to be an object with room, square, into, found 'M7'.",
        "The door of the lounge at 'R6' into N is there 2 times.",
        "The door of the lounge at 'R7' leads N into corridor, not into the lounge.",
        "The door of the lounge at 'S5' is in the lounge, not on a corridor square.",
        "The door of the lounge at 'Q5' leads W into corridor, not into the lounge.",
        "The door of the lounge at 'A5' leads W into nothing on the map, not into the lounge.",
    ]


def test_passages_join_two_rooms_each_at_most_once() -> None:
    data = classic()
    data["passages"] += [["study", "hall"], ["hall", "cellar"], ["hall"], ["dining", "dining"], [[], {}]]
    assert [fault.partition(";")[0] for fault in faults_of(data)] == [
        "Passage 4 names what is no room: 'cellar'",
        "Passage 5 has to be a list of two rooms, found a list.",
        "Passage 6 leads from the dining back into the dining.",
        "Passage 7 names what is no room: a list, an object",
        "The room study has 2 passages, it can have one.",
    ]


def test_every_room_can_be_reached() -> None:
    data = classic()
    data["doors"] = [door for door in data["doors"] if door["room"] not in ("hall", "lounge", "conservatory")]
    assert faults_of(data) == (
        "The room hall has no door and no passage.",
        "The room lounge cannot be reached from H0.",
        "The room conservatory cannot be reached from H0.",
    )


def test_a_room_with_only_a_passage_is_reached_by_it() -> None:
    data = classic()
    data["doors"] = [door for door in data["doors"] if door["room"] != "kitchen"]
    assert board_from_data(data).doors_of("kitchen") == ()


def test_the_corridor_is_in_one_piece() -> None:
    data = classic()
    put(data, "A18", "#")
    put(data, "B17", "#")
    put(data, "A18", ".")
    put(data, "B18", "#")
    assert faults_of(data) == ("The corridor is not in one piece: A18 cannot be reached from H0.",)


def test_all_faults_are_named_at_once() -> None:
    data = classic() | {"name": 7, "columns": 0}
    data["starts"]["plum"] = "A0"
    data["doors"][0]["into"] = "S"
    del data["passages"]
    assert len(faults_of(data)) == 5


@pytest.mark.parametrize("data", [None, [], "classic", 3, True])
def test_what_is_no_object_is_no_board(data: object) -> None:
    assert faults_of(data)[0].startswith("A board is an object with the keys name, columns, rows,")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "The file is not JSON: Expecting value at line 1, column 1."),
        (b'{"name":\n oops}', "The file is not JSON: Expecting value at line 2, column 2."),
        (b"\xff\xfe\x00", "The file is not text in UTF-8."),
        (b"[" * 100_000, "The file is not a board: it is nested too deeply."),
        (b"1" * 5000, "The file is not a board: it holds a number of too many digits."),
        (b'{"name": "a", "name": "b"}', "The key 'name' is given twice in one object."),
    ],
)
def test_files_that_are_no_json(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(BoardFault) as caught:
        load_board(path)
    assert caught.value.faults == (fault,)
    assert caught.value.source == f"board file {path}"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for source, start in (
        (tmp_path / "none.json", "There is no such file; give the path of a board file or one of classic."),
        (tmp_path, "The file cannot be read: Is a directory."),
        ("a\0b", "The file cannot be read: embedded null byte."),
        ("x" * 5000, "The file cannot be read: File name too long."),
    ):
        with pytest.raises(BoardFault) as caught:
            load_board(source)
        assert caught.value.faults == (start,)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(("Q0", "N", "hall", ".")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def change(data: Any, draw: st.DataObject) -> Any:
    """One random change somewhere in decoded JSON."""
    if not isinstance(data, (dict, list)) or not data or draw.draw(st.integers(0, 5)) == 0:
        return draw.draw(JSON)
    key = draw.draw(st.sampled_from(list(data) if isinstance(data, dict) else range(len(data))))
    if draw.draw(st.integers(0, 3)) == 0:
        del data[key]
    else:
        data[key] = change(data[key], draw)
    return data


@settings(max_examples=250, deadline=None)
@given(st.data(), st.integers(1, 4))
def test_any_change_gives_a_board_or_its_faults(draw: st.DataObject, changes: int) -> None:
    data: Any = copy.deepcopy(classic())
    for _ in range(changes):
        data = change(data, draw)
    try:
        board = board_from_data(data)
    except BoardFault as fault:
        assert fault.faults and len(set(fault.faults)) == len(fault.faults)
        assert all(sentence.endswith(".") and len(sentence) < 500 for sentence in fault.faults)
        assert str(fault).encode()  # can be printed
    else:
        assert_sound(board)


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_any_json_is_refused_in_words(data: object) -> None:
    assert faults_of(data)


def assert_sound(board: Board) -> None:
    assert set(board.starts) == set(SUSPECTS) and len(set(board.starts.values())) == len(SUSPECTS)
    assert all(board.is_square(square) for square in board.starts.values())
    assert all(board.is_square(door.square) for door in board.doors)
    start = board.starts["scarlet"]
    assert reach(board, start, 200).rooms | set(board.passages) == set(ROOMS)
