"""What the pages and the HTTP surface share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.server.screen import Screen
from companion.server.streams import Streams
from companion.server.wifi import Wifi
from companion.table import Table
from companion.words import Shelf


class DraggableBoard(Protocol):
    """The virtual board, as far as the pages move its tokens."""

    def places(self) -> Mapping[str, str | None]:
        """Where each token is, None while it is lifted."""

    def put(self, token: str, place: str) -> None:
        """Set a token down; ValueError for a token or place that the board does not have."""

    def lift(self, token: str) -> None:
        """Take a token into the hand; ValueError as above."""

    def unplug(self) -> None:
        """Pull its cable."""

    def plug(self) -> None:
        """Put the cable in again."""


@dataclass(frozen=True, slots=True)
class Site:
    """One table on the web.

    table: the one writer.
    shelf: the languages.
    host_key: the secret that makes a client the host, wherever it sits.
    locate: gives where phones reach the table now, with the IP address: `http://192.168.1.20:8000/`.
    screen: what the kiosk is set to.
    wifi: the network that phones have to be in, None where nobody has told it.
    virtual: the virtual board, None where a real one is linked.
    streams: who listens.
    heartbeat: seconds between signs of life on a silent stream.
    """

    table: Table
    shelf: Shelf
    host_key: str
    locate: Callable[[], str]
    screen: Screen
    wifi: Wifi | None
    virtual: DraggableBoard | None
    streams: Streams
    heartbeat: float

    @property
    def address(self) -> str:
        """Where phones reach the table now."""
        return self.locate()
