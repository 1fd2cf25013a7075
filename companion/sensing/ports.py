"""Serial ports: which may be a Pico, how one is opened, and what a failure means in words."""

import errno
import termios
from collections.abc import Callable, Sequence
from typing import Protocol

import serial
from serial.tools import list_ports

QUIET = 0.02  # seconds that a read waits for a first byte; as long a move waits at most for the link's word
PICO_USB_ID = (0x2E8A, 0x0005)  # MicroPython on a Pico

# Unplugging and closing show as any of these (HARDWARE: pyserial). SerialException is an OSError.
PORT_FAULTS = (OSError, termios.error, TypeError)


class Port(Protocol):
    """The little of serial.Serial that the link uses."""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; waits QUIET seconds at most."""

    def write(self, data: bytes, /) -> int | None:
        """Send the bytes; waits 1 s at most."""

    def cancel_read(self) -> None:
        """End a waiting read, from another thread."""

    def close(self) -> None:
        """Give the port back."""


def pico_ports() -> Sequence[str]:
    """The ports of all Picos that run MicroPython; HELLO tells which of them is the board."""
    return [port.device for port in list_ports.comports() if (port.vid, port.pid) == PICO_USB_ID]


def strangers() -> Sequence[str]:
    """What else hangs on USB as a serial port, a word or two each: the host may take it for the board."""
    return [
        f"{port.product or port.description} on {port.device}"
        for port in list_ports.comports()
        if port.vid is not None and (port.vid, port.pid) != PICO_USB_ID
    ]


def only(port: str) -> Callable[[], Sequence[str]]:
    """A finder for the one port that the host named."""
    return lambda: (port,)


def open_port(port: str) -> Port:
    """Open a port for us alone, with reads and writes that end by themselves.

    Raises one of PORT_FAULTS.
    """
    return serial.Serial(port, 115200, timeout=QUIET, write_timeout=1.0, exclusive=True)


def explain(port: str, fault: Exception) -> str:
    """One sentence: why a port cannot be opened or used, and what to do next."""
    if isinstance(fault, serial.SerialTimeoutException):
        return f"The device on {port} takes nothing: unplug it and plug it in again."
    code = getattr(fault, "errno", None)
    if code == errno.ENOENT:
        return f"The port {port} does not exist: plug the board in, or name another port."
    if code in (errno.EACCES, errno.EPERM):
        return (
            f"No permission for the port {port}: add yourself to the group dialout "
            "(plugdev on Raspberry Pi OS Trixie) and log in again, or install systemd/60-companion.rules."
        )
    if code in (errno.EAGAIN, errno.EBUSY):
        return f"Another program uses the port {port}: close it."
    return f"The port {port} cannot be used: {fault}."
