"""`companion doctor` on the board: its port, its firmware, its map, and how well it does."""

import getpass
import os
import queue
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.assets import asset_dir
from companion.cli.finding import Finding, Machine, Verdict
from companion.hardware import HardwareFault, read_hardware, usable_hardware
from companion.sensing import Gauges, Wiring, link_to, pico_ports, strangers

PATIENCE = 8.0
"""Seconds for a Pico to say who it is; the link gives it up after five."""

BEATS = 2.5
"""Seconds in which a Pico has told its counters; it does so every second, or every other."""

SLOW = 20
"""Milliseconds between two scans that are too many: a reed would settle unseen."""

RULE = "or install the udev rule systemd/60-companion.rules"


def sensor_map(machine: Machine) -> Iterator[Finding]:
    """Which input is which square. Data that do not hold together keep the companion from starting."""
    try:
        wiring = usable_hardware(machine.hardware).wiring
    except HardwareFault as fault:
        for sentence in fault.faults:
            yield Finding("Map", "FIX", sentence)
        return
    squares = len(wiring.inputs) - len(wiring.spare)
    yield Finding("Map", "ok", f"{squares} squares on {wiring.kind}, {wiring.map_hash}.")
    lamps = [door for door in wiring.lamps.doors if door] if wiring.lamps else []
    yield Finding("Map", "ok", f"{len(lamps) or 'No'} door lamps.")


def ports(machine: Machine) -> Iterator[Finding]:
    """The Pico: found, allowed, answering, of the right firmware and map. Without it the screen serves."""
    found = pico_ports()
    if not found:
        others = f" Skipped, since it is no Pico: {', '.join(named)}." if (named := strangers()) else ""
        yield Finding("Port", "ok", f"No Pico is plugged in; the virtual board serves.{others}")
        return
    denied = [port for port in found if os.path.exists(port) and not os.access(port, os.R_OK | os.W_OK)]
    for port in denied:
        yield Finding("Port", "note", _permission(port, Path(port).group(), getpass.getuser()))
    if denied:
        return
    try:
        wiring = read_hardware(machine.hardware).wiring
    except HardwareFault:
        return  # told by the check of the map, or of the data
    yield from _asked(found, wiring)


def _permission(port: str, group: str, user: str) -> str:
    """dialout on Bookworm, plugdev on Trixie (HARDWARE: pyserial)."""
    return f"No permission for {port}: sudo usermod -aG {group} {user} and log in again, {RULE}."


def _asked(found: Sequence[str], wiring: Wiring) -> Iterator[Finding]:
    heard: queue.Queue[tuple[str, str]] = queue.Queue()
    gauges = Gauges(wiring)
    link = link_to(
        pico_ports, wiring, lambda report: None, lambda *told: heard.put(told), tap=gauges.overhear
    )
    link.start()
    try:
        status, detail = heard.get(timeout=PATIENCE)
        verdict: Verdict = "ok" if status == "ok" and not detail else "note"
        yield Finding("Port", verdict, detail or f"A board answers on {', '.join(found)}.")
        if status == "ok":
            yield from _told(gauges)
    except queue.Empty:
        advice = "flash it with companion flash"
        yield Finding("Port", "note", f"Nothing answers on {', '.join(found)}: {advice}.")
    finally:
        link.close()


def _told(gauges: Gauges) -> Iterator[Finding]:
    """What the board says of itself: its firmware at once, its counters with the next heartbeats."""
    until = time.monotonic() + BEATS
    while "scans" not in (seen := gauges.picture())["counters"] and time.monotonic() < until:
        gauges.wait(seen["version"], 0.5)
    if seen["device"]:
        yield firmware(seen["device"], shipped_firmware())
    if seen["counters"]:
        yield counters(seen["counters"])


def shipped_firmware() -> str:
    """The version that `companion flash` would put onto a Pico."""
    text = (asset_dir("firmware") / "identity.py").read_text(encoding="utf-8")
    named = re.search(r'^FIRMWARE = "([^"]+)"', text, re.MULTILINE)
    assert named, "the firmware names its version"
    return named[1]


def firmware(device: dict[str, str], shipped: str) -> Finding:
    """The board's firmware against the one in this program; with the same protocol both can play."""
    boot = {"watchdog": " It had hung, and its watchdog restarted it.", "reset": " Somebody restarted it."}
    told = f"The Pico has firmware {device['firmware']}, this program {shipped}."
    if device["firmware"] != shipped:
        return Finding("Firmware", "note", f"{told} Put it on with: companion flash")
    hung = device["boot"] == "watchdog"
    return Finding("Firmware", "note" if hung else "ok", told + boot.get(device["boot"], ""))


def counters(counted: dict[str, int]) -> Finding:
    """What the board counts of its own work (docs/PROTOCOL.md, BEAT)."""
    told = ", ".join(f"{name} {number}" for name, number in counted.items())
    worries = []
    if counted.get("worst", 0) > SLOW:
        worries.append(f"it once took {counted['worst']} ms between two scans")
    if counted.get("bad", 0):
        worries.append("lines to it were damaged: use a shorter or better cable")
    if counted.get("overflows", 0):
        worries.append("lines from it were lost in its queue")
    if counted.get("mute", 0):
        worries.append("readers do not answer: check their cables")
    if worries:
        return Finding("Counters", "note", f"{told}. Look at /sensors: {'; '.join(worries)}.")
    return Finding("Counters", "ok", f"{told}.")
