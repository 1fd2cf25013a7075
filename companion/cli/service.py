"""What systemd is told by the service: that it is ready, that it lives (sd_notify(3))."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path


class Service:
    """Speaks to the service manager that started this process; without one it says nothing.

    environ: NOTIFY_SOCKET, WATCHDOG_USEC and RUNTIME_DIRECTORY as systemd sets them.
    clock: monotonic seconds.

    >>> Service({}).alive()
    """

    def __init__(
        self, environ: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        runtime = environ.get("RUNTIME_DIRECTORY")
        self._runtime = Path(runtime) if runtime else None
        watchdog = environ.get("WATCHDOG_USEC", "")
        # A third: two may be lost in a burst of work, and systemd still hears the next one in time.
        self._period = int(watchdog) / 3e6 if watchdog.isdecimal() else 0.0
        self._clock = clock
        self._due = clock()

    @property
    def managed(self) -> bool:
        """Whether a service manager has started this process, so that nobody sits before it."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """The pages are served. status: one line for `systemctl status`."""
        self._tell(f"READY=1\nSTATUS={status}")

    def serves_at(self, port: int) -> None:
        """Let the screen and the installer know the port, which may be another than in the settings."""
        if self._runtime is None:
            return
        file = self._runtime / "port"
        try:
            file.write_text(f"{port}\n", encoding="ascii")
            file.chmod(0o644)
        except OSError:
            return  # then they take the one in the settings

    def alive(self) -> None:
        """The table's loop has come round. Call it as often as you like; the manager hears what it must."""
        now = self._clock()
        if self._period and now >= self._due:
            self._due = now + self._period
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The evening ends by intention."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            try:
                channel.sendto(message.encode(), self._address)
            except OSError:
                return  # a manager that does not listen must not end the game
