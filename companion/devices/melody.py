"""Short patterns of tones, and which tone is due when."""

from collections.abc import Mapping, Sequence

Pattern = Sequence[tuple[int | None, float]]
"""Tones in Hz (None is silence), each with its seconds."""

PATTERNS: Mapping[str, Pattern] = {
    "illegal": ((233, 0.14), (None, 0.06), (233, 0.14)),
    "window": ((587, 0.07), (784, 0.12)),
    "shot": ((880, 0.03), (440, 0.04), (233, 0.22)),
    "bar": ((294, 0.10), (None, 0.04), (294, 0.10), (None, 0.04), (247, 0.20)),
}
"""What the buzzer has to say: a token rests where it may not, a window has opened, a shot, a barred door."""

LOWEST, HIGHEST = 220, 880
"""In Hz, an octave to either side of the A that gpiozero takes for the middle."""


class Melody:
    """Decides which tone sounds. All times are monotonic seconds and never go back.

    >>> melody = Melody()
    >>> melody.play("window", at=5.0)
    >>> [melody.tone(at) for at in (5.0, 5.08, 5.2)]
    [587, 784, None]
    """

    def __init__(self) -> None:
        self._tones: list[tuple[int | None, float]] = []  # and when each ends

    def play(self, pattern: str, at: float) -> None:
        """Sound one of PATTERNS now; what sounds already is cut off."""
        self._tones = []
        for tone, seconds in PATTERNS[pattern]:
            at += seconds
            self._tones.append((tone, at))

    def tone(self, at: float) -> int | None:
        """The tone of a moment in Hz, None for silence."""
        return next((tone for tone, end in self._tones if at < end), None)

    def next(self, at: float) -> float | None:
        """Seconds until another tone is due; None if there is nothing more to say."""
        return next((end - at for _, end in self._tones if at < end), None)
