"""Make a wheel whose companion installs but does not start: `python -m tests.appliance.spoil WHEEL`."""

import shutil
import sys
import zipfile
from pathlib import Path

wheel = Path(sys.argv[1])
spoilt = wheel.with_suffix(".spoilt")
with zipfile.ZipFile(wheel) as good, zipfile.ZipFile(spoilt, "w") as bad:
    for entry in good.infolist():
        data = good.read(entry)
        if entry.filename == "companion/server/serving.py":
            data += b"\n\ndef spoilt(self):\n    raise RuntimeError('spoilt')\n\n\nServer.run = spoilt\n"
        bad.writestr(entry, data)
shutil.move(spoilt, wheel)
