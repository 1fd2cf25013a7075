"""What kernel and tools tell of this machine: its voltage, its clock, the room on its disk."""

import contextlib
import shutil
import subprocess
from pathlib import Path
from typing import Literal

from companion.cli.finding import Machine

ROOM_WANTED = 200 * 1024 * 1024
"""Bytes free in the data folder: the recordings of some evenings, and journals that last for years."""

ROOM_SPARE = 50 * 1024 * 1024
"""Bytes below which recordings make room for games."""

ROOM_NEEDED = 5 * 1024 * 1024
"""Bytes without which a game may stop; its journal has a few hundred kilobytes."""

SYNCHRONIZED = "run/systemd/timesync/synchronized"
"""Is there once the clock was set from the network (systemd-timesyncd)."""

MODEL = "proc/device-tree/model"
"""Says which Pi this is, and is on no other computer."""

FROM_A_CLOCK = "sys/class/rtc/rtc0/hctosys"
"""Is 1 where the kernel took the time from a clock with a battery."""

Undervoltage = Literal["now", "since it was started", "never"]


def undervoltage(root: Path) -> Undervoltage | None:
    """When the voltage was too low, as the Pi's own tool or its kernel tells it; None on other machines."""
    return _by_the_tool() or _by_the_kernel(root)


def clock_is_before_us(machine: Machine) -> bool:
    """Whether the clock stands before this program was put here: nobody has set it since."""
    return machine.now() < Path(__file__).stat().st_mtime


def clock_is_set(machine: Machine) -> bool:
    """Whether the wall clock is to be trusted. A Pi's stands at its last shutdown until the network tells."""
    if clock_is_before_us(machine):
        return False
    if (machine.root / SYNCHRONIZED).exists() or not (machine.root / MODEL).exists():
        return True
    with contextlib.suppress(OSError):
        return (machine.root / FROM_A_CLOCK).read_text().strip() == "1"
    return False


def there(folder: Path) -> Path:
    """The folder, or as much of its path as there is."""
    return next(one for one in (folder, *folder.parents) if one.exists())


def _by_the_tool() -> Undervoltage | None:
    tool = shutil.which("vcgencmd")
    if tool is None:
        return None
    told = subprocess.run([tool, "get_throttled"], capture_output=True, text=True, check=False).stdout
    try:
        bits = int(told.strip().partition("=")[2], 16)
    except ValueError:
        return None
    return "now" if bits & 0x1 else "since it was started" if bits & 0x10000 else "never"


def _by_the_kernel(root: Path) -> Undervoltage | None:
    """The driver raspberrypi-hwmon, whose alarm is raised for as long as the voltage is too low."""
    for sensor in root.glob("sys/class/hwmon/hwmon*"):
        with contextlib.suppress(OSError):
            if (sensor / "name").read_text().strip() == "rpi_volt":
                return "now" if (sensor / "in0_lcrit_alarm").read_text().strip() == "1" else "never"
    return None
