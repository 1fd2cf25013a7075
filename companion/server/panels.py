"""The parts of a page that change, rendered from the view of whoever looks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment

from companion.server.access import Asker
from companion.server.scene import Viewer, scene
from companion.server.site import Site

PAGES: Mapping[str, Mapping[str, str]] = {
    "player": {
        "head": "player/head.html",
        "status": "player/status.html",
        "lobby": "player/lobby.html",
        "end": "player/end.html",
        "prompt": "player/prompt.html",
        "pieces": "shared/pieces.html",
        "host": "player/host.html",
        "hand": "player/hand.html",
        "notes": "player/notes.html",
        "log": "player/log.html",
        "cues": "shared/cues.html",
    },
    "kiosk": {
        "hostkey": "kiosk/hostkey.html",
        "troubles": "kiosk/troubles.html",
        "where": "kiosk/where.html",
        "own": "kiosk/own.html",
        "welcome": "kiosk/welcome.html",
        "pieces": "shared/pieces.html",
        "link": "kiosk/link.html",
        "turn": "kiosk/turn.html",
        "sensors": "kiosk/sensors.html",
        "end": "kiosk/end.html",
        "powers": "kiosk/powers.html",
        "table": "kiosk/table.html",
        "story": "kiosk/story.html",
        "fresh": "kiosk/fresh.html",
        "cues": "shared/cues.html",
    },
    "virtual": {
        "pieces": "virtual/pieces.html",
        "link": "virtual/link.html",
        "faults": "virtual/faults.html",
        "turn": "kiosk/turn.html",
    },
}
"""The panels of each page and their templates; every one is always there, an empty one is hidden."""


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody sees at one moment.

    version, phase, board: of the table.
    clock: what runs, and how much is left of it; apart from the panels, as it differs from moment to moment.
    panels: the HTML of each panel by name.
    """

    version: int
    phase: str
    board: str | None
    clock: Mapping[str, Any]
    panels: Mapping[str, str]


def viewer(site: Site, page: str, asked: Asker) -> Viewer:
    """The viewer of a page: a phone speaks its seat's language, the other pages the kiosk's."""
    if page == "player":
        return Viewer(page, asked.seat, asked.host, asked.words)
    return Viewer(page, None, asked.host, site.shelf.of(site.screen.language))


def look(site: Site, env: Environment, who: Viewer) -> Look:
    """Render every panel of a page."""
    context = scene(site, who)
    view = context["view"]
    panels = {name: env.get_template(path).render(context).strip() for name, path in PAGES[who.page].items()}
    clock = {name: view[name] for name in ("window", "passing")}
    return Look(view["version"], view["phase"], view["board"], clock, panels)


def changes() -> Callable[[Look], dict[str, str]]:
    """A memory of what one connection was sent: gives those panels of a look that differ from it."""
    sent: dict[str, str] = {}

    def differing(seen: Look) -> dict[str, str]:
        fresh = {name: html for name, html in seen.panels.items() if sent.get(name) != html}
        sent.update(fresh)
        return fresh

    return differing
