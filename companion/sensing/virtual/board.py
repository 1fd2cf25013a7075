"""The virtual board: tokens and weapons that can be put and lifted, above the real firmware."""

import dataclasses
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Self

from companion.board import Board, Door
from companion.sensing.virtual import world
from companion.sensing.virtual.cable import Cable
from companion.sensing.virtual.faults import FAULTS, WORDS, Fault, Scene, chip_of
from companion.sensing.virtual.folder import Folder
from companion.sensing.virtual.process import FirmwareProcess, Runtime
from companion.sensing.wirefiles import wiring_for
from companion.sensing.wiring import Wiring

DARK = "000000"

Lamps = Mapping[Door, str]
"""The colour of each door lamp, RRGGBB."""


class UnknownFault(ValueError):
    """There is no fault of that name; the message lists those that there are."""


class VirtualBoard:
    """A board to play on without hardware; open ``port`` as its serial port.

    Tokens on squares close their reeds. A room's tag reader, if the ``wiring`` has one and ``readers``
    is True, sees the tags of the tokens and weapons that lie there. ``places`` are where they are at first
    (default: the tokens on their starts, the weapons nowhere). ``runtime`` None takes MicroPython where there
    is one, else CPython. ``seed`` decides which lines a fault of the cable hits.
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
        seed: int = 1,
    ) -> None:
        self._board = board
        self._wired = wiring or wiring_for(board)
        self._readers = readers and self._wired.readers is not None
        self._runtime = runtime
        self._seed = seed
        tagged = self._wired.readers.pieces.values() if self._wired.readers else ()
        self._places: dict[str, str | None] = {
            **dict.fromkeys(tagged),
            **board.starts,
            **(places or {}),
        }
        self._lifted: dict[str, float] = {}  # piece in the hand -> since when
        self._faults: dict[str, str] = {}  # what is wrong now -> the square where, "" for none
        self._acted = threading.Event()
        self._lock = threading.RLock()
        self._process: FirmwareProcess | None = None
        self._cable: Cable | None = None
        self._doors = self._wiring.lamps.doors if self._wiring.lamps else ()
        self._seen = [DARK] * len(self._doors)
        self._watchers: list[Callable[[Lamps], None]] = []
        self._watching = threading.Lock()
        self._plugs = 0
        self._folder = Folder()
        try:
            self._start()
        except BaseException:
            self._folder.close()
            raise

    @property
    def port(self) -> str:
        """The port to open; it is there while the board is plugged in, and replugging changes it."""
        return str(self._folder.path / f"ttyACM{self._plugs}")

    def ports(self) -> Sequence[str]:
        """The ports that a search finds now: none while the cable is out."""
        with self._lock:
            return (self.port,) if self._cable else ()

    @property
    def process(self) -> FirmwareProcess | None:
        """The firmware that runs now; None while unplugged."""
        return self._process

    @property
    def runtime(self) -> Runtime | None:
        """What the firmware runs under; None while unplugged."""
        process = self._process
        return process.runtime if process else None

    @property
    def readers(self) -> bool:
        """Whether the rooms have tag readers."""
        return self._readers

    # -- pieces -------------------------------------------------------------------------------------------

    def places(self) -> dict[str, str | None]:
        """Where each token is: a square, a room, or None while it is lifted."""
        with self._lock:
            return {token: self._places[token] for token in self._board.starts}

    def weapons(self) -> dict[str, str | None]:
        """Where each weapon lies: a room, a square, or None while it is off the board."""
        with self._lock:
            return {piece: place for piece, place in self._places.items() if piece not in self._board.starts}

    def put(self, piece: str, place: str) -> None:
        """Set a token or a weapon down.

        ValueError for a piece or a place that the board does not have.
        """
        if not self._board.is_place(place):
            raise ValueError(f"There is no place {place} on this board.")
        self._move(piece, place)

    def lift(self, piece: str) -> None:
        """Take a token or a weapon into the hand. ValueError for one that the board does not have."""
        self._move(piece, None)

    def act_out(self, steps: Iterable[tuple[float, str, str | None]]) -> threading.Event:
        """Let hands do what takes time: after so many seconds a piece goes to its place, None: it is lifted.

        This returns at once, with an event for when all is done: the steps happen by the firmware's own
        clock, whatever this process does meanwhile; their times must rise. ValueError as for ``put``; the
        steps before it happen.
        """
        with self._lock:
            self._acted = threading.Event()
            for seconds, piece, place in steps:
                if place is not None and not self._board.is_place(place):
                    raise ValueError(f"There is no place {place} on this board.")
                lines = self._placed(piece, place).splitlines()
                self._tell("".join(f"after {round(seconds * 1000)} {line}\n" for line in lines))
            return self._acted

    def misread(self) -> dict[str, bool]:
        """The squares that read otherwise than they should, and whether they read closed."""
        with self._lock:
            closed, standing = self._closed(), self._scene().standing
            return {square: square in closed for square in sorted(closed ^ standing)}

    def in_hand(self, since: float) -> bool:
        """Whether a piece was lifted in the last ``since`` seconds and is not down yet."""
        with self._lock:
            return any(at > time.monotonic() - since for at in self._lifted.values())

    # -- what can be switched -------------------------------------------------------------------------------

    def fit_readers(self, fitted: bool) -> bool:
        """Fit the rooms with tag readers, or take them out; the firmware starts anew with that.

        False, and nothing changes, where the wiring has none to fit.
        """
        if fitted and self._wired.readers is None:
            return False
        with self._lock:
            if fitted != self._readers:
                self._readers = fitted
                self._restart()
        return True

    def faults(self) -> dict[str, str | None]:
        """Every fault: None while it is healed, else the square where it is, empty where it has none."""
        with self._lock:
            return {name: self._faults.get(name) for name in FAULTS}

    def fault(self, name: str, square: str | None = None) -> None:
        """Let something go wrong until it is healed.

        ``name`` is one of faults.FAULTS. ``square`` says where, for those that are at a square; without it
        the fault chooses one. Raises UnknownFault, ValueError for a square that the board does not have.
        """
        fault = _known(name)
        if square is not None and not self._board.is_square(square):
            raise ValueError(f"There is no square {square} on this board.")
        with self._lock:
            if fault.once:
                self._faults = {other: at for other, at in self._faults.items() if not FAULTS[other].cut}
            else:
                self._faults[name] = (square or fault.square(self._scene())) if fault.square else ""
            if fault.moves:
                self._drop()
                self._plugs += 1
            self._renew(fault)

    def heal(self, name: str) -> None:
        """Let it be well again; one that is well stays so. Raises UnknownFault."""
        fault = _known(name)
        with self._lock:
            if self._faults.pop(name, None) is not None:
                self._renew(fault)

    def unplug(self) -> None:
        """Pull the cable: the firmware ends, its port and the power of its lamps are gone."""
        self.fault("unplug")

    def plug(self) -> None:
        """Put the cable in again: the firmware starts anew, under the same ``port``."""
        self.fault("plug")

    def watch_lamps(self, shown: Callable[[Lamps], None]) -> None:
        """Call with the door lamps as they shine now, and whenever one changes, on a thread of the board.

        It must neither fail nor call the board.
        """
        with self._watching:
            self._watchers.append(shown)
            shown(self._lamps())

    def lamps(self) -> Lamps:
        """The door lamps as they shine now."""
        with self._watching:
            return self._lamps()

    def close(self) -> None:
        """End the firmware; may be called twice."""
        with self._lock:
            self._drop()
        self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- the firmware ---------------------------------------------------------------------------------------

    @property
    def _wiring(self) -> Wiring:
        """As it is fitted now."""
        return self._wired if self._readers else dataclasses.replace(self._wired, readers=None)

    def _start(self) -> None:
        """Let the firmware run, with its port, unless it does. The lock is held."""
        if self._process:
            return
        wiring = self._wiring
        config = self._folder.path / "config.json"
        config.write_text(wiring.firmware_config(), encoding="utf-8")
        fields = world.fields(wiring, self._board.rooms, self._places)
        first = f"{world.wires(wiring)}{self._pins()}{fields}on\n"
        process = FirmwareProcess(self._folder.path, first, self._look, self._runtime)
        self._process, self._cable = process, Cable(process.port)
        self._damage()
        os.symlink(self._cable.port, self.port)

    def _drop(self) -> None:
        """Let the firmware end, with its port and the power of its lamps. The lock is held."""
        if self._process and self._cable:
            os.unlink(self.port)
            self._cable.close()
            self._process.kill()
            self._process = self._cable = None
            self._shine([DARK] * len(self._doors))

    def _restart(self) -> None:
        if self._process:
            self._drop()
            self._start()

    def _renew(self, fault: Fault) -> None:
        """One of the faults came or went. The lock is held."""
        cut = any(FAULTS[name].cut for name in self._faults)
        if cut or fault.restarts or (self._process and not self._process.running):  # it may die by itself
            self._drop()
        if not cut:
            self._start()
        self._damage()
        self._tell(self._pins())

    def _damage(self) -> None:
        if self._cable:
            on = [FAULTS[name] for name in self._faults]
            damages = [fault.line for fault in on if fault.line]
            self._cable.suffer(damages, self._seed, slow=any(fault.slow for fault in on))

    def _tell(self, lines: str) -> None:
        if self._process and lines:
            self._process.tell(lines)

    # -- the pins -------------------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        return Scene(self._board, self._wiring, world.standing(self._board, self._places))

    def _closed(self) -> frozenset[str]:
        """The squares that read closed: with a token, or by a fault."""
        scene = self._scene()
        for name, square in self._faults.items():
            if closed := FAULTS[name].closed:
                scene = dataclasses.replace(scene, standing=closed(scene, square))
        return scene.standing

    def _chain(self) -> str:
        return world.closed(self._wiring, self._closed())

    def _pins(self) -> str:
        """The lines of the world channel for all inputs and what is wrong with them."""
        on = [(FAULTS[name], at) for name, at in self._faults.items()]
        told = "".join(f"{word} 0\n" for word in WORDS)
        told += "".join(f"{fault.world[0]} {fault.world[1]}\n" for fault, _ in on if fault.world)
        if self._wiring.inputs:
            weak = {at for fault, at in on if fault.flickers} & self._closed()
            dead = next((chip_of(self._wiring, at) for fault, at in on if fault.chip), 0)
            told += f"flicker {self._wiring.digits(weak)}\ndead {dead}\n"
        return told + self._chain()

    def _move(self, piece: str, place: str | None) -> None:
        with self._lock:
            self._tell(self._placed(piece, place))

    def _placed(self, piece: str, place: str | None) -> str:
        """The lines of the world channel once the piece is there. The lock is held."""
        if piece not in self._places:
            raise ValueError(f"There is no token {piece}.")
        rooms = {self._places[piece], place}
        self._places[piece] = place
        self._lifted.pop(piece, None)
        if place is None:
            self._lifted[piece] = time.monotonic()
        fields = world.fields(self._wiring, rooms, self._places) + world.tap(self._wiring, place, piece)
        return self._pins() + fields

    # -- the lamps ------------------------------------------------------------------------------------------

    def _look(self, line: str) -> None:
        """A line that comes back on the world channel: ``acted``, or ``pixels RRGGBB ...``."""
        if line == "acted":
            self._acted.set()
        else:
            self._shine(line.split()[1:])

    def _shine(self, seen: list[str]) -> None:
        with self._watching:
            if seen != self._seen:
                self._seen = seen
                for shown in self._watchers:
                    shown(self._lamps())

    def _lamps(self) -> Lamps:
        return {door: colour for door, colour in zip(self._doors, self._seen, strict=True) if door}


def _known(name: str) -> Fault:
    if name not in FAULTS:
        raise UnknownFault(f"There is no fault {name}. Known faults: {', '.join(FAULTS)}.")
    return FAULTS[name]
