"""The machine beneath the table, as far as the pages tell of it and ask something of it."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from markupsafe import Markup

from companion.words import Words

TROUBLES: Mapping[str, str] = {
    "safe": "trouble.safe",
    "not-kept": "trouble.not-kept",
    "disk-full": "trouble.disk-full",
    "disk-low": "trouble.disk-low",
    "voltage": "trouble.voltage",
    "voltage-was": "trouble.voltage-was",
    "no-network": "trouble.no-network",
    "port": "trouble.port",
    "clock": "trouble.clock",
    "settings-file": "trouble.settings-file",
    "setting-unknown": "trouble.setting-unknown",
    "setting-meant": "trouble.setting-meant",
    "setting-value": "trouble.setting-value",
}
"""What can be wrong with a machine while its table is open, the worst first, and the sentence for each."""


URGENT = frozenset({"safe", "not-kept", "disk-full", "voltage"})
"""Those that a screen tells also while a game is played."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that the host should know. kind: one of TROUBLES. details: what its sentence names."""

    kind: str
    details: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join((self.kind, *(f"{name}={value}" for name, value in self.details.items())))


class Machine(Protocol):
    """What a machine says of itself, and what it does for the host."""

    @property
    def troubles(self) -> Sequence[Trouble]:
        """What is wrong now, the worst first."""

    @property
    def clock_set(self) -> bool:
        """Whether the wall clock is to be trusted; a Pi has none of its own."""

    @property
    def can(self) -> frozenset[str]:
        """What it does when asked: `shutdown`, `update`."""

    def ask(self, wish: str) -> None:
        """Ask for one of these; it happens in a moment. Raises OSError where that cannot be told."""

    @property
    def update_said(self) -> str:
        """The last line of the last update, empty without one."""

    @property
    def recordings(self) -> tuple[int, int]:
        """How many recorded evenings there are, and their bytes."""

    def support(self) -> bytes:
        """The support bundle, a zip without any card, token or name."""


def trouble_lines(machine: Machine | None, words: Words, kinds: Container[str] = TROUBLES) -> list[Markup]:
    """A sentence for each trouble of these kinds, the worst first."""
    found = machine.troubles if machine else ()
    return [words.html(TROUBLES[one.kind], **one.details) for one in found if one.kind in kinds]
