"""Lines that wait for a host: bounded, and a newer state replaces the waiting one of its type."""

from lines import SEQS, encode


class Outbox:
    """A queue of at most `limit` lines; they are numbered when they leave, so merging makes no gap."""

    def __init__(self, limit=8):
        self._limit = limit
        self._seq = 0
        self._waiting = []

    def __len__(self):
        return len(self._waiting)

    def put_state(self, ms, kind, args=""):
        """Queue a line that makes any waiting one of the same type stale."""
        for line in self._waiting:
            if line[1] == kind:
                line[0] = ms
                line[2] = args
                return
        self.put(ms, kind, args)

    def put(self, ms, kind, args=""):
        """Queue a line; a full queue drops its oldest."""
        if len(self._waiting) >= self._limit:
            self._waiting.pop(0)
        self._waiting.append([ms, kind, args])

    def take(self):
        """The next line as bytes; only when there is one."""
        ms, kind, args = self._waiting.pop(0)
        line = encode(self._seq, ms, kind, args)
        self._seq = (self._seq + 1) % SEQS
        return line

    def clear(self):
        """Forget what waits."""
        self._waiting = []
