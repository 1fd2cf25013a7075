"""What is to be heard: a name and a number for everything that happened and has a sound.

Pages play each number once (sound.js); what they make of a name is theirs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.server.dressing import View

_HEARD: Mapping[str, str] = {
    "first": "dice",
    "rolled": "dice",
    "broken": "dice",
    "stays-tied": "dice",
    "freed": "dice",
    "claimed": "window",
    "shot": "shot",
    "barred": "bar",
    "turn": "turn",
    "won": "end",
    "drawn": "end",
}
"""By kind of event."""

_AT_THE_PHONE = ("turn", "shot", "end")
"""What a phone sounds, the first two only for whom they meet: the room has the screen for the rest."""

_RECENT = 8
"""Events, the newest of the log, that are still worth a sound."""


@dataclass(frozen=True, slots=True)
class Cue:
    """One sound. number: grows with what the viewer has seen happen, and begins anew with each game."""

    number: int
    name: str


def cues(view: View) -> list[Cue]:
    """The newest sounds of a view, the oldest first; a seat hears what asks or meets it."""
    me, recent = view["seat"], view["log"][-_RECENT:]
    heard = [Cue(entry["n"], name) for entry in recent if (name := _sound(entry, me))]
    if me is not None and me in view["awaits"] and view["frame"]["kind"] != "turn" and recent:
        heard.append(Cue(recent[-1]["n"], "window"))
    return heard


def wrong(view: View) -> list[str]:
    """What stands where it may not, a word each: the screen complains of a new one, as the buzzer does."""
    if view["seat"] is not None:
        return []
    return sorted(f"{one['suspect'] or 'piece'}-{one['from']}" for one in view["corrections"] if one["from"])


def _sound(entry: Mapping[str, Any], me: str | None) -> str | None:
    name = _HEARD.get(entry["kind"])
    if me is None or name == "end":
        return name
    met = entry["args"].get("target", entry["args"].get("seat"))
    return name if name in _AT_THE_PHONE and met == me else None
