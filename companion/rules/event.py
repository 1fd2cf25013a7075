"""What happened at the table, and who may know which part of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = str | int | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    kind: a word that names the sentence of the log.
    args: what everybody learns.
    secret: what only the seats in `privy` learn on top (the card that was shown).
    hidden: nobody but `privy` sees that anything happened at all.

    >>> shown = Event("shown", {"seat": "Ben", "to": "Ann"}, {"card": "rope"}, frozenset({"Ann", "Ben"}))
    >>> shown.seen_by("Cat")
    {'kind': 'shown', 'args': {'seat': 'Ben', 'to': 'Ann'}}
    >>> shown.seen_by("Ann")
    {'kind': 'shown', 'args': {'seat': 'Ben', 'to': 'Ann', 'card': 'rope'}}
    """

    kind: str
    args: Mapping[str, Value] = field(default_factory=dict)
    secret: Mapping[str, Value] = field(default_factory=dict)
    privy: frozenset[str] = frozenset()
    hidden: bool = False

    def seen_by(self, seat: str | None) -> dict[str, object] | None:
        """The event as one seat, or the public (None), may see it; None when it sees nothing."""
        privy = seat in self.privy
        if self.hidden and not privy:
            return None
        args = {**self.args, **self.secret} if privy else self.args
        return {"kind": self.kind, "args": {name: _plain(value) for name, value in args.items()}}


def _plain(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else value
