"""The virtual board: tokens and weapons that can be put and lifted, above the real firmware."""

import dataclasses
import os
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.board import Board, Door
from companion.sensing.virtual.process import FirmwareProcess, Runtime
from companion.sensing.wiring import Wiring, wiring_for

DARK = "000000"
SERIAL = "5649525455414C31"  # the unique id of the virtual Pico


Lamps = Mapping[Door, str]
"""The colour of each door lamp, RRGGBB."""


class VirtualBoard:
    """A board to play on without hardware; open ``port`` as its serial port.

    Tokens on squares close their reeds. A room's tag reader, if the ``wiring`` has one and ``readers``
    is True, sees the tags of the tokens and weapons that lie there. ``places`` are where they are at first
    (default: the tokens on their starts, the weapons nowhere). ``runtime`` None takes MicroPython where there
    is one, else CPython.
    It may be used from several threads. A context manager: leaving it is ``close``.
    """

    def __init__(
        self,
        board: Board,
        places: Mapping[str, str] | None = None,
        *,
        wiring: Wiring | None = None,
        readers: bool = True,
        runtime: Runtime | None = None,
    ) -> None:
        self._board = board
        wiring = wiring or wiring_for(board)
        self._wiring = wiring if readers else dataclasses.replace(wiring, readers=None)
        self._runtime = runtime
        tagged = self._wiring.readers.pieces.values() if self._wiring.readers else ()
        self._places: dict[str, str | None] = {
            **dict.fromkeys(tagged),
            **board.starts,
            **(places or {}),
        }
        self._lock = threading.Lock()
        self._process: FirmwareProcess | None = None
        self._doors = self._wiring.lamps.doors if self._wiring.lamps else ()
        self._seen = [DARK] * len(self._doors)
        self._watchers: list[Callable[[Lamps], None]] = []
        self._watching = threading.Lock()
        self._root = tempfile.TemporaryDirectory(prefix="companion-board-")
        folder = Path(self._root.name)
        (folder / "config.json").write_text(self._wiring.firmware_config(), encoding="utf-8")
        self.port = str(folder / "port")
        try:
            self.plug()
        except BaseException:
            self._root.cleanup()
            raise

    @property
    def process(self) -> FirmwareProcess | None:
        """The firmware that runs now; None while unplugged."""
        return self._process

    def places(self) -> dict[str, str | None]:
        """Where each token is: a square, a room, or None while it is lifted."""
        with self._lock:
            return {token: self._places[token] for token in self._board.starts}

    def put(self, token: str, place: str) -> None:
        """Set a token, or a weapon that carries a tag, down.

        ValueError for a piece or a place that the board does not have.
        """
        if not self._board.is_place(place):
            raise ValueError(f"There is no place {place} on this board.")
        self._move(token, place)

    def lift(self, token: str) -> None:
        """Take a token or a weapon into the hand. ValueError for one that the board does not have."""
        self._move(token, None)

    def watch_lamps(self, shown: Callable[[Lamps], None]) -> None:
        """Call with the door lamps as they shine now, and whenever one changes, on a thread of the board.

        It must neither fail nor call the board.
        """
        with self._watching:
            self._watchers.append(shown)
            shown(self._lamps())

    def unplug(self) -> None:
        """Pull the cable: the firmware ends, its port and the power of its lamps are gone."""
        with self._lock:
            self._drop()

    def plug(self) -> None:
        """Put the cable in again: the firmware starts anew, under the same ``port``."""
        with self._lock:
            if self._process and not self._process.running:  # it died by itself
                self._drop()
            if not self._process:
                self._process = FirmwareProcess(
                    Path(self._root.name), self._world(), self._look, self._runtime
                )
                os.symlink(self._process.port, self.port)

    def close(self) -> None:
        """End the firmware; may be called twice."""
        self.unplug()
        self._root.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _drop(self) -> None:
        """Let the firmware end, with its port and the power of its lamps. The lock is held."""
        if self._process:
            os.unlink(self.port)
            self._process.kill()
            self._process = None
            self._shine([DARK] * len(self._doors))

    def _move(self, token: str, place: str | None) -> None:
        with self._lock:
            if token not in self._places:
                raise ValueError(f"There is no token {token}.")
            rooms = {self._places[token], place}
            self._places[token] = place
            if self._process:
                self._process.tell(self._chain() + self._fields(rooms))

    def _look(self, line: str) -> None:
        """A line ``pixels RRGGBB ...`` of the world channel, the only kind that comes back."""
        self._shine(line.split()[1:])

    def _shine(self, seen: list[str]) -> None:
        with self._watching:
            if seen != self._seen:
                self._seen = seen
                for shown in self._watchers:
                    shown(self._lamps())

    def _lamps(self) -> Lamps:
        return {door: colour for door, colour in zip(self._doors, self._seen, strict=True) if door}

    def _world(self) -> str:
        """The first lines of the world channel (fakes/machine.py)."""
        world = f"serial {SERIAL}\n"
        if self._wiring.inputs:
            pins = (str(self._wiring.pins[name]) for name in ("spi", "clock", "data", "load"))
            world += f"wired {' '.join(pins)}\n"
        if lamps := self._wiring.lamps:
            world += f"lamps {lamps.settings['pin']} {len(lamps.doors)}\n"
        if readers := self._wiring.readers:
            bus = " ".join(str(readers.bus[name]) for name in ("spi", "clock", "mosi", "miso"))
            address = ",".join(map(str, readers.bus["address"])) or ","
            chips = (
                ":".join([room, *(str(pins[name]) for name in ("nss", "busy", "reset", "address"))])
                for room, pins in readers.pins.items()
            )
            world += f"readers {bus} {address} {' '.join(chips)}\n"
        return f"{world}{self._chain()}{self._fields(self._board.rooms)}on\n"

    def _chain(self) -> str:
        """The line of the world channel that gives the level of every input."""
        if not self._wiring.inputs:
            return ""
        standing = (self._places[token] for token in self._board.starts)
        return f"chain {self._wiring.levels(place for place in standing if place)}\n"

    def _fields(self, rooms: Iterable[str | None]) -> str:
        """The lines of the world channel that give the tags in these rooms."""
        readers = self._wiring.readers
        if not readers:
            return ""
        lying = {
            room: [readers.uid_of(piece) for piece, place in self._places.items() if place == room]
            for room in rooms
            if room in readers.pins
        }
        return "".join(f"field {room} {' '.join(filter(None, uids))}\n" for room, uids in lying.items())
