"""What the board said, on the Pi's own clock."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from companion.sensing.lines import TIMES

_WINDOW = 64  # lines, a minute of heartbeats: long enough to meet a prompt one, short enough for drift


@dataclass(frozen=True, slots=True)
class Tap:
    """A piece was held to the pad at the door of a room: it goes in."""

    piece: str
    room: str


@dataclass(frozen=True, slots=True)
class Report:
    """The full state of the board.

    ``squares`` are the closed ones, None where no squares are sensed; ``at`` the monotonic seconds when what
    is new became true. ``resync`` marks the first picture after a (re)connect, which is compared silently and
    never played. ``spare`` are inputs without a square that read closed though they must not.

    ``rooms`` are the pieces that lie in each room, as far as a reader has said so by now; None where no rooms
    are sensed. ``strangers`` are the UIDs of tags in the rooms that no piece carries. ``tap`` is what was
    tapped at a door just then; with door pads nothing more is known of the rooms.

    ``unread`` are the squares whose sensors do not answer: they are as they were. ``doubtful`` are closed
    squares that may be phantoms, where no diodes part them.
    """

    squares: frozenset[str] | None
    at: float
    resync: bool = False
    spare: tuple[int, ...] = ()
    rooms: Mapping[str, frozenset[str]] | None = None
    strangers: frozenset[str] = frozenset()
    tap: Tap | None = None
    unread: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()


class PicoClock:
    """Turns the wrapping milliseconds of the lines into seconds of the Pi's monotonic clock.

    A line can only be late, never early: the least difference seen lately is the best guess of the offset.

    >>> clock = PicoClock()
    >>> clock.seconds(1000, now=50.0)
    50.0
    >>> clock.seconds(2000, now=51.4)       # 0.4 s in some queue
    51.0
    """

    def __init__(self) -> None:
        self._total = 0
        self._offsets: deque[float] = deque(maxlen=_WINDOW)

    def seconds(self, ms: int, now: float) -> float:
        """When the Pico's ``ms`` was, given that the line came ``now``; never later than now."""
        step = (ms - self._total) % TIMES
        self._total += step - TIMES if step >= TIMES // 2 else step
        self._offsets.append(now - self._total / 1000)
        return self._total / 1000 + min(self._offsets)
