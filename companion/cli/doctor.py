"""`companion doctor`: what this machine lacks for a game night, and what to do about it."""

import contextlib
import os
import platform
import shutil
import socket
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import click

from companion.assets import asset_dir
from companion.cli import hardwarecheck
from companion.cli.boardcheck import ports, sensor_map
from companion.cli.broker import broker_in
from companion.cli.brokercheck import broker
from companion.cli.finding import Check, Finding, Machine
from companion.cli.network import address, addresses
from companion.cli.options_file import examine
from companion.cli.paths import data_folder
from companion.cli.pincheck import gpio
from companion.cli.vitals import (
    ROOM_NEEDED,
    ROOM_WANTED,
    SYNCHRONIZED,
    clock_is_before_us,
    there,
    undervoltage,
)


def python(machine: Machine) -> Iterator[Finding]:
    """The interpreter."""
    well = sys.version_info >= (3, 11)
    advice = "" if well else " is too old: install 3.11 or newer"
    yield Finding(
        "Python", "ok" if well else "FIX", f"{platform.python_version()} on {platform.machine()}{advice}."
    )


def web(machine: Machine) -> Iterator[Finding]:
    """The port of the pages, and the address for the phones."""
    with contextlib.closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", machine.port))
        except OSError as fault:
            told = f"The port {machine.port} cannot be had ({fault.strerror}): well if a companion is running"
            yield Finding("Pages", "note", f"{told}, else choose another with companion run --port.")
        else:
            yield Finding("Pages", "ok", f"The port {machine.port} is free.")
    if addresses():
        yield Finding("Address", "ok", f"Phones find the table at {address('', machine.port)}")
    else:
        advice = "connect the network, or let this machine be an access point"
        yield Finding("Address", "note", f"Phones cannot find this machine: {advice}.")


def clock(machine: Machine) -> Iterator[Finding]:
    """A Pi has no battery: without network its clock may stand at the last shutdown, or at 1970."""
    when = datetime.fromtimestamp(machine.now()).astimezone().strftime("%Y-%m-%d %H:%M %Z")
    if clock_is_before_us(machine):
        advice = "before this program was made: connect the network once, or set it with sudo date -s"
        yield Finding("Clock", "note", f"It is {when}, {advice}.")
        return
    source = "set from the network" if (machine.root / SYNCHRONIZED).exists() else "as this machine keeps it"
    yield Finding("Clock", "ok", f"It is {when}, {source}.")


def disk(machine: Machine) -> Iterator[Finding]:
    """Whether the journal has room and may be written."""
    folder = there(machine.data)
    if not os.access(folder, os.W_OK):
        advice = "make it writable for this user, or choose another folder with --data DIR"
        yield Finding("Disk", "FIX", f"{folder} cannot be written: {advice}.")
        return
    yield room(machine.data, shutil.disk_usage(folder).free)


def room(data: Path, free: int) -> Finding:
    """How many bytes are free for the data folder."""
    told = f"{free // 1024**2:,} MB free for {data}"
    if free < ROOM_NEEDED:
        return Finding("Disk", "FIX", f"{told}: make room, a game would stop for it.")
    if free < ROOM_WANTED:
        advice = "make room, or record nothing with companion run --no-record"
        return Finding("Disk", "note", f"{told}: {advice}.")
    return Finding("Disk", "ok", f"{told}.")


def power(machine: Machine) -> Iterator[Finding]:
    """Undervoltage, as the Pi's own tool or its kernel tells it; silent on other machines."""
    when = undervoltage(machine.root)
    if when == "never":
        yield Finding("Power", "ok", "The voltage is well.")
    elif when:
        advice = "use its own power supply and a short cable"
        yield Finding("Power", "note", f"The Pi had too little voltage {when}: {advice}.")


CHECKS: tuple[Check, ...] = (python, gpio, ports, sensor_map, web, broker, clock, disk, power)

UNTOUCHING: tuple[Check, ...] = tuple(check for check in CHECKS if check not in (gpio, ports))
"""Those that a companion which plays can make, too: they take neither pins nor ports."""


@click.command()
@click.option(
    "--data", type=click.Path(path_type=Path), default=None, metavar="DIR", help="The data folder to look at."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, help="The port of the pages.")
@click.option(
    "--settings",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="A settings file of companion run, for the broker that it names.",
)
@click.option(
    "--hardware",
    type=click.Path(path_type=Path, file_okay=False),
    is_flag=False,
    flag_value=str(asset_dir("hardware")),
    metavar="[FOLDER]",
    help="Look at the wiring only: the data of this folder (without one, the shipped), and the board itself.",
)
def command(data: Path | None, port: int, settings: Path | None, hardware: Path | None) -> None:
    """Look at this machine and say, a line each, what is well and what to do about the rest.

    `note` is a line for what a game can be played without. The exit code is 1 only where something, `FIX`,
    keeps a game from being played (with --hardware: where the wiring should be changed).
    """
    named = None
    if settings:
        from companion.cli.run import command as run  # which asks the doctor, too

        named = broker_in(examine(settings, run)[0])
    machine = Machine(data or data_folder(), port, hardware=hardware, broker=named)
    checks = (hardwarecheck.data, ports) if hardware else CHECKS
    findings = [finding for check in checks for finding in check(machine)]
    for finding in findings:
        click.echo(f"{finding.verdict:<5}{finding.subject:<10}{finding.sentence}")
    if any(finding.verdict == "FIX" for finding in findings):
        raise SystemExit(1)
