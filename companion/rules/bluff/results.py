"""What a frame of `bluff` reports to the frame below it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.bluff.claim import Claim


@dataclass(frozen=True, slots=True)
class Settled:
    """A claim's challenges are over.

    stands: proven or challenged by nobody; otherwise the claim is void (R36).
    """

    stands: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """A claim made against another one is over: a reaction, or Mustard's challenge.

    stands: whether it has its effect.
    """

    claim: "Claim"
    stands: bool


@dataclass(frozen=True, slots=True)
class NoReaction:
    """Whoever could have reacted let it pass."""
