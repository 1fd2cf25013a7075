"""What is wrong with a record is told with file and line, with what was found and what was expected."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.records import RecordError, load_record, parse_record, replay

HERE = Path(__file__).parent
HEADER = """\
rules travel
board classic
seat Ann scarlet
seat Ben mustard
seat Cat white
case green knife study
hand Ann scarlet kitchen
hand Ben rope hall
put scarlet R6
turn Ann
--
"""
ENTERED = "Ann: roll 1 1\nAnn: move lounge\n"
ASKED = ENTERED + "Ann: suggest plum rope\n"
WON = "Ann: accuse green knife study\n"
LOST = "Ann: accuse green knife hall\n"
ROLLED = "Ann: roll 1 1\n"


KINDS = "refused turn at awaits can cannot reaches misses ends hand bullets barred tied out winner over open"


def failures(text: str) -> list[RecordError]:
    return list(replay(parse_record(text, "night.case", HERE)).failures)


def fault_of(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse_record(text, "night.case", HERE)
    return caught.value


# The act or acts before, a line that holds there, one of the same kind that does not.
CHECKS = [
    ("", "refused Ann: end", "refused Ann: roll 1 1"),
    ("", "refused Ann: end because must-move", "refused Ann: end because must-suggest"),
    (WON, "refused Ann: end because game-over", "refused Ann: end because not-now"),
    ("", "check turn Ann", "check turn Ben"),
    (LOST, "check turn Ben", "check turn Ann"),
    (WON, "check over", "check turn Ann"),
    ("", "check at scarlet R6", "check at scarlet lounge"),
    (ENTERED, "check at scarlet lounge", "check at scarlet R6"),
    ("", "check at mustard start", "check at scarlet start"),
    ("", "check at plum A5", "check at plum B5"),
    (ASKED, "check at rope lounge", "check at rope kitchen"),
    (ASKED, "check awaits Ben", "check awaits Ben Cat"),
    (ASKED, "check awaits Ben", "check awaits"),
    (ASKED, "check awaits Ben", "check awaits Ann"),
    (WON, "check awaits", "check awaits Ann"),
    (ASKED, "check can Ben show rope", "check can Ben none"),
    ("", "check can Ann roll 1 1", "check can Ben roll 1 1"),
    (ASKED, "check cannot Ben none", "check cannot Ben show rope"),
    (ROLLED, "check reaches lounge Q7", "check reaches lounge T6 Q7 Q6"),
    (ROLLED, "check misses Q6 dining", "check misses Q6 lounge"),
    (ROLLED, "check ends 7", "check ends 6"),
    (ROLLED, "check ends 7", "check ends 8"),
    ("", "check ends 0", "check ends 1"),
    ("", "check hand Ann scarlet kitchen", "check hand Ann scarlet"),
    ("", "check hand Ann kitchen scarlet", "check hand Ann scarlet kitchen plum"),
    ("", "check hand Ben rope hall", "check hand Ben"),
    ("", "check bullets 6", "check bullets 5"),
    ("", "check barred", "check barred kitchen"),
    ("", "check tied", "check tied Ben"),
    (LOST, "check out Ann", "check out Ben"),
    (WON, "check winner Ann", "check winner Ben"),
    ("", "check open", "check winner Ann"),
    (WON, "check over", "check open"),
    (LOST, "check open", "check over"),
]


@pytest.mark.parametrize(("before", "right", "wrong"), CHECKS, ids=[check[2] for check in CHECKS])
def test_a_wrong_check_fails_with_file_and_line(before: str, right: str, wrong: str) -> None:
    assert failures(f"{HEADER}{before}{right}\n") == []
    (failure,) = failures(f"{HEADER}{before}{wrong}\n{right}\n")
    line = (HEADER + before).count("\n") + 1
    assert (failure.path, failure.line) == ("night.case", line)
    assert str(failure).startswith(f"night.case:{line}: ")
    assert "found" in failure.sentence


def test_every_kind_of_check_is_tried_both_ways() -> None:
    tried = {line.removeprefix("check ").split()[0] for _, *both in CHECKS for line in both}
    assert tried == set(KINDS.split())


@pytest.mark.parametrize(
    "line",
    [
        "check weather fine",
        "check turn",
        "check turn Ann Ben",
        "check turn Zoe",
        "check at moriarty lounge",
        "check at rope",
        "check at rope start",
        "check at scarlet cellar",
        "check at scarlet Z9",
        "check awaits Zoe",
        "check can",
        "check can Ann",
        "check can Zoe roll 1 1",
        "check cannot Zoe roll 1 1",
        "check reaches cellar",
        "check misses A0",
        "check ends many",
        "check ends",
        "check ends -1",
        "check ends ²",
        f"check ends {'9' * 5000}",
        "check hand",
        "check hand Zoe rope",
        "check hand Ann spoon",
        "check hand Ann scarlet scarlet kitchen",
        "check bullets all",
        f"check bullets {'9' * 5000}",
        "check barred cellar",
        "check tied Zoe",
        "check out Zoe",
        "check out",
        "check winner Zoe",
        "check over Ann",
        "check open now",
    ],
)
def test_a_check_that_says_nothing_fails(line: str) -> None:
    (failure,) = failures(f"{HEADER}{line}\n")
    assert failure.line == 12
    assert str(failure).startswith("night.case:12: ")


def test_wrong_checks_are_all_told() -> None:
    told = failures(f"{HEADER}check turn Ben\ncheck turn Ann\ncheck over\nrefused Ann: roll 1 1\n")
    assert [failure.line for failure in told] == [12, 14, 15]


@pytest.mark.parametrize(
    "act",
    [
        "Ann: move lounge",
        "Ben: roll 1 1",
        "Ann: fly",
        "Ann: roll",
        "Ann: roll 1",
        "all: pass",
        "house: draw rope",
    ],
)
def test_an_act_that_is_refused_ends_the_replay_there(act: str) -> None:
    (failure,) = failures(f"{HEADER}check turn Ann\n{act}\ncheck turn Ben\n")
    assert failure.line == 13
    assert act in failure.sentence


# The header line to change, what it becomes, the line that is blamed, what the sentence must name.
FAULTS = [
    ("rules travel", "", None, ["rules"]),
    ("rules travel", "rules", 1, ["rules"]),
    ("rules travel", "rules chess", 1, ["chess", "classic, travel"]),
    ("rules travel", "rules travel dice", 1, ["dice"]),
    ("rules travel", "rules travel speed=3", 1, ["speed", "must-suggest"]),
    ("rules travel", "rules travel dice=0", 1, ["dice=0", "1 to 4"]),
    ("rules travel", "rules travel dice=5", 1, ["dice=5", "1 to 4"]),
    ("rules travel", "rules travel dice=two", 1, ["dice=two", "1 to 4"]),
    ("rules travel", f"rules travel dice={'1' * 5000}", 1, ["1 to 4"]),
    ("rules travel", "rules travel dice=", 1, ["1 to 4"]),
    ("rules travel", "rules travel begins=me", 1, ["begins=me", "scarlet", "highest"]),
    ("rules travel", "rules travel honour=maybe", 1, ["honour=maybe", "on", "off"]),
    ("rules travel", "rules travel untie=7", 1, ["untie=7", "2 to 6"]),
    ("rules travel", "rules classic honour=on", 1, ["honour", "classic"]),
    ("rules travel", "rules travel dice=1 dice=2", 1, ["dice", "twice"]),
    ("rules travel", "rules travel\nrules travel", 2, ["rules", "twice"]),
    ("board classic", "board", 2, ["board"]),
    ("board classic", "board moon.json", 2, ["moon.json"]),
    ("board classic", "board .", 2, ["."]),
    ("board classic", "board a\0b", 2, ["board"]),
    ("board classic", f"board {'x' * 5000}", 2, ["board"]),
    ("board classic", "board classic\nboard classic", 3, ["board", "twice"]),
    ("seat Ann scarlet", "seat Ann", 3, ["seat Ann", "SUSPECT"]),
    ("seat Ann scarlet", "seat Ann scarlet mustard", 3, ["scarlet mustard"]),
    ("seat Ben mustard", "seat Ben moriarty", 4, ["moriarty", "scarlet"]),
    ("seat Ben mustard", "seat Ben rope", 4, ["rope", "scarlet"]),
    ("seat Ben mustard", "seat Ben scarlet", 4, ["scarlet", "twice"]),
    ("seat Cat white", "seat ann white", 5, ["ann", "twice"]),
    ("seat Cat white", "seat house white", 5, ["house"]),
    ("seat Cat white", "seat all white", 5, ["all"]),
    ("seat Cat white", "seat table white", 5, ["table"]),
    ("seat Cat white", "seat C@t white", 5, ["C@t"]),
    ("seat Cat white", f"seat {'C' * 21} white", 5, ["C" * 21]),
    ("seat Cat white", "", None, ["2 seats", "3 to 6"]),
    (
        "seat Cat white",
        "\n".join(f"seat {name}at white" for name in "BCHMPR"),
        None,
        ["found"],
    ),
    ("case green knife study", "", None, ["case"]),
    ("case green knife study", "case green knife", 6, ["case"]),
    ("case green knife study", "case knife green study", 6, ["knife", "suspect"]),
    ("case green knife study", "case green study knife", 6, ["study", "weapon"]),
    ("case green knife study", "case green spoon study", 6, ["spoon"]),
    ("case green knife study", "case green knife study\ncase plum wrench hall", 7, ["case", "twice"]),
    ("hand Ann scarlet kitchen", "hand Ann scarlet green", 7, ["green", "twice"]),
    ("hand Ann scarlet kitchen", "hand Ann scarlet scarlet", 7, ["scarlet", "twice"]),
    ("hand Ben rope hall", "hand Ben rope kitchen", 8, ["kitchen", "twice"]),
    ("hand Ben rope hall", "hand Ben spoon hall", 8, ["spoon"]),
    ("hand Ben rope hall", "hand Zoe rope hall", 8, ["Zoe", "seat"]),
    ("hand Ben rope hall", "hand", 8, ["hand"]),
    ("hand Ben rope hall", "hand Ann rope hall", 8, ["Ann", "twice"]),
    ("hand Ben rope hall", "hand Ben rope hall\nhand Cat plum", None, ["mustard", "hand"]),
    ("put scarlet R6", "put scarlet", 9, ["put"]),
    ("put scarlet R6", "put moriarty R6", 9, ["moriarty"]),
    ("put scarlet R6", "put scarlet cellar", 9, ["cellar"]),
    ("put scarlet R6", "put scarlet Z9", 9, ["Z9"]),
    ("put scarlet R6", "put scarlet A0", 9, ["A0"]),
    ("put scarlet R6", "put rope R6", 9, ["rope", "R6", "room"]),
    ("put scarlet R6", "put rope cellar", 9, ["rope", "cellar", "room"]),
    ("put scarlet R6", "put scarlet X7", 9, ["scarlet", "mustard", "X7"]),
    ("put scarlet R6", "put scarlet R6\nput plum R6", 10, ["scarlet", "plum", "R6"]),
    ("put scarlet R6", "put scarlet R6\nput scarlet Q6", 10, ["scarlet", "twice"]),
    ("put scarlet R6", "bullets 7", 9, ["7", "0 to 6"]),
    ("put scarlet R6", "bullets -1", 9, ["-1", "0 to 6"]),
    ("put scarlet R6", "bullets", 9, ["bullets"]),
    ("put scarlet R6", "bullets 3\nbullets 4", 10, ["bullets", "twice"]),
    ("put scarlet R6", "barred cellar", 9, ["cellar", "room"]),
    ("put scarlet R6", "barred Q7", 9, ["Q7", "room"]),
    ("put scarlet R6", "barred hall hall", 9, ["hall", "twice"]),
    ("rules travel", "rules bluff\ntied Ben Ben", 2, ["Ben", "twice"]),
    ("rules travel", "rules bluff\ntied Zoe", 2, ["Zoe", "Ann"]),
    ("put scarlet R6", "tied Ben", 9, ["tied", "bluff"]),
    ("turn Ann", "turn Zoe", 10, ["Zoe", "Ann"]),
    ("turn Ann", "turn scarlet", 10, ["scarlet", "Ann"]),
    ("turn Ann", "turn", 10, ["turn"]),
    ("turn Ann", "turn Ann\nturn Ben", 11, ["turn", "twice"]),
    ("turn Ann", "weather fine", 10, ["weather", "rules, board, seat"]),
    ("turn Ann", "Turn Ann", 10, ["Turn", "turn"]),
    ("--\n", "Ann: roll 1 1\n", 11, ["Ann:", "--"]),
]


@pytest.mark.parametrize(
    ("line", "becomes", "blamed", "named"), FAULTS, ids=[fault[1][:50] for fault in FAULTS]
)
def test_a_header_fault_names_line_found_and_expected(
    line: str, becomes: str, blamed: int | None, named: list[str]
) -> None:
    assert line in HEADER
    fault = fault_of(HEADER.replace(line, becomes, 1))
    if blamed is None:  # something is missing: no one line is to blame
        assert str(fault).startswith("night.case")
    else:
        assert fault.line == blamed
        assert str(fault).startswith(f"night.case:{blamed}: ")
    for word in named:
        assert word in fault.sentence
    assert "\n" not in str(fault)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Zoe: roll 1 1", "Zoe"),
        ("Ann roll 1 1", "Ann roll 1 1"),
        ("Ann:", "Ann:"),
        ("refused all: end", "all"),
        ("refused", "refused"),
        ("refused Ann:", "refused"),
        ("check", "check"),
        ("refused Ann: end because weather", "weather"),
        ("refused Ann: move kitchen because", "because"),
        ("roll 1 1", "roll"),
        ("put scarlet Q7", "put"),
        ("--", "--"),
    ],
)
def test_a_line_below_the_header_that_is_no_act(line: str, named: str) -> None:
    fault = fault_of(f"{HEADER}check turn Ann\n{line}\n")
    assert fault.line == 13
    assert named in fault.sentence
    assert "expected" in fault.sentence


def test_an_unknown_act_is_refused_by_the_rules() -> None:
    (failure,) = failures(f"{HEADER}Ann: dance wildly\n")
    assert failure.line == 12
    assert "unknown-act" in failure.sentence


def test_lines_count_as_an_editor_counts_them() -> None:
    noted = "# one\x0cpage, \u2028 one line, \x85 all the same\n" + HEADER + "check turn Ben\n"
    (failure,) = failures(noted)
    assert failure.line == 13
    (failure,) = failures(noted.replace("\n", "\r\n"))
    assert failure.line == 13


def test_blank_lines_comments_and_indents_say_nothing() -> None:
    text = "\n# night\n\n  " + HEADER.replace("\n", "   # so be it\n\n\t") + "check turn Ann#tight\n\n#"
    assert failures(text) == []


def test_a_header_alone_is_a_record() -> None:
    assert failures(HEADER) == []
    assert failures(HEADER.removesuffix("--\n")) == []


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but words\n", "--\n", "--\nAnn: roll 1 1\n"])
def test_an_empty_record_lacks_its_rules(text: str) -> None:
    fault = fault_of(text)
    assert "rules" in fault.sentence
    assert str(fault).startswith("night.case")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.case", tmp_path, tmp_path / ("x" * 300)):
        with pytest.raises(RecordError) as caught:
            load_record(path)
        assert str(path) in str(caught.value)


def test_a_binary_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "photo.case"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(RecordError) as caught:
        load_record(path)
    assert str(path) in str(caught.value)


def test_a_file_as_windows_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "night.case"
    text = f"{HEADER}{ASKED}Ben: show rope\ncheck turn Ann\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert replay(load_record(path)).failures == ()


def test_a_board_file_beside_the_record_is_told_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{}")
    path = tmp_path / "night.case"
    path.write_text(HEADER.replace("board classic", "board broken.json"))
    with pytest.raises(RecordError) as caught:
        load_record(path)
    assert caught.value.line == 2


WORDS = """
    rules classic travel bluff board seat case hand put bullets barred tied turn -- Ann: Ben: Cat: house: all:
    Ann Ben Cat Zoe scarlet mustard white green peacock plum rope knife wrench study hall lounge kitchen Q7 R6
    X7 A5 roll move passage suggest show none accuse end claim challenge pass first draw give refused because
    check at awaits can cannot reaches misses ends out winner over open dice=2 honour=on revisit=on untie=9
    0 1 2 3 4 5 6 7 not-now must-move start # ² é
