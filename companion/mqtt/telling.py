"""A public view as messages: one for each topic, the same for whatever the public cannot know."""

from collections.abc import Mapping
from typing import Any

AVAILABILITY = "availability"
"""The topic that says whether the table is there; a broker says OFFLINE for one that has gone."""

ONLINE, OFFLINE = "online", "offline"

_RIGHT = "right"
"""The event of an accusation that was right."""


def messages(view: Mapping[str, Any], name: str, minutes: int) -> dict[str, dict[str, Any]]:
    """What the topics below the table's own say, as JSON values (docs/mqtt.md has them field by field).

    view: the public one, of nobody's seat. name: what people call the table.
    minutes: for how long the game has been seen to run.

    No card is named: not even a claimed or shown one, though the whole table has heard of it.
    """
    return {
        "status": {
            "name": name,
            "phase": view["phase"],
            "rules": view["rules"],
            "link": view["link"],
            "seats": len(view["seats"]),
            "minutes": minutes,
        },
        "turn": {**_seat(view, view["turn"]), "awaits": list(view["awaits"])},
        "window": _window(view),
        "end": _end(view),
    }


def _seat(view: Mapping[str, Any], name: str | None) -> dict[str, Any]:
    """A seat and the token that stands for it on the board."""
    suspects = {seat["name"]: seat["suspect"] for seat in view["seats"]}
    return {"seat": name, "suspect": suspects.get(name)}


def _window(view: Mapping[str, Any]) -> dict[str, Any]:
    """Whether the others may challenge now, and how long still; a table may give them all the time."""
    frame = view["frame"]
    if frame is None or frame["kind"] not in ("window", "reaction"):
        return {"open": False, "seconds": None, "rest": None}
    return {"open": True, **(view["window"] or {"seconds": None, "rest": None})}


def _end(view: Mapping[str, Any]) -> dict[str, Any]:
    if view["phase"] != "over":
        return {"over": False, "winner": None, "suspect": None, "how": None}
    winner = _seat(view, view["winner"])
    if winner["seat"] is None:
        how = "nobody"
    else:
        how = "accusation" if any(entry["kind"] == _RIGHT for entry in view["log"]) else "last"
    return {"over": True, "winner": winner["seat"], "suspect": winner["suspect"], "how": how}
