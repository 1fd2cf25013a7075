"""The Pico's half of docs/PROTOCOL.md: what is answered, and when a session begins and ends."""

from identity import FIRMWARE, PRODUCT, PROTOCOL
from ticks import elapsed

BEAT_MS = 1000
HOST_GONE_MS = 5000


class Session:
    """Takes decoded lines, puts answers into the outbox; `open` while a host is there, `stopped` by STOP.

    `lamps` is a Lamps, or None where no door lamps are fitted.
    """

    def __init__(self, outbox, serial, config, lamps):
        self.open = False
        self.stopped = False
        self._outbox = outbox
        self._lamps = lamps
        me = (PRODUCT, serial, FIRMWARE, PROTOCOL, config["map"], config["role"])
        self._hello = "%s %s %s %d %s %s" % me
        self._digits = "%%0%dX" % (2 * config["squares"]["chips"])
        self._state = None
        self._state_ms = 0
        self._asked = False
        self._heard = 0
        self._beat = 0

    def hear(self, now, kind, args):
        """A good line came from the host."""
        if kind == "STOP":
            self.stopped = True
            self._dark()
        elif kind == "HELLO?":
            self.open = True
            self._heard = self._beat = now
            self._asked = False
            self._outbox.clear()
            self._dark()
            self._outbox.put_state(now, "HELLO", self._hello)
        elif self.open:
            self._heard = now
            if kind == "STATE?":
                self._asked = True
                self._answer()
            elif kind == "LAMPS" and args and self._lamps and self._lamps.show(args[0]):
                pass
            elif kind != "BEAT":
                self._outbox.put(now, "UNKNOWN", kind)

    def squares(self, now, state):
        """The settled state of the squares changed: an integer, the first input as its highest bit."""
        self._state = state
        self._state_ms = now
        self._asked = self.open
        self._answer()

    def tick(self, now):
        """Time passes: heartbeat, and the end of the session when the host has gone."""
        if not self.open:
            return
        if elapsed(now, self._heard) >= HOST_GONE_MS:
            self.open = False
            self._outbox.clear()
            self._dark()
        elif elapsed(now, self._beat) >= BEAT_MS:
            self._beat = now
            self._outbox.put_state(now, "BEAT")

    def _dark(self):
        if self._lamps:
            self._lamps.dark()

    def _answer(self):
        if self._asked and self._state is not None:
            self._asked = False
            self._outbox.put_state(self._state_ms, "SQUARES", self._digits % self._state)
