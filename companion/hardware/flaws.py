"""What a check finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flaw:
    """A sentence: what is wrong, and what to do.

    subject: a word for what it is about. refused: it contradicts itself or the chips, so that nothing can run
    on it; else it may work, and is a risk.
    """

    subject: str
    sentence: str
    refused: bool = False
