"""What the pages and the HTTP surface share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.board import Door
from companion.server.machine import Machine
from companion.server.presence import Presence
from companion.server.screen import Screen
from companion.server.streams import Streams
from companion.server.wifi import Wifi
from companion.table import Backups, Table
from companion.words import Shelf


class DraggableBoard(Protocol):
    """The virtual board, as far as the pages move its pieces and let things go wrong."""

    def places(self) -> Mapping[str, str | None]:
        """Where each token is, None while it is lifted."""

    def weapons(self) -> Mapping[str, str | None]:
        """Where each weapon lies, None while it is off the board."""

    def put(self, piece: str, place: str) -> None:
        """Set a piece down; ValueError for a piece or place that the board does not have."""

    def lift(self, piece: str) -> None:
        """Take a piece into the hand; ValueError as above."""

    def faults(self) -> Mapping[str, str | None]:
        """Every fault: None while it is healed, else the square where it is, empty where it has none."""

    def fault(self, name: str, square: str | None = None) -> None:
        """Let one of them happen; ValueError for a square that the board does not have."""

    def heal(self, name: str) -> None:
        """Let one of them be over."""

    def misread(self) -> Mapping[str, bool]:
        """The squares that a fault makes read otherwise than they should, and whether they read closed."""

    @property
    def readers(self) -> bool:
        """Whether the rooms have tag readers."""

    def fit_readers(self, fitted: bool) -> bool:
        """Fit them or take them out; False where there are none to fit."""

    @property
    def port(self) -> str:
        """Its serial port."""

    @property
    def runtime(self) -> str | None:
        """What its firmware runs under, None while it is unplugged."""

    def lamps(self) -> Mapping[Door, str]:
        """The colour of each door lamp, RRGGBB."""


class Sensors(Protocol):
    """The board's sensors as they are now, for the host to look at."""

    def wait(self, version: int, timeout: float) -> int:
        """Wait until their version is another, at most so many seconds; gives the version."""

    def picture(self) -> Mapping[str, Any]:
        """All of it as JSON values."""

    def walk(self, step: str) -> None:
        """`begin`, `skip` or `end` the calibration walk."""


@dataclass(frozen=True, slots=True)
class Site:
    """One table on the web.

    table: the one writer.
    shelf: the languages.
    host_key: the secret that makes a client the host, wherever it sits.
    locate: gives where phones reach the table now, with the IP address: `http://192.168.1.20:8000/`.
    screen: what the kiosk is set to.
    wifi: the network that phones have to be in, None where nobody has told it.
    find_virtual: gives the virtual board, None while a real one is linked.
    streams: who listens.
    heartbeat: seconds between signs of life on a silent stream.
    sensors: what the board feels, None where nothing listens to one.
    key_shown: whether the screen at this machine shows the host key now.
    backups: the copies of the games, None where none are kept. restart: ends this run and begins the next.
    machine: what lies beneath, None where nobody knows it.
    presence: whether this machine's own screen shows the kiosk.
    """

    table: Table
    shelf: Shelf
    host_key: str
    locate: Callable[[], str]
    screen: Screen
    wifi: Wifi | None
    find_virtual: Callable[[], DraggableBoard | None]
    streams: Streams
    heartbeat: float
    sensors: Sensors | None
    key_shown: Callable[[], bool]
    backups: Backups | None
    restart: Callable[[], None]
    machine: Machine | None
    presence: Presence = field(default_factory=Presence)

    @property
    def address(self) -> str:
        """Where phones reach the table now."""
        return self.locate()

    @property
    def virtual(self) -> DraggableBoard | None:
        """The virtual board, None while a real one is linked."""
        return self.find_virtual()
