"""docs/building.md against the data that it is made from, and against what the program says and can do."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.assets import asset_dir
from companion.cli.group import COMMANDS
from tests.building import DOCS, GUIDE, PICTURES, pictures, refreshed

ROOT = DOCS.parent
TEXT = GUIDE.read_text(encoding="utf-8")


def sentences() -> Iterator[str]:
    """Every sentence that the program can say, with a mark where it puts something in."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.sub(r"\{\w*\}", "\0", node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (one.value if isinstance(one, ast.Constant) else "\0" for one in node.values)
                yield "".join(map(str, parts))
    with (ROOT / "companion" / "words" / "en.po").open("rb") as file:
        for message in read_po(file):
            yield re.sub(r"\{[^}]*\}", "\0", str(message.string))


SAID = list(sentences())


def can_be_said(told: str) -> bool:
    """Whether it is a sentence of the program with something put in, or a piece of one."""
    return any(
        told in said or ("\0" in said and re.fullmatch(".+".join(map(re.escape, said.split("\0"))), told))
        for said in SAID
        if len(said) > 8
    )


def quoted() -> set[str]:
    """The sentences that the guide has the program say: in the tables of faults, and in the tests."""
    marked = re.findall(r"`([A-Za-z][^`/_=]* [^`]*)`", TEXT) + re.findall(r'\*\*"([^"]+)"\*\*', TEXT)
    marked += re.findall(r'(?<!\*)\*([A-Z][a-z]+ [^*"]+)\*(?!\*)', TEXT) + re.findall(
        r' "([A-Z][^"]+\.)"', TEXT
    )
    shown = [line[2:].strip("`") for line in re.findall(r"^ *(> .+)$", TEXT, re.MULTILINE)]
    commands = (
        "make ",
        "companion ",
        "sudo ",
        "squares ",
        "rooms ",
        "own_pico ",
        "diodes ",
        "aside ",
        ".venv",
    )
    return {told for told in (*marked, *shown) if not told.startswith(commands) and not told[0].isdigit()}


def test_the_pictures_are_those_of_the_data() -> None:
    found = {path.stem: path.read_text(encoding="utf-8") for path in PICTURES.glob("*")}
    expected = pictures(asset_dir("hardware"))
    old = [name for name in {*found, *expected} if found.get(name) != expected.get(name)]
    assert not old, f"{old} are not those of the data: python -m tests.building"


def test_the_tables_are_those_of_the_data() -> None:
    assert "<!-- table:" in TEXT
    fresh = refreshed(TEXT, asset_dir("hardware"))
    assert fresh == TEXT, "its tables are not those of the data: python -m tests.building"


@pytest.mark.parametrize("told", sorted(quoted()))
def test_what_the_program_is_said_to_say_it_can_say(told: str) -> None:
    assert can_be_said(told), f"nothing in the program says: {told}"


def test_what_nobody_says_is_found_out() -> None:
    assert not can_be_said("The board has caught fire.")
    assert len(quoted()) > 25


def test_every_command_of_the_guide_exists() -> None:
    named = set(re.findall(r"(?:`|bin/)companion ([a-z-]+)", TEXT))
    assert {"doctor", "flash", "drawings", "parts", "map", "run"} <= named
    assert named <= set(COMMANDS)


def test_every_picture_and_page_that_it_names_is_there() -> None:
    names = re.findall(r"\]\(([^)#:]+)\)", TEXT)
    assert names and all((DOCS / name).is_file() for name in names)
    shown = {Path(name).stem for name in names if name.endswith(".svg")}
    assert shown == {path.stem for path in PICTURES.glob("*")}


def test_every_heading_that_it_points_to_is_there() -> None:
    heads = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
    assert {*re.findall(r"\]\(#([^)]+)\)", TEXT)} <= anchors
