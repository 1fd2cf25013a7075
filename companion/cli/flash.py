"""`companion flash`: this program's firmware, and the config made from `hardware/`, onto a Pico."""

import contextlib
import errno
import glob
import hashlib
import io
import re
import struct
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

import click
import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from companion.assets import asset_dir
from companion.cli.wired import board_for, hardware_option, refused
from companion.hardware import HardwareFault, usable_hardware
from companion.sensing import Wiring, pico_ports
from companion.sensing.hello import Hello
from companion.sensing.lines import PROTOCOL, Line, Splitter, decode, encode
from companion.sensing.ports import PORT_FAULTS, explain, open_port
from companion.sensing.wiring import ROLES

MAIN = "main.py"
"""Taken off the Pico first and put there last: a Pico that is half flashed waits at its prompt."""

BOOTSEL_DRIVES = (
    "/dev/disk/by-label/RPI-RP2",
    "/media/*/RPI-RP2",
    "/run/media/*/RPI-RP2",
    "/Volumes/RPI-RP2",
)
"""Where a Pico without MicroPython, or started with BOOTSEL held, shows itself as a drive."""

CHUNK = 1024  # bytes written at once; the tool's own 256 take three times as long
ANSWER = 2.0  # seconds for a byte that must come at once
QUIET = 0.3  # seconds without a byte: the other end has nothing more to say
REPL = 5.0  # seconds for MicroPython to get ready
START = 10.0  # seconds for the new firmware to say HELLO
ASK_AGAIN = 0.5

_UF2 = (
    "copy the UF2 file of https://micropython.org/download/RPI_PICO/ onto the drive RPI-RP2, "
    "then run companion flash again"
)
_GARBLED = (*PORT_FAULTS, TransportError, struct.error, ValueError, SyntaxError)
"""What mpremote lets through when its peer is gone or talks nonsense."""


@click.command()
@click.option("--port", metavar="PORT", help="The Pico's serial port; needed only where there are two.")
@click.option("--role", type=click.Choice(ROLES), help="Which one; needed only where the board has two.")
@click.option("--board", "source", default="classic", metavar="FILE", help="A board file of your own.")
@hardware_option
def command(port: str | None, role: str | None, source: str, hardware: Path | None) -> None:
    """Put this program's firmware onto the Pico. Stop the companion first."""
    try:
        built = usable_hardware(hardware, board_for(source, hardware))
    except HardwareFault as fault:
        raise refused(fault, hardware) from None
    files = firmware_files(_one_of(built.wiring, role))
    port = port or _only_pico()
    with _opened(port) as transport:
        click.echo(f"Putting {len(files)} files onto the Pico on {port} ...", err=True)
        _reach_prompt(transport, port)
        with _unbroken(port):
            _write(transport, files)
            hello = _restart(transport, port)
    click.echo(f"The Pico on {port} runs firmware {hello.firmware}, protocol {hello.protocol}.")


def _one_of(wiring: Wiring, role: str | None) -> Wiring:
    """What the Pico of this role has to do with."""
    if role is None:
        if wiring.split:
            raise click.ClickException(
                "This board has two Picos: say which this one is to be, with --role squares or --role rooms."
            )
        return wiring
    if role not in wiring.roles or not wiring.split:
        raise click.ClickException(f"No Pico of this board looks after the {role} alone: leave out --role.")
    return wiring.part([role])


def firmware_files(wiring: Wiring) -> Mapping[str, bytes]:
    """Everything that belongs onto the Pico, by name, `main.py` last.

    >>> names = list(firmware_files(usable_hardware().wiring))
    >>> names[0], names[-1]
    ('config.json', 'main.py')
    """
    found = {path.name: path.read_bytes() for path in sorted(asset_dir("firmware").glob("*.py"))}
    main = found.pop(MAIN)
    return {"config.json": wiring.firmware_config().encode(), **found, MAIN: main}


def _only_pico() -> str:
    ports = pico_ports()
    if len(ports) > 1:
        raise click.ClickException(
            f"{len(ports)} Picos are plugged in, {' and '.join(ports)}: choose one with --port PORT."
        )
    if ports:
        return ports[0]
    if any(glob.glob(drive) for drive in BOOTSEL_DRIVES):
        raise click.ClickException(f"The Pico that is plugged in has no MicroPython yet: {_UF2}.")
    raise click.ClickException(
        "No Pico is plugged in: connect its USB cable, then run companion flash again."
    )


