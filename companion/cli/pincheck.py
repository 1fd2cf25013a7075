"""`companion doctor` on the Pi's own pins: what hangs there, and through which library they are had."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.assets import asset_dir
from companion.cli.finding import Finding, Machine
from companion.devices import PinsFault, open_devices, read_pins

MODEL = "proc/device-tree/model"
SYSTEM = "etc/os-release"

INSTALL = (
    "install lgpio: sudo apt-get install -y python3-lgpio, in an environment that sees the system's packages"
)

WORSE: Mapping[str, str] = {
    "RPiGPIOFactory": "it is looked at every few milliseconds, since its edges fail on kernels from 6.6 on",
    "PiGPIOFactory": "it needs its daemon, and there is none for a Pi 5",
    "NativeFactory": "it is slow, and does not know the Pi 5",
}
"""What gpiozero falls back to without lgpio, and what is the matter with it (docs/gpio.md)."""


def gpio(machine: Machine) -> Iterator[Finding]:
    """Dice button, bullet lamps and buzzer; a computer without pins is well, the screen serves."""
    folder = machine.hardware or asset_dir("hardware")
    try:
        with open_devices(read_pins(folder / "pi_pins.toml"), lambda: None) as devices:
            missing = devices.factory is None and (machine.root / "dev/gpiochip0").exists()
            for sentence in devices.told.values():
                yield Finding("GPIO", "note" if missing else "ok", sentence)
            if devices.factory or missing:
                yield library(devices.factory, machine.root)
    except PinsFault as fault:
        for sentence in fault.faults:
            yield Finding("GPIO", "FIX", sentence)


def library(factory: str | None, root: Path) -> Finding:
    """Which pin factory it is on which Pi and system; None for none. root: of the file system."""
    model = _text(root / MODEL).rstrip("\0\n") or "This machine"
    named = re.search(r'^PRETTY_NAME="?([^"\n]+)', _text(root / SYSTEM), re.MULTILINE)
    where = f"{model} under {named[1]}" if named else model
    if factory is None:
        return Finding("GPIO", "note", f"{where} has pins, and no library that reaches them: {INSTALL}.")
    told = f"{where} has its pins through {factory}"
    if factory in WORSE:
        return Finding("GPIO", "note", f"{told}: {WORSE[factory]}; {INSTALL}.")
    return Finding("GPIO", "ok", f"{told}.")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
