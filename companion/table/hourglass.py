"""How long a question may still wait: challenge windows, and the host passing for an absent seat."""

from dataclasses import dataclass

PAUSE = 5.0
"""Seconds that everybody sees it coming before the host passes for a seat."""

KEEP = 1.0
"""Seconds between two notes of a window's rest; no more is lost of it in a power cut."""


@dataclass(frozen=True, slots=True)
class Question:
    """What waits for an answer.

    number: of the acts that led to it, which no other question of the game shares.
    asked: the seats that it still waits for.
    seconds: how long it may wait, 0 for as long as it takes.
    """

    number: int
    asked: tuple[str, ...]
    seconds: int


class Hourglass:
    """Runs for the question on the table; every time that it takes or gives is monotonic, in seconds."""

    def __init__(self) -> None:
        self._question: Question | None = None
        self._ends: float | None = None
        self._absent: str | None = None
        self._passes: float | None = None
        self._noted: float | None = None

    def turn(self, question: Question | None, now: float, rest: float | None = None) -> None:
        """Go on with the same question, or start afresh with another.

        rest: what is left for this question from before a restart.
        """
        fresh = self._question is None or question is None or question.number != self._question.number
        if fresh:
            self._ends = None
            if question and question.seconds:
                self._ends = now + (question.seconds if rest is None else rest)
        if fresh or (question and self._absent not in question.asked):
            self._absent = self._passes = None
        self._question = question

    def pass_for(self, seat: str, now: float) -> None:
        """Begin the pause after which an asked seat passes."""
        self._absent, self._passes = seat, now + PAUSE

    def due(self, now: float) -> tuple[str, ...]:
        """The seats whose time is up."""
        if self._question is None:
            return ()
        if self._ends is not None and self._ends <= now:
            return self._question.asked
        if self._absent is not None and self._passes is not None and self._passes <= now:
            return (self._absent,)
        return ()

    def postpone(self, until: float) -> None:
        """Whoever is due is so later: nothing could be written."""
        self._ends, self._passes = (until if end is not None else None for end in (self._ends, self._passes))

    def next(self, now: float) -> float | None:
        """Seconds until a time is up, None where nothing runs."""
        running = [end - now for end in (self._ends, self._passes) if end is not None]
        return max(0.0, min(running)) if running else None

    def to_note(self, now: float) -> tuple[int, float] | None:
        """The question's number and its rest, where the last note of it is old."""
        if self._ends is None or self._question is None:
            return None
        if self._noted is not None and 0 <= now - self._noted < KEEP:
            return None
        self._noted = now
        return self._question.number, max(0.0, self._ends - now)

    def shown(self, now: float) -> dict[str, object]:
        """What a screen may show: the running window, and for whom the host is passing."""
        window = passing = None
        if self._ends is not None and self._question is not None:
            window = {"seconds": self._question.seconds, "rest": _tenths(self._ends - now)}
        if self._passes is not None:
            passing = {"seat": self._absent, "rest": _tenths(self._passes - now)}
        return {"window": window, "passing": passing}


def _tenths(seconds: float) -> float:
    return round(max(0.0, seconds), 1)
