"""Debouncing of many packed bits at once: a bit changes when four samples in a row agree."""

from ticks import elapsed

PERIOD = 2  # ms between samples: four of them outlast the 0.5 to 1 ms that a reed bounces (HARDWARE: Squares)
SAMPLES = 4


class Debounce:
    """Samples of all bits as one integer in, the settled state out.

    A late scan counts as one sample, however late it is: nothing is caught up, so a glitch seen
    once stays a glitch.
    """

    def __init__(self):
        self.state: "int | None" = None  # unknown until SAMPLES samples were taken
        self._recent: "list[int]" = []
        self._same = 0
        self._at: "int | None" = None

    def due(self, now: int) -> int:
        """Milliseconds until the next sample may be taken; 0 when it is due."""
        if self._at is None:
            return 0
        passed = elapsed(now, self._at)
        return 0 if passed >= PERIOD else PERIOD - passed

    def sample(self, now: int, bits: int) -> bool:
        """Take a sample; True if the state changed."""
        self._at = now
        recent = self._recent
        self._same = self._same + 1 if recent and recent[-1] == bits else 1
        if self._same > SAMPLES:  # a quiet board costs one comparison
            return False
        recent.append(bits)
        if len(recent) > SAMPLES:
            recent.pop(0)
        if len(recent) < SAMPLES:
            return False
        closed = any_closed = bits
        for bits in recent:
            closed &= bits
            any_closed |= bits
        state = closed if self.state is None else closed | (self.state & any_closed)
        changed = state != self.state
        self.state = state
        return changed
