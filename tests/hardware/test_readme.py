"""hardware/README.md names every file and every entry."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices import pins
from companion.hardware import mounting, parts
from companion.sensing import inputs, lamps, readers, wirefiles
from companion.sensing.datafiles import Shape

HARDWARE = Path(__file__).parents[2] / "hardware"
README = (HARDWARE / "README.md").read_text(encoding="utf-8")


def entries(shape: Shape) -> Iterator[str]:
    """The names of a table's entries, and of the tables in it."""
    for name, entry in shape.items():
        yield name
        inner = entry.each if entry.each else entry
        yield from entries(inner.table or {})


SHAPES = {
    "pico.toml": wirefiles.SHAPE,
    "readers": readers.SHAPE,
    "lamps": lamps.SHAPE,
    **{name: kind.shape for name, kind in inputs.KINDS.items()},
}


@pytest.mark.parametrize("shape", list(SHAPES))
def test_every_entry_of_the_wiring_is_told(shape: str) -> None:
    missing = [name for name in entries(SHAPES[shape]) if f"`{name}`" not in README]
    assert [name for name in missing if f"`[[{name}]]`" not in README] == []


def test_every_entry_of_the_other_files_is_told() -> None:
    told = [name for ranges in mounting.RANGES.values() for name in ranges]
    told += [*pins.ENTRIES, pins.BUTTON, pins.BUZZER, "bullet_lamps"]
    assert [name for name in told if f"`{name}`" not in README] == []
    head = (HARDWARE / "parts.toml").read_text(encoding="utf-8").partition("\ncurrency")[0]
    wanted = {name for name in parts.Part.__dataclass_fields__ if name != "id"}
    assert [name for name in sorted(wanted) if f"# {name} " not in head] == []


def test_every_file_is_told() -> None:
    names = {file.name for file in HARDWARE.iterdir() if file.suffix in (".toml", ".csv")}
    named = {name for name in names if f"`{name}`" in README or name.startswith("squares-")}
    assert names == named


def test_the_data_of_the_builds_have_no_unknown_entries() -> None:
    for build in tomllib.loads((HARDWARE / "builds.toml").read_text(encoding="utf-8")).values():
        assert set(build) <= {"title", "about", "folder", "without", "hours"}