"""
words = st.sampled_from([*WORDS.split(), "", "\t", "\r", "\x00", "\x0c", "\u2028"])
lines = st.lists(st.one_of(words, st.text(max_size=4)), max_size=7).map(" ".join)


@settings(max_examples=120, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(lines, max_size=12).map("\n".join)))
def test_any_text_is_a_record_or_a_record_error(text: str) -> None:
    try:
        record = parse_record(text, "night.case", HERE)
    except RecordError as fault:
        assert str(fault).startswith("night.case")
    else:
        replay(record)


@settings(max_examples=120, deadline=None)
@given(st.lists(lines, max_size=4).map("\n".join))
def test_any_text_below_a_good_header_is_played_or_told(text: str) -> None:
    try:
        record = parse_record(HEADER + ENTERED + text, "night.case", HERE)
    except RecordError as fault:
        assert fault.line > HEADER.count("\n")
    else:
        assert all(failure.line > HEADER.count("\n") for failure in replay(record).failures)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_record_with_one_word_changed_is_played_or_told(data: st.DataObject) -> None:
    text = f"{HEADER}{ASKED}Ben: show rope\ncheck turn Ann\nAnn: end\n"
    spoken = text.replace("\n", " \n ").split(" ")
    at = data.draw(st.integers(0, len(spoken) - 1))
    spoken[at] = data.draw(st.one_of(words, st.text(max_size=5)))
    try:
        record = parse_record(" ".join(spoken), "night.case", HERE)
    except RecordError as fault:
        assert str(fault).startswith("night.case")
    else:
        replay(record)
