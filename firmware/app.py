"""The main loop: scan, debounce, listen, answer. All hardware comes in from outside."""

from debounce import Debounce
from lines import Splitter, decode
from outbox import Outbox
from session import COUNTERS, Session
from ticks import elapsed


class App:
    """`sensors` is one of squares.KINDS, `lamps` a Lamps, `rooms` Rooms or Pads; each None where none are.

    `usb` is a Usb, `watchdog` a Watchdog, `clock()` wraps in ms, `serial` names the Pico.
    """

    def __init__(self, config, sensors, lamps, rooms, usb, watchdog, clock, serial):
        self._sensors = sensors
        self._rooms = rooms
        self._usb = usb
        self._watchdog = watchdog
        self._clock = clock
        self._counts = dict.fromkeys(COUNTERS, 0)
        self._outbox = Outbox(self._counts)
        self._session = Session(self._outbox, self._counts, serial, watchdog.boot, config, lamps, rooms)
        self._debounce = Debounce()
        self._splitter = Splitter()
        self._guarded = False
        self._sensed = None  # when
        self._unread = ()

    def run(self):
        """Until STOP, or ctrl-C outside a session; after any other end the watchdog starts it again."""
        try:
            while not self._session.stopped:
                self.step()
            self._watchdog.pause()
        except KeyboardInterrupt:
            self._watchdog.pause()
            raise
        finally:
            self._usb.ctrl_c(True)

    def step(self):
        """One round; sleeps until the next sample is due or a byte comes."""
        self._watchdog.feed()
        self._usb.wait(self._debounce.due(self._clock()))
        now = self._clock()
        if not self._debounce.due(now):
            self._sense(now)
        for byte in self._usb.read():
            line = self._splitter.feed(byte)
            if line:
                heard = decode(line)
                if heard:
                    self._session.hear(now, heard[2], heard[3])
                else:
                    self._counts["bad"] += 1
        self._session.tick(now)
        if self._guarded != self._session.open:
            self._guarded = self._session.open
            self._usb.ctrl_c(not self._guarded)
            if self._guarded:
                self._watchdog.start()
        while len(self._outbox) and self._usb.ready():
            self._usb.write(self._outbox.take(now))

    def _sense(self, now):
        """A sample of all squares, then a little of one room: so no reader holds up the squares."""
        self._counts["scans"] += 1
        if self._sensed is not None:
            self._counts["worst"] = max(self._counts["worst"], elapsed(now, self._sensed))
        self._sensed = now
        if self._debounce.sample(now, self._sensors.read() if self._sensors else 0):
            self._session.squares(now, self._debounce.state)
        if self._sensors and self._sensors.unread != self._unread:
            self._unread = self._sensors.unread
            self._session.unread(now, self._unread)
        changed = self._rooms.step(now) if self._rooms else None
        if changed:
            self._session.room(changed)
