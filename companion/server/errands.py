"""What hands have to do on a board that feels nothing: the pieces that the game has moved by itself."""

from collections.abc import Mapping

from markupsafe import Markup

from companion.server.dressing import View
from companion.words import Words

_MOVED: Mapping[str, tuple[str, str]] = {
    "killed": ("to", "take.back"),
    "teleported": ("to", "take.over"),
    "summoned": ("room", "take.over"),
    "moved-aside": ("room", "take.over"),
}
"""By kind of event: what its end is called, and the sentence. A move with the dice is made by its player."""

_RECENT = 8
"""Events, the newest of the log, in which an errand is remembered; nobody says when it is done."""

_JUST = 3
"""Events in which a kill is news: the turn may have ended with it, and the next one begun."""


def errands(view: View, words: Words) -> list[Markup]:
    """The pieces to be moved by hand, in the order in which they were moved; none while the board feels."""
    if view["link"] != "none" or view["phase"] != "play":
        return []
    found: dict[str, Markup] = {}
    for entry in view["log"][-_RECENT:]:
        if entry["kind"] not in _MOVED:
            continue
        end, key = _MOVED[entry["kind"]]
        suspect, place = entry["args"]["suspect"], entry["args"][end]
        if view["tokens"][suspect] == place:
            found[suspect] = words.html(key, suspect=words.noun(suspect), to=words.noun(place))
    return list(found.values())


def fallen(view: View) -> set[str]:
    """The suspects that have just been killed, for the page to show it happen."""
    return {entry["args"]["suspect"] for entry in view["log"][-_JUST:] if entry["kind"] == "killed"}
