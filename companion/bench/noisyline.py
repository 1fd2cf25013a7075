"""Both ends of the line protocol with a bad cable between them: does the Pi ever believe what never was?"""

import importlib
import sys
import time
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any

from companion.assets import asset_dir
from companion.bench.figure import Figure
from companion.board import load_board
from companion.sensing import Report, Wiring, wiring_for
from companion.sensing.lines import TIMES
from companion.sensing.session import Session

LINES = 1_000_000
HARM = 0.02  # of the lines, for each kind of harm
KINDS = ("flipped", "dropped", "doubled", "cut", "garbled")
WRAPS_AFTER = 60_000  # ms from the start until the Pico's clock wraps
QUIET = 60_000  # ms without a change, in which the picture must become right
PAUSES = 0.05  # of the steps, in which nothing happens for so long that the Pico reminds the Pi:
PAUSE = 300  # ms
PICTURES = 2_000


class WrongPicture(AssertionError):
    """The Pi believed something of the board that was not so at that moment."""


@dataclass
class Outcome:
    """What came of it: ``lines`` that went into the channel, ``harmed`` by kind, ``reports`` that came out.

    ``stale``: the longest time, in ms, in which the Pi did not know the newest squares. ``resent``: states
    that the Pico said again.
    """

    lines: int = 0
    harmed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    reports: int = 0
    stale: int = 0
    resent: int = 0


