"""`companion doctor`: what this machine lacks for a game night, and what to do about it."""

import getpass
import os
import platform
import queue
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import click

from companion.assets import asset_dir
from companion.board import load_board
from companion.cli.paths import data_folder
from companion.devices import PinsFault, open_devices, read_pins
from companion.sensing import WiringFault, link_to, pico_ports, wiring_for

ROOM_NEEDED = 100 * 1024 * 1024
"""Bytes free in the data folder; a game's journal has a few hundred kilobytes."""

PATIENCE = 8.0
"""Seconds for a Pico to say who it is; the link gives it up after five."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: the sentence also says what to do where it is not well."""

    subject: str
    well: bool
    sentence: str


Check = Callable[[Path], Iterator[Finding]]


def python(data: Path) -> Iterator[Finding]:
    """The interpreter."""
    well = sys.version_info >= (3, 11)
    advice = "" if well else " is too old: install 3.11 or newer"
    yield Finding("Python", well, f"{platform.python_version()} on {platform.machine()}{advice}.")


def gpio(data: Path) -> Iterator[Finding]:
    """Dice button and bullet lamps; a computer without pins is well, the screen serves."""
    try:
        with open_devices(read_pins(asset_dir("hardware") / "pi_pins.toml"), lambda: None) as devices:
            missing = devices.factory is None and Path("/dev/gpiochip0").exists()
            advice = (
                " Install python3-lgpio, or the extra: pip install 'cluedo-companion[pi]'." if missing else ""
            )
            for sentence in devices.told.values():
                yield Finding("GPIO", not missing, sentence + advice)
    except PinsFault as fault:
        for sentence in fault.faults:
            yield Finding("GPIO", False, sentence)


def ports(data: Path) -> Iterator[Finding]:
    """The Pico: found, allowed, answering, of the right firmware and map."""
    found = pico_ports()
    if not found:
        yield Finding("Port", True, "No Pico is plugged in; the virtual board serves.")
        return
    for port in found:
        if os.path.exists(port) and not os.access(port, os.R_OK | os.W_OK):
            group = Path(port).group()
            yield Finding(
                "Port",
                False,
                f"No permission for {port}: sudo usermod -aG {group} {getpass.getuser()}, then log in again.",
            )
            return
    heard: queue.Queue[tuple[str, str]] = queue.Queue()
    try:
        wiring = wiring_for(load_board("classic"))
    except WiringFault:
        return  # told by the check of the map
    link = link_to(pico_ports, wiring, lambda report: None, lambda *told: heard.put(told))
    link.start()
    try:
        status, detail = heard.get(timeout=PATIENCE)
        well = status == "ok"
        yield Finding("Port", well and not detail, detail or f"A board answers on {', '.join(found)}.")
    except queue.Empty:
        yield Finding("Port", False, f"Nothing answers on {', '.join(found)}: flash it with companion flash.")
    finally:
        link.close()


def sensor_map(data: Path) -> Iterator[Finding]:
    """Which input is which square."""
    try:
        wiring = wiring_for(load_board("classic"))
        squares = len(wiring.inputs) - len(wiring.spare)
        yield Finding("Map", True, f"{squares} squares on {wiring.kind}, {wiring.map_hash}.")
        lamps = [door for door in wiring.lamps.doors if door] if wiring.lamps else []
        yield Finding("Map", True, f"{len(lamps) or 'No'} door lamps.")
    except WiringFault as fault:
        for sentence in fault.faults:
            yield Finding("Map", False, sentence)


def clock(data: Path) -> Iterator[Finding]:
    """A Pi has no battery: without network its clock may stand at the last shutdown, or at 1970."""
    now, installed = time.time(), Path(__file__).stat().st_mtime
    when = datetime.fromtimestamp(now).astimezone().strftime("%Y-%m-%d %H:%M %Z")
    well = now >= installed
    advice = (
        ""
        if well
        else ", before this program was made: connect the network once, or set it with sudo date -s"
    )
    yield Finding("Clock", well, f"It is {when}{advice}.")


def disk(data: Path) -> Iterator[Finding]:
    """Whether the journal has room and may be written."""
    folder = next(one for one in (data, *data.parents) if one.exists())
    if not os.access(folder, os.W_OK):
        yield Finding("Disk", False, f"{folder} cannot be written: choose another folder with --data DIR.")
        return
    free = shutil.disk_usage(folder).free
    advice = "" if free >= ROOM_NEEDED else ": make room, a game must not stop for it"
    yield Finding("Disk", free >= ROOM_NEEDED, f"{free // 1024**2:,} MB free for {data}{advice}.")


def power(data: Path) -> Iterator[Finding]:
    """Undervoltage, as the Pi's own tool tells it; silent on other machines."""
    tool = shutil.which("vcgencmd")
    if tool is None:
        return
    told = subprocess.run([tool, "get_throttled"], capture_output=True, text=True, check=False).stdout
    try:
        bits = int(told.strip().partition("=")[2], 16)
    except ValueError:
        return
    now, since_start = bits & 0x1, bits & 0x10000
    if now or since_start:
        when = "now" if now else "since it was started"
        yield Finding(
            "Power",
            False,
            f"The Pi had too little voltage {when}: use its own power supply and a short cable.",
        )
    else:
        yield Finding("Power", True, "The voltage is well.")


CHECKS: tuple[Check, ...] = (python, gpio, ports, sensor_map, clock, disk, power)


@click.command()
@click.option(
    "--data", type=click.Path(path_type=Path), default=None, metavar="DIR", help="The data folder to look at."
)
def command(data: Path | None) -> None:
    """Look at this machine and say, a line each, what is well and what to do about the rest."""
    findings = [finding for check in CHECKS for finding in check(data or data_folder())]
    for finding in findings:
        click.echo(f"{'ok  ' if finding.well else 'FIX '} {finding.subject:<8}{finding.sentence}")
    if not all(finding.well for finding in findings):
        raise SystemExit(1)
