"""The main loop: scan, debounce, listen, answer. All hardware comes in from outside."""

from debounce import Debounce
from lines import Splitter, decode
from outbox import Outbox
from session import Session


class App:
    """`sensors` has read() -> int, `lamps` is a Lamps, `rooms` a Rooms; each None where there are none.

    `usb` is a Usb, `clock()` wraps in ms, `serial` names the Pico.
    """

    def __init__(self, config, sensors, lamps, rooms, usb, clock, serial):
        self._sensors = sensors
        self._rooms = rooms
        self._usb = usb
        self._clock = clock
        self._outbox = Outbox()
        self._session = Session(self._outbox, serial, config, lamps, rooms)
        self._debounce = Debounce()
        self._splitter = Splitter()
        self._guarded = False

    def run(self):
        """Until STOP, or ctrl-C outside a session."""
        try:
            while not self._session.stopped:
                self.step()
        finally:
            self._usb.ctrl_c(True)

    def step(self):
        """One round; sleeps until the next sample is due or a byte comes."""
        self._usb.wait(self._debounce.due(self._clock()))
        now = self._clock()
        if not self._debounce.due(now):
            self._sense(now)
        for byte in self._usb.read():
            line = self._splitter.feed(byte)
            heard = decode(line) if line else None
            if heard:
                self._session.hear(now, heard[2], heard[3])
        self._session.tick(now)
        if self._guarded != self._session.open:
            self._guarded = self._session.open
            self._usb.ctrl_c(not self._guarded)
        while len(self._outbox) and self._usb.ready():
            self._usb.write(self._outbox.take())

    def _sense(self, now):
        """A sample of all squares, then a little of one room: so no reader holds up the squares."""
        if self._debounce.sample(now, self._sensors.read() if self._sensors else 0):
            self._session.squares(now, self._debounce.state)
        changed = self._rooms.step(now) if self._rooms else None
        if changed:
            self._session.room(changed)