class Channel:
    """One direction of the cable: lines in, bytes out, some of them harmed."""

    def __init__(self, chance: Random, outcome: Outcome) -> None:
        self._chance = chance
        self._outcome = outcome

    def carry(self, line: bytes) -> bytes:
        """What comes out at the other end."""
        self._outcome.lines += 1
        dice = self._chance.random()
        if dice >= HARM * len(KINDS):
            return line
        kind = KINDS[int(dice / HARM)]
        self._outcome.harmed[kind] += 1
        return self._harm(kind, line)

    def _harm(self, kind: str, line: bytes) -> bytes:
        chance = self._chance
        if kind == "dropped":
            return b""
        if kind == "doubled":
            return line * 2
        at = chance.randrange(len(line))
        if kind == "cut":
            return line[:at] if chance.random() < 0.5 else line[at:]
        if kind == "garbled":
            return line[:at] + chance.randbytes(chance.randint(1, 150)) + line[at:]
        flipped = bytearray(line)
        for _ in range(chance.randint(1, 4)):
            flipped[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
        return bytes(flipped)


class Truth:
    """What one thing was, in order. ``seen`` is held to it: never something that was not, never backwards."""

    def __init__(self, now: Any) -> None:
        self.now = now
        self._was = {now: [0]}
        self._count = 0
        self._known = 0

    def become(self, now: Any) -> None:
        """It is something else."""
        self._count += 1
        self.now = now
        self._was.setdefault(now, []).append(self._count)

    def seen(self, what: Any) -> None:
        """The Pi says that it is this. WrongPicture if it cannot be."""
        times = self._was.get(what, [])
        at = bisect_left(times, self._known)
        if at == len(times):
            raise WrongPicture(f"{what} was not there then")
        self._known = times[at]


def run(lines: int = LINES, seed: int = 1) -> Outcome:
    """So many lines, both directions together, from an opened session to a picture that is right at the end.

    Raises WrongPicture.
    """
    return _Cable(lines, Random(seed)).run()


def firmware_module(name: str) -> ModuleType:
    """A module of the firmware under CPython; its pure ones are the same there."""
    folder, quiet = str(asset_dir("firmware")), sys.dont_write_bytecode
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        return importlib.import_module(name)
    finally:
        sys.dont_write_bytecode = quiet
        sys.path.remove(folder)


class _Cable:
    def __init__(self, lines: int, chance: Random) -> None:
        self._lines = lines
        self._chance = chance
        self._wiring = wiring = wiring_for(load_board("classic"))
        assert wiring.readers
        self._outcome = Outcome()
        self._to_pico, self._to_pi = (Channel(chance, self._outcome) for _ in range(2))
        self._ms = 0
        self._host = Session(wiring, 0.0)
        self._pictures = _pictures(wiring, chance)
        self._squares = Truth(self._pictures[0][1])
        self._uids = {int(uid, 16): piece for uid, piece in wiring.readers.pieces.items()}
        rooms = firmware_module("rooms").Rooms([(room, None) for room in wiring.readers.pins])
        self._places = rooms.places  # nobody reads them: what lies there is set
        for place in self._places:
            place.presence.uids = set()
        self._rooms = {place.room: Truth(frozenset()) for place in self._places}
        self._told = dict.fromkeys(self._rooms, frozenset[str]())
        codec, session = firmware_module("lines"), firmware_module("session")
        self._decode, self._splitter = codec.decode, codec.Splitter()
        self._counts = dict.fromkeys(session.COUNTERS, 0)
        self._outbox = firmware_module("outbox").Outbox(self._counts)
        flashed = {"map": wiring.map_hash, "role": wiring.role, "squares": {"bytes": len(wiring.inputs) // 8}}
        self._pico = session.Session(self._outbox, self._counts, "E660", "power", flashed, None, rooms)
        self._changed = 0  # when, if the Pi does not know it yet

    def run(self) -> Outcome:
        self._pico.squares(self._pico_ms(), self._pictures[0][0])
        while self._outcome.lines < self._lines:
            self._change()
            self._step()
        for _ in range(QUIET // 20):
            self._step()
        right = {room: truth.now for room, truth in self._rooms.items()}
        if self._host.stage != "ok" or self._changed or self._told != right:
            raise WrongPicture(f"the end: {self._host.stage} {self._host.detail}")
        self._outcome.resent = self._counts["resent"]
        return self._outcome

    def _pico_ms(self) -> int:
        return (self._ms - WRAPS_AFTER) % TIMES

    def _change(self) -> None:
        chance = self._chance
        if chance.random() < 0.8:
            bits, squares = chance.choice(self._pictures)
            self._squares.become(squares)
            self._changed = self._changed or self._ms
            self._pico.squares(self._pico_ms(), bits)
        if chance.random() < 0.1:
            place = chance.choice(self._places)
            uids = set(chance.sample(list(self._uids), chance.randint(0, len(self._uids))))
            if uids != place.presence.uids:
                place.presence.uids, place.ms = uids, self._pico_ms()
                self._rooms[place.room].become(frozenset(self._uids[uid] for uid in uids))
                self._pico.room(place)

    def _step(self) -> None:
        """Some milliseconds pass, and what was said arrives."""
        self._ms += PAUSE if self._chance.random() < PAUSES else self._chance.randint(5, 20)
        now, pico_now = self._ms / 1000, self._pico_ms()
        for line in self._host.due(now).splitlines(keepends=True):
            for byte in self._to_pico.carry(line):
                heard = self._splitter.feed(byte)
                good = self._decode(heard) if heard else None
                if good:
                    self._pico.hear(pico_now, good[2], good[3])
        self._pico.tick(pico_now)
        arrived = b""
        while len(self._outbox):
            arrived += self._to_pi.carry(self._outbox.take(pico_now))
        for report in self._host.receive(arrived, now):
            self._check(report)

    def _check(self, report: Report) -> None:
        self._outcome.reports += 1
        self._squares.seen(report.squares)
        for room, pieces in (report.rooms or {}).items():
            if room not in self._rooms:
                raise WrongPicture(f"there is no room {room}")
            if pieces != self._told[room]:
                self._rooms[room].seen(pieces)
                self._told[room] = pieces
        if self._changed and report.squares == self._squares.now:
            self._outcome.stale = max(self._outcome.stale, self._ms - self._changed)
            self._changed = 0


def _pictures(wiring: Wiring, chance: Random) -> list[tuple[int, frozenset[str]]]:
    """Bits as the Pico senses them, and the squares that they are."""
    squares = [square for square in wiring.inputs if square]
    chosen = {frozenset(chance.sample(squares, chance.randint(0, 6))) for _ in range(PICTURES)}
    return [(int(wiring.digits(one), 16), one) for one in sorted(chosen, key=sorted)]


def measure() -> Iterator[Figure]:
    """A million lines through a channel that harms every tenth."""
    began = time.perf_counter()
    outcome = run()
    took = time.perf_counter() - began
    harmed = sum(outcome.harmed.values())
    kinds = ", ".join(f"{count} {kind}" for kind, count in outcome.harmed.items())
    note = f"of {outcome.lines} lines, {harmed} were harmed ({kinds})"
    yield Figure("wrong pictures of the board", 0, "", note)
    yield Figure("picture behind, worst", outcome.stale, "ms", f"{outcome.reports} reports; in virtual time")
    yield Figure("states said again", outcome.resent, "", "the rest was made good by STATE?")
    yield Figure("protocol, both ends", outcome.lines / took, "lines/s", "one core, CPython")
