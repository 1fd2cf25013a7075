"""Lines that wait for a host: bounded, and a newer state replaces the waiting one of its type."""

from lines import SEQS, encode


class Outbox:
    """At most `limit` lines, and the sets; all are numbered when they leave, so merging makes no gap."""

    def __init__(self, limit=8):
        self._limit = limit
        self._seq = 0
        self._waiting = []  # [ms, kind, args, the set it is a part of or None]

    def __len__(self):
        return len(self._waiting)

    def put_state(self, ms, kind, args=""):
        """Queue a line that makes any waiting one of the same type stale."""
        for line in self._waiting:
            if line[1] == kind and line[3] is None:
                line[0] = ms
                line[2] = args
                return
        self.put(ms, kind, args)

    def put_set(self, ms, kind, name, parts):
        """Queue the lines of a set, one for each of `parts`, in order; older ones that wait are stale."""
        self._waiting = [line for line in self._waiting if line[1] != kind or line[3] != name]
        self._waiting.extend([[ms, kind, args, name] for args in parts])

    def put(self, ms, kind, args=""):
        """Queue a line; a full queue drops its oldest."""
        lines = [line for line in self._waiting if line[3] is None]
        if len(lines) >= self._limit:
            self._waiting.remove(lines[0])
        self._waiting.append([ms, kind, args, None])

    def take(self):
        """The next line as bytes; only when there is one."""
        ms, kind, args, _ = self._waiting.pop(0)
        line = encode(self._seq, ms, kind, args)
        self._seq = (self._seq + 1) % SEQS
        return line

    def clear(self):
        """Forget what waits."""
        self._waiting = []
