"""The linter's types for the firmware are MicroPython's: what a Pico lacks is found before it is flashed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from companion.assets import asset_dir

ROOT = Path(__file__).parents[2]
PLANTED = {
    "watchdog.py": ("machine.WDT(timeout=", "machine.WDT(timout=", "timout"),
    "usb.py": ("kbd_intr(3 if", 'kbd_intr("3" if', "kbd_intr"),
    "lines.py": ("import crc32", "import crc32, crc_hqx", "crc_hqx"),  # Python has it, MicroPython not
    "chain.py": ("Pin.OUT", "Pin.OUTPUT", "OUTPUT"),
    "app.py": ("self._outbox.take(now)", "self._outbox.take()", "now"),
    "session.py": ("self._outbox.put_newest(", "self._outbox.put_latest(", "put_latest"),
}


def test_planted_errors_are_found(tmp_path: Path) -> None:
    assert (ROOT / ".cache" / "typings" / "stdlib").is_dir(), "run .ci/setup.sh test first"
    copies = tmp_path / "firmware"
    shutil.copytree(asset_dir("firmware"), copies, ignore=shutil.ignore_patterns("__pycache__"))
    for name, (right, wrong, _) in PLANTED.items():
        text = (copies / name).read_text()
        assert right in text
        (copies / name).write_text(text.replace(right, wrong, 1))
    settings = tmp_path / "types.ini"
    shipped = (ROOT / ".ci" / "firmware-types.ini").read_text()
    settings.write_text(shipped.replace(":firmware\n", f":{copies}\n").replace(".mypy_cache", str(tmp_path)))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(settings), *map(str, copies.glob("*.py"))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    found = re.findall(r"(\w+\.py):\d+: error: (.*)", done.stdout)
    assert len(found) == len(PLANTED), done.stdout + done.stderr
    for name, (_, _, word) in PLANTED.items():
        assert any(file == name and word in message for file, message in found), (name, done.stdout)
