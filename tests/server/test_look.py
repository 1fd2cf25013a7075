"""One visual language: what style sheets name stands in look.css; the night changes only what the day has."""

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "web" / "static"
SHEETS = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.css")}
ALL = "\n".join(SHEETS.values())
SCRIPTS = "\n".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
TEMPLATES = "\n".join(path.read_text(encoding="utf-8") for path in STATIC.parent.rglob("*.html"))


def named(sheet: str) -> set[str]:
    return set(re.findall(r"^\s*(--[a-z0-9-]+):", sheet, re.M))


def test_every_property_that_is_used_is_there_and_every_one_there_is_used() -> None:
    used = set(re.findall(r"var\((--[a-z0-9-]+)", ALL))
    assert used - named(ALL) - set(re.findall(r'"(--[a-z0-9-]+)"', SCRIPTS)) == set()
    assert named(SHEETS["look.css"]) - used == set()


def test_the_night_changes_what_there_is_by_day() -> None:
    assert named(SHEETS["dark.css"]) <= named(SHEETS["look.css"])


def test_every_sheet_and_script_is_linked_and_short() -> None:
    pieces = {name for line in re.findall(r"block sheets %}(.*?){%", TEMPLATES) for name in line.split("+")}
    for path in (*STATIC.glob("*.css"), *STATIC.glob("*.js")):
        linked = f"/static/{path.name}" in TEMPLATES or f"./{path.name}" in SCRIPTS or path.stem in pieces
        assert linked, f"{path.name} is used by no page"
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, f"{path.name}: split it by concept"


def test_no_page_asks_another_place_for_anything() -> None:
    for text in (ALL, SCRIPTS, TEMPLATES):
        assert not re.search(r"""(?:url\(|src=|href=|import )["']?(?:https?:)?//""", text)
