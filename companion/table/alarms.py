"""What the buzzer has to say about the public view."""

from collections.abc import Mapping
from typing import Any

_SOUNDS: Mapping[str, str] = {"claimed": "window", "shot": "shot", "barred": "bar"}
"""By kind of event; a claim opens a window."""


class Alarms:
    """Finds what is new from view to view; what was there at the start is silent.

    >>> alarms = Alarms()
    >>> alarms.sound({"log": [], "corrections": []})
    >>> alarms.sound({"log": [], "corrections": [{"suspect": "plum", "from": "Q7", "to": "X7"}]})
    'illegal'
    """

    def __init__(self) -> None:
        self._heard: int | None = None  # events
        self._wrong: frozenset[tuple[str | None, str]] = frozenset()

    def sound(self, view: Mapping[str, Any]) -> str | None:
        """The sound for the newest that happened: `illegal`, `window`, `shot` or `bar`; often None."""
        log = view["log"]
        first, fresh = self._heard is None, log[self._heard or 0 :]
        self._heard = len(log)  # a new game begins with a shorter log, and with silence
        wrong = frozenset((one["suspect"], one["from"]) for one in view["corrections"] if one["from"])
        rested = wrong - self._wrong
        self._wrong = wrong
        if first:
            return None
        sounds = [_SOUNDS[event["kind"]] for event in fresh if event["kind"] in _SOUNDS]
        return sounds[-1] if sounds else "illegal" if rested else None
