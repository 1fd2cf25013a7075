"""Reeds and tags that misbehave: between the world as the parent describes it and what the firmware reads.

The parent's lines: ``bounce SCANS`` (so long an input that has changed says now this, now that), ``flicker
HEX`` (these inputs come and go) and ``late ROUNDS`` (so often a tag's field comes on before the tag answers).
The same under MicroPython and CPython, and without a clock: what counts are the firmware's own scans.
"""

FLICKER = 60  # scans of 2 ms for which an input that flickers stays as it is


class PinFaults:
    """Well until it is told otherwise."""

    def __init__(self) -> None:
        self._bounce = self._flicker = self._late = 0
        self._before = -1
        self._bouncing = self._left = self._scans = 0
        self._met: dict[str, dict[int, int]] = {}

    def obey(self, words: list[str]) -> None:
        """A line of the parent; those that are about something else change nothing."""
        if words[0] == "bounce":
            self._bounce = int(words[1])
        elif words[0] == "flicker":
            self._flicker = int(words[1], 16)
        elif words[0] == "late":
            self._late = int(words[1])

    def levels(self, levels: int) -> int:
        """What a scan reads while the inputs have these levels."""
        if self._before not in (-1, levels):
            self._bouncing |= self._before ^ levels
            self._left = self._bounce
        self._before = levels
        self._scans += 1
        if self._left:
            self._left -= 1
            levels ^= self._bouncing * (self._left & 1)
        else:
            self._bouncing = 0
        return levels ^ self._flicker * (self._scans // FLICKER & 1)

    def answering(self, room: str, uids: list[int]) -> list[int]:
        """Which of the tags in a room answer now that its field has come on."""
        before = self._met.get(room, {})
        met = self._met[room] = {uid: before.get(uid, 0) + 1 for uid in uids}
        return [uid for uid in uids if met[uid] > self._late]
