"""The cable between the virtual board's firmware and whoever opens its port: bytes may suffer on the way."""

import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable, Sequence
from functools import reduce
from random import Random

Damage = Callable[[bytes], bytes]
"""What comes out for one whole line, newline included; nothing, if it is lost."""

DRIP = 24  # bytes that a slow host takes in one go
PAUSE = 0.1  # seconds between two of them: three short lines a second


class Cable:
    """A pseudo-terminal, ``port``, and the thread that carries bytes between it and the firmware's.

    It ends, and ``port`` with it, when the firmware does, or by ``close``. Each direction holds back what its
    end does not take, so a host that does not read is felt by the firmware. ``suffer`` changes what becomes
    of the lines, from the next one on.
    """

    def __init__(self, firmware: str) -> None:
        board = os.open(firmware, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self.port = os.ttyname(slave)
        woken, self._wake = os.pipe()
        # The slave stays open here, too: a host that closes its port changes nothing for the firmware.
        self._ends = (board, master, slave, woken)
        self._ways = (_Way(board, master), _Way(master, board))
        self._closing = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="virtual cable", daemon=True)
        self._thread.start()

    def suffer(self, damages: Sequence[Callable[[Random], Damage]], seed: int, *, slow: bool) -> None:
        """What happens to lines in both directions, one damage after the other; ``slow``: a host that lags.

        Each direction has chances of its own, so that the same lines always suffer alike.
        """
        with self._lock:
            for number, way in enumerate(self._ways):
                chance = Random(2 * seed + number)
                way.damages = [make(chance) for make in damages]
            self._ways[0].slow = slow
        os.write(self._wake, b".")

    def close(self) -> None:
        """Pull it out: whoever has the port open is told by its next read or write. May be called twice."""
        if self._closing:
            return
        self._closing = True
        os.write(self._wake, b".")
        self._thread.join()
        os.close(self._wake)
        os.close(self._ends[3])

    def _run(self) -> None:
        board, master, slave, woken = self._ends
        try:
            while not self._closing:
                with self._lock:
                    now = time.monotonic()
                    sources = [way.source for way in self._ways if not way.waiting]
                    sinks = [way.sink for way in self._ways if way.waiting and now >= way.due]
                    dues = [way.due - now for way in self._ways if way.waiting and way.due > now]
                ready, takes, _ = select.select([woken, *sources], sinks, [], min(dues, default=None))
                if woken in ready:
                    os.read(woken, 100)
                with self._lock:
                    for way in self._ways:
                        if way.source in ready:
                            way.pull()
                        elif way.sink in takes:
                            way.push(time.monotonic())
        except OSError:  # the firmware has ended
            pass
        finally:
            for end in (master, slave, board):
                os.close(end)


class _Way:
    """One direction: what has come from ``source`` and ``waiting`` for ``sink``."""

    def __init__(self, source: int, sink: int) -> None:
        self.source = source
        self.sink = sink
        self.waiting = b""
        self.damages: list[Damage] = []
        self.slow = False
        self.due = 0.0  # when a slow end takes bytes again
        self._begun = b""

    def pull(self) -> None:
        """Take what has come. OSError once nothing more will."""
        data = os.read(self.source, 4096)
        if not data:
            raise BrokenPipeError
        lines = (self._begun + data).splitlines(keepends=True)
        self._begun = b""
        if self.damages and not lines[-1].endswith(b"\n"):
            self._begun = lines.pop()
        for line in lines:
            self.waiting += reduce(lambda so_far, damage: damage(so_far), self.damages, line)

    def push(self, now: float) -> None:
        """Give on what the other end takes."""
        portion = self.waiting[:DRIP] if self.slow else self.waiting
        try:
            self.waiting = self.waiting[os.write(self.sink, portion) :]
        except BlockingIOError:
            return
        self.due = now + PAUSE if self.slow else 0.0
