"""Lines that wait for a host, and states that wait for its ACK: bounded, the newest of each state only."""

from lines import SEQS, encode
from ticks import elapsed

AGAIN_MS = 250  # after which a state that was not acknowledged is said again


class _Waiting:
    """A line, or the lines of a state: `parts` are their words, `name` is None where no ACK is needed."""

    def __init__(self, ms: int, kind: str, name: "str | None", parts: "list[str]"):
        self.ms = ms
        self.kind = kind
        self.name = name
        self.parts = parts
        self.said = 0  # of the parts
        self.left = 0  # when the last part left


class Outbox:
    """At most `limit` lines, and the states; all are numbered when they leave, so merging makes no gap.

    `counts["overflows"]` and `counts["resent"]` go up.
    """

    def __init__(self, counts: "dict[str, int]", limit: int = 8):
        self._counts = counts
        self._limit = limit
        self._seq = 0
        self._waiting: "list[_Waiting]" = []
        self._unacknowledged: "dict[tuple[str, str], _Waiting]" = {}  # (kind, name) -> what has left

    def __len__(self):
        return len(self._waiting)

    def put_newest(self, ms: int, kind: str, args: str = "") -> None:
        """Queue a line that makes any waiting one of the same type stale."""
        for line in self._waiting:
            if line.kind == kind and line.name is None:
                line.ms = ms
                line.parts = [args]
                return
        self.put(ms, kind, args)

    def put_state(self, ms: int, kind: str, name: str, parts: "list[str]") -> None:
        """Queue a state, a line for each of `parts`, until it is acknowledged or a newer one comes."""
        self._unacknowledged.pop((kind, name), None)
        for state in self._waiting:
            if state.kind == kind and state.name == name:
                if not state.said:
                    state.ms = ms
                    state.parts = parts
                    return
                self._waiting.remove(state)
                break
        self._waiting.append(_Waiting(ms, kind, name, parts))

    def put(self, ms: int, kind: str, args: str = "") -> None:
        """Queue a line; a full queue drops its oldest."""
        lines = [line for line in self._waiting if line.name is None]
        if len(lines) >= self._limit:
            self._waiting.remove(lines[0])
            self._counts["overflows"] += 1
        self._waiting.append(_Waiting(ms, kind, None, [args]))

    def take(self, now: int) -> bytes:
        """The next line as bytes; only when there is one."""
        first = self._waiting[0]
        line = encode(self._seq, first.ms, first.kind, first.parts[first.said])
        self._seq = (self._seq + 1) % SEQS
        first.said += 1
        if first.said == len(first.parts):
            self._waiting.pop(0)
            if first.name is not None:
                first.left = now
                self._unacknowledged[(first.kind, first.name)] = first
        return line

    def acknowledge(self, kind: str, name: str, ms: int) -> None:
        """The host knows the state as it was at `ms`."""
        state = self._unacknowledged.get((kind, name))
        if state and state.ms == ms:
            del self._unacknowledged[(kind, name)]

    def remind(self, now: int) -> None:
        """Queue again the states that were not acknowledged in time."""
        if not self._unacknowledged:
            return
        for about, state in list(self._unacknowledged.items()):
            if elapsed(now, state.left) >= AGAIN_MS:
                self._counts["resent"] += 1
                self.put_state(state.ms, about[0], about[1], state.parts)

    def clear(self):
        """Forget what waits."""
        self._waiting = []
        self._unacknowledged = {}
