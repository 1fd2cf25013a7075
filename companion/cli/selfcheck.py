"""While a table is open: what is wrong with its machine, looked at again and again, told when it changes."""

import logging
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.cli.finding import Machine
from companion.cli.network import addresses
from companion.cli.vitals import ROOM_NEEDED, ROOM_SPARE, clock_is_set, there, undervoltage
from companion.sensing.recording import FOLDER, recordings
from companion.server.machine import TROUBLES, Trouble

PERIOD = 10.0
"""Seconds between two looks."""

log = logging.getLogger(__name__)


def free_room(folder: Path) -> int:
    """Bytes that are free for a folder, which need not exist yet."""
    return shutil.disk_usage(there(folder)).free


def make_room(data: Path, free: Callable[[Path], int] = free_room) -> bool:
    """Recordings go before games, the oldest first, all but the one that may be written now.

    data: the data folder. Gives whether one was deleted.
    """
    made = False
    for old in recordings(data / FOLDER)[:-1]:
        if free(data) >= ROOM_SPARE:
            break
        log.warning("The recording %s makes room for the games.", old.name)
        old.unlink(missing_ok=True)
        made = True
    return made


class SelfCheck:
    """Looks at the machine in a thread of its own, and makes room for the games where recordings take it.

    machine: what is looked at. known: what the start has found already, and what stays.
    changed: called when something has become wrong or well.
    free, found: bytes free for the data folder, the addresses of this machine; what tests replace.
    """

    def __init__(
        self,
        machine: Machine,
        known: Sequence[Trouble] = (),
        changed: Callable[[], object] = lambda: None,
        *,
        free: Callable[[Path], int] = free_room,
        found: Callable[[], Sequence[str]] = addresses,
    ) -> None:
        self._machine = machine
        self._known = known
        self._changed = changed
        self._free = free
        self._found = found
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="self-check", daemon=True)
        self.troubles: Sequence[Trouble] = ()
        self.clock_set = True
        self.look()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Look once."""
        order = list(TROUBLES)
        seen = tuple(sorted((*self._known, *self._found_now()), key=lambda one: order.index(one.kind)))
        if seen != self.troubles:
            for trouble in seen:
                if trouble not in self.troubles:
                    log.warning("Self-check: %s", trouble)
            self.troubles = seen
            self._changed()

    def _found_now(self) -> Iterator[Trouble]:
        yield from self._room()
        voltage = undervoltage(self._machine.root)
        if voltage == "now":
            yield Trouble("voltage")
        elif voltage == "since it was started":
            yield Trouble("voltage-was")
        if not self._found():
            yield Trouble("no-network")
        self.clock_set = clock_is_set(self._machine)
        if not self.clock_set:
            yield Trouble("clock")

    def _room(self) -> Iterator[Trouble]:
        data = self._machine.data
        make_room(data, self._free)
        free = self._free(data)
        if free < ROOM_SPARE:
            yield Trouble("disk-full" if free < ROOM_NEEDED else "disk-low", {"mb": str(free // 1024**2)})

    def _run(self) -> None:
        while not self._stop.wait(PERIOD):
            try:
                self.look()
            except OSError as fault:  # a disk that is pulled out must not end the looking
                log.warning("The self-check stumbled: %s", fault)
