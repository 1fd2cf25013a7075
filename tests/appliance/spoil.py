"""Make a wheel whose companion installs but does not start."""

import shutil
import zipfile
from pathlib import Path

SPOILT = b"\n\ndef spoilt(self):\n    raise RuntimeError('spoilt')\n\n\nServer.run = spoilt\n"


def spoil(wheel: Path) -> None:
    """Spoil it in its place."""
    spoilt = wheel.with_suffix(".spoilt")
    with zipfile.ZipFile(wheel) as good, zipfile.ZipFile(spoilt, "w") as bad:
        for entry in good.infolist():
            data = good.read(entry)
            bad.writestr(entry, data + SPOILT if entry.filename == "companion/server/serving.py" else data)
    shutil.move(spoilt, wheel)
