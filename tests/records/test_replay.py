"""Every record in this folder is played and held to its checks; together they cover what they must."""

import re
from pathlib import Path

import pytest

from companion.records import load_record, parse_record, replay
from companion.rules import REFUSALS

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.rglob("*.case"))

CODES = """
    not-in-turn not-now must-move must-suggest unreachable occupied barred no-passage trapped not-in-room
    already-suggested no-entry teleported shot tied seduced already-claimed out-of-sight not-adjacent
    no-target no-bullets not-neighbour not-held wrong-class must-show has-accused eliminated game-over
    unknown-act unknown-card unknown-place unknown-seat
"""
RULINGS = {f"R{number}" for number in (*range(1, 14), *range(20, 45))}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_holds(path: Path) -> None:
    record = load_record(path)
    assert [str(failure) for failure in replay(record).failures] == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_says_what_it_proves_and_proves_something(path: Path) -> None:
    first, *rest = text_of(path).splitlines()
    assert re.fullmatch(r"# .+\((?:.*\bR\d+|section \d|RECORDS\.md).*\)\.", first), first
    assert any(line.startswith(("check ", "refused ")) for line in rest)


def test_every_ruling_has_a_record() -> None:
    cited = {ruling for path in RECORDS for ruling in re.findall(r"\bR\d+\b", text_of(path).splitlines()[0])}
    assert cited >= RULINGS
    named = {f"R{int(found[1])}" for path in RECORDS if (found := re.match(r"r(\d\d)_", path.name))}
    assert named >= RULINGS


def test_a_ruling_named_by_the_file_is_cited_in_it() -> None:
    for path in RECORDS:
        if found := re.match(r"r(\d\d)_", path.name):
            assert re.search(rf"\bR{int(found[1])}\b", text_of(path).splitlines()[0]), path.name


def test_every_code_has_a_record() -> None:
    expected = {code for path in RECORDS for code in re.findall(r"\bbecause (\S+)", text_of(path))}
    assert set(CODES.split()) - expected == set()


def test_the_engine_knows_exactly_the_reasons_of_the_format() -> None:
    assert set(REFUSALS) == set(CODES.split())
    assert all(code == refusal.code for code, refusal in REFUSALS.items())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_means_the_same_with_other_line_ends_and_without_comments(path: Path) -> None:
    text = text_of(path)
    played = replay(parse_record(text, "a.case", FOLDER))
    for other in (
        text.replace("\n", "\r\n"),
        text.replace(" ", "\t"),
        re.sub(r" *#.*", "", text),
        text.rstrip("\n"),
    ):
        assert replay(parse_record(other, "a.case", FOLDER)) == played