@contextlib.contextmanager
def _opened(port: str) -> Iterator[SerialTransport]:
    """MicroPython's own way to talk to a port, for us alone, with reads and writes that end by themselves."""
    try:
        open_port(port).close()  # mpremote hides why it cannot open one
        transport = SerialTransport(port, timeout=ANSWER)
    except PORT_FAULTS as fault:
        if getattr(fault, "errno", None) in (errno.EAGAIN, errno.EBUSY):
            raise click.ClickException(
                f"The port {port} is in use: stop the companion first (or what else uses it), "
                "then run companion flash again."
            ) from None
        raise click.ClickException(explain(port, fault)) from None
    except TransportError:
        raise click.ClickException(f"The port {port} has just gone: run companion flash again.") from None
    transport.serial.write_timeout = ANSWER
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it did not expect
            yield transport
    finally:
        with contextlib.suppress(*PORT_FAULTS):
            transport.serial.close()


def _reach_prompt(transport: SerialTransport, port: str) -> None:
    """End whatever runs, and start MicroPython afresh without it."""
    try:
        # In a session ctrl-C is data to the firmware (docs/PROTOCOL.md), so STOP; ctrl-C ends others.
        transport.serial.write(b"\n" + encode(Line(0, 0, "STOP")))
        if not _said(transport.serial).endswith(b">>> "):
            transport.serial.write(b"\r\x03")
            _said(transport.serial)
        transport.enter_raw_repl(timeout_overall=REPL)
    except _GARBLED:
        raise click.ClickException(
            f"The device on {port} does not answer as a Pico with MicroPython: "
            f"plug it in with its button BOOTSEL held down, {_UF2}."
        ) from None


def _said(line: serial.Serial) -> bytes:
    """What the other end says until it is quiet; TransportError if it never is (mpremote would read on)."""
    end, said = time.monotonic() + REPL, b""
    line.timeout = QUIET
    while heard := line.read(line.in_waiting or 1):
        said += heard
        if time.monotonic() >= end:
            raise TransportError("no end of talking")
    line.timeout = ANSWER
    return said


@contextlib.contextmanager
def _unbroken(port: str) -> Iterator[None]:
    """Turn what may interrupt the transfer into a sentence."""
    try:
        yield
    except OSError as fault:
        if fault.errno != errno.ENOSPC:
            _broken(port, fault)
        raise click.ClickException(
            f"There is no room left on the Pico on {port}: delete what is not the companion's from it "
            f"(mpremote connect {port} fs ls, then fs rm), then run companion flash again."
        ) from None
    except TransportExecError as fault:
        _broken(port, fault.error_output.strip().rpartition("\n")[2])
    except _GARBLED as fault:
        _broken(port, fault)


def _broken(port: str, why: object) -> NoReturn:
    raise click.ClickException(
        f"Flashing the Pico on {port} broke off ({why}): "
        "unplug it, plug it in, then run companion flash again."
    ) from None


def _write(transport: SerialTransport, files: Mapping[str, bytes]) -> None:
    with contextlib.suppress(FileNotFoundError):
        transport.fs_rmfile(MAIN)
    for name, content in files.items():
        transport.fs_writefile(name, content, chunk_size=CHUNK)
        if transport.fs_hashfile(name, "sha256") != hashlib.sha256(content).digest():
            raise TransportError(f"{name} did not arrive whole")


def _restart(transport: SerialTransport, port: str) -> Hello:
    """Let the Pico start as it does with power, and hear who it is now.

    A soft reset is enough, and keeps the port: after a hard one the Pico may come back under another name.
    """
    line = transport.serial
    transport.exit_raw_repl()
    transport.read_until(1, b">>> ", timeout_overall=REPL)
    line.write(b"\x04")
    line.timeout = ASK_AGAIN / 5
    splitter, said = Splitter(), b""
    end, ask_at = time.monotonic() + START, 0.0
    while (now := time.monotonic()) < end:
        if now >= ask_at:
            ask_at = now + ASK_AGAIN
            line.write(b"\n" + encode(Line(0, 0, "HELLO?", (str(PROTOCOL),))))
        heard = line.read(line.in_waiting or 1)
        for raw in splitter.feed(heard):
            known = decode(raw)
            hello = Hello.from_words(known.args) if known and known.kind == "HELLO" else None
            if hello:
                return hello
        said += heard
        if b">>> " in said:
            break  # main.py has ended
    error = re.search(rb"^\w*(?:Error|Exception)\b.*", said, re.MULTILINE)
    why = error[0].decode("ascii", "replace").strip() if error else "it says nothing"
    raise click.ClickException(
        f"The firmware is on the Pico on {port} but does not run ({why}): "
        f"put the newest MicroPython on it, plug it in with its button BOOTSEL held down, {_UF2}."
    )
