"""What the game waits for, and what the tracker makes of the board."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.sensing.ailments import Ailment


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game knows and waits for: where each token is, which one may move, and where to.

    ``weapons`` has the room of each weapon.
    """

    positions: Mapping[str, str]
    mover: str | None = None
    ends: frozenset[str] = frozenset()
    weapons: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Correction:
    """Something to put right.

    ``token`` (or a weapon; None: an unknown piece) is on the square or in the room ``seen`` (None: nowhere
    sensed) and belongs on ``place`` (None: off the board's squares).
    """

    token: str | None
    seen: str | None
    place: str | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """``move``: where the mover's token has come to rest. ``corrections``: what is wrong, in board order.

    ``ask_room``: the mover's token has left the squares and may be in a room that no reader sees, or its tag
    is broken, so its phone asks in which. ``ask``: it may stand on one of these squares, so its phone asks on
    which. ``ailments``: what is wrong with the sensors, and left out. ``next_look``: when to judge again
    though nothing is reported, None for never. ``unplayed``: where the mover's token stands and the roll
    leads, though it is no move, for nobody saw it come, as while the link was lost: its phone asks.
    """

    move: str | None = None
    corrections: tuple[Correction, ...] = ()
    ask_room: bool = False
    ask: tuple[str, ...] = ()
    ailments: tuple[Ailment, ...] = ()
    next_look: float | None = None
    unplayed: str | None = None


@dataclass
class Difference:
    """Table against game: expected places that are empty, taken places that are not expected."""

    positions: Mapping[str, str]  # of the tokens and the weapons
    unknown: set[str]  # squares with a piece of which nothing is known
    missing: dict[str, str] = field(default_factory=dict)  # token -> its place, where it is not
    misplaced: dict[str, str] = field(default_factory=dict)  # piece -> the place where it is known to be
    overdue: frozenset[str] = frozenset()  # missing for so long that nobody waits for them
    looks: list[float] = field(default_factory=list)  # when more will be known though nothing is reported

    def astray(self) -> set[str]:
        """The tokens that could be the unknown pieces."""
        return self.missing.keys() - self.misplaced.keys()

    def corrections(self) -> list[Correction]:
        """One for each token and piece that is wrong."""
        return [
            *(Correction(token, square, self.positions[token]) for token, square in self.misplaced.items()),
            *(Correction(token, None, self.missing[token]) for token in self.astray()),
            *(Correction(None, square, None) for square in self.unknown),
        ]
