"""One opened port and the session over it, a turn at a time."""

import logging
from collections.abc import Callable, Collection
from typing import Literal

from companion.sensing.ports import PORT_FAULTS, Port
from companion.sensing.report import Report
from companion.sensing.session import Session

Overhear = Callable[[Literal["<", ">"], bytes, float], None]
"""Raw bytes as they were read ("<") or written (">"), in pieces of any size, and the link's clock then."""

_log = logging.getLogger(__name__)


class Conversation:
    """``name`` is the port's, ``clock`` monotonic. What crosses the port goes to ``overhear``."""

    def __init__(
        self, name: str, port: Port, session: Session, clock: Callable[[], float], overhear: Overhear
    ) -> None:
        self.name = name
        self.session = session
        self.overhear = overhear
        self._port = port
        self._clock = clock

    @property
    def over(self) -> bool:
        """Whether nothing more is to be said."""
        return self.session.stage in ("lost", "wrong")

    def turn(self, lamps: str = "", attended: Collection[str] = ()) -> list[Report]:
        """Say what is due, then listen for a moment. Raises one of PORT_FAULTS."""
        now = self._clock()
        sent = self.session.due(now, lamps, attended)
        if self.over:
            return []
        if sent:
            self._port.write(sent)
            self.overhear(">", sent, now)
        # One read for all that is there: readline() is half as fast (HARDWARE: Firmware without a Pico).
        heard = self._port.read(self._port.in_waiting or 1)
        now = self._clock()
        if heard:
            self.overhear("<", heard, now)
        return self.session.receive(heard, now)

    def interrupt(self) -> None:
        """Let a turn that waits end, from another thread."""
        try:
            self._port.cancel_read()
        except PORT_FAULTS:
            _log.debug("the port %s was closed at the same moment", self.name)

    def close(self) -> None:
        """Give the port back."""
        try:
            self._port.close()
        except PORT_FAULTS as fault:
            _log.debug("closing %s: %s", self.name, fault)
