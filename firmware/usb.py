"""The serial line over USB, one byte at a time and without ever waiting for the host."""

import select
import sys

import micropython

BURST = 128  # bytes taken in one go: a flood of input must not stop the scan


class Usb:
    """stdin and stdout as bytes.

    On a Pico `read(n)` blocks until n bytes came, and a write blocks when nobody reads: so poll first.
    """

    def __init__(self):
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)

    def wait(self, ms: int) -> None:
        """Sleep until a byte comes, at most ms."""
        self._in.poll(ms)

    def read(self) -> bytearray:
        """The bytes that are there now, at most BURST."""
        data = bytearray()
        while len(data) < BURST and self._in.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data.extend(byte)
        return data

    def ready(self) -> bool:
        """Whether the host takes bytes."""
        return bool(self._out.poll(0))

    def write(self, line: bytes) -> None:
        """Send one line; only when ready."""
        sys.stdout.buffer.write(line)

    def ctrl_c(self, on: bool) -> None:
        """Whether byte 0x03 interrupts the program or is data like any other."""
        micropython.kbd_intr(3 if on else -1)
