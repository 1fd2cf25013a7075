"""Reeds that bounce and glitch, scanned late and across the wrap of the clock, against what a hand did.

Words: a seed, and how many evenings. An evening is ten seconds of three reeds, millisecond by millisecond;
the clock is started a little before its wrap. Prints what it has seen, and fails at the first change that no
hand made, or that came too late.
"""

import random
import sys

from debounce import Debounce
from ticks import WRAP, elapsed

BOUNCE = 1  # ms: a reed bounces 0.5 to 1 ms (HARDWARE: Squares)
LATEST = 25  # ms after the last bounce
SCAN = 3  # ms from one scan to the next at most, while nothing holds the loop up
SQUARES = 3


class Reed:
    """One square: held or not, with bounces at each change and glitches in between."""

    def __init__(self, chance):
        self._chance = chance
        self.closed = False
        self.quiet_at = 0  # when it last bounced
        self._noise = {}  # ms -> what is read
        self._next = chance.randrange(50, 500)
        self.last_glitch = -1000

    def level(self, now):
        if now >= self._next:
            self._next = now + self._chance.randrange(60, 900)
            if self._chance.random() < 0.5:
                self._change(now)
            else:
                self._glitch(now)
        return self._noise.pop(now, self.closed)

    def _change(self, now):
        self.closed = not self.closed
        length = self._chance.randrange(BOUNCE + 1)
        for at in range(now, now + length):
            self._noise[at] = self._chance.random() < 0.5
        self.quiet_at = now + length

    def _glitch(self, now):
        self._noise[now] = not self.closed  # 1 ms of the wrong level
        self.last_glitch = now


def evening(chance, seen):
    debounce = Debounce()
    reeds = [Reed(chance) for _ in range(SQUARES)]
    start = WRAP - chance.randrange(1, 5000)
    scanned = 0
    late_until = -1
    settled = None
    for now in range(10000):
        bits = 0
        for number, reed in enumerate(reeds):
            bits |= reed.level(now) << number
        if chance.random() < 0.001:
            late_until = now + chance.randrange(5, 40)  # the loop is held up, and scans late
        if now < scanned + (1 if now % 7 else SCAN) or now < late_until:
            continue
        if debounce.due((start + now) % WRAP):
            continue
        scanned = now
        if debounce.sample((start + now) % WRAP, bits) and settled is not None:
            for number, reed in enumerate(reeds):
                now_closed = debounce.state >> number & 1
                if now_closed != settled >> number & 1:
                    assert now_closed == reed.closed, "a change that no hand made"
                    seen["changes"] += 1
        settled = debounce.state
        for number, reed in enumerate(reeds):
            wrong = settled is not None and settled >> number & 1 != reed.closed
            # A hold-up moves the deadline by as long as it took, and a glitch begins the count anew.
            since = max(reed.quiet_at, reed.last_glitch + 1, late_until)
            if wrong:
                assert now - since <= LATEST, f"{now - since} ms after the last bounce"
            elif reed.quiet_at and reed.quiet_at > seen["told"][number] and settled is not None:
                seen["told"][number] = reed.quiet_at
                if since == reed.quiet_at:
                    seen["worst"] = max(seen["worst"], now - reed.quiet_at)
    assert elapsed((start + 10000) % WRAP, start) == 10000


chance = random
chance.seed(int(sys.argv[1]))
seen = {"changes": 0, "worst": 0, "told": [0] * SQUARES}
for _ in range(int(sys.argv[2])):
    seen["told"] = [0] * SQUARES
    evening(chance, seen)
print("changes", seen["changes"])
print("worst", seen["worst"])
