"""What the main loop stands on in the checks: its hardware injected, its time virtual."""

from app import App
from lamps import Lamps
from lines import decode, encode
from ticks import WRAP


class World:
    """The sensors, the serial line and the clock; time passes only where the loop sleeps.

    `deck` are readers with tags above them, whose time it then is; without `squares` nothing senses these.
    """

    def __init__(self, now=0, leds=None, deck=None, squares=True):
        self.now = now
        self._deck = deck
        self.bits = 0
        self.incoming = b""
        self.reading = True
        self.interrupts = []
        self.watchdog = Dog()
        self._seq = 0
        self._out = []
        self.acknowledging = True
        self.late = 0  # ms by which the next round is late
        self.fault = None  # what the next look at the line raises
        lamps = Lamps({"colour": [9, 9, 9], "milliamps": 99}, leds) if leds else None
        roles = ["squares"] * squares + ["rooms"] * bool(deck)
        config = {"map": "0A1B2C3D", "role": "+".join(roles)}
        if squares:
            config["squares"] = {"bytes": 1}
        rooms = deck.rooms if deck else None
        self.sensors = Sensors(self) if squares else None
        self.app = App(config, self.sensors, lamps, rooms, self, self.watchdog, self.clock, "E660")

    def clock(self):
        if self._deck:
            self._deck.us = max(self._deck.us, self.now * 1000)
        return self.now

    def wait(self, ms):
        if not self.incoming or self.late:
            self.now = (self.now + ms + self.late) % WRAP
            self.late = 0

    def read(self):
        if self.fault:
            raise self.fault
        data, self.incoming = self.incoming, b""
        return data

    def ready(self):
        return self.reading

    def write(self, line):
        assert self.reading
        self._out.append(line)
        _, ms, kind, words = decode(line[:-1])
        if self.acknowledging and kind == "SQUARES":
            self.say("ACK", f"SQUARES {ms}")
        elif self.acknowledging and kind == "ROOM" and self._whole(words):
            self.say("ACK", f"ROOM {words[0]} {ms}")

    def _whole(self, words):
        """Whether it is the last line of a set."""
        number, slash, parts = words[1].partition("/") if len(words) > 1 else ("", "", "")
        return not slash or number == parts

    def ctrl_c(self, on):
        self.interrupts.append(on)

    def say(self, kind, args=""):
        self.incoming += encode(self._seq, 0, kind, args)
        self._seq += 1

    def run(self, ms):
        """What the firmware said within so many ms, as (ms, type, words)."""
        end = (self.now + ms) % WRAP
        while 0 < (end - self.now) % WRAP < WRAP // 2:
            self.app.step()
        return self.said()

    def said(self):
        lines = [decode(line[:-1]) for line in self._out]
        self._out = []
        assert None not in lines
        return [line[1:] for line in lines]


class Dog:
    """A watchdog that tells what was done with it."""

    boot = "power"

    def __init__(self):
        self.told = []
        self.fed = 0

    def start(self):
        self.told.append("start")

    def feed(self):
        self.fed += 1

    def pause(self):
        self.told.append("pause")


class Sensors:
    def __init__(self, world):
        self._world = world
        self.unread = ()

    def read(self):
        return self._world.bits


def opened(now=0, leds=None):
    """A session that has begun."""
    made = World(now, leds)
    made.run(20)
    made.say("HELLO?", "2")
    made.say("STATE?")
    assert [line[1] for line in made.run(10)] == ["HELLO", "SQUARES"]
    return made
