"""The host's look at the sensors: each as it is now, and the calibration walk."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify
from jinja2 import Environment
from markupsafe import Markup

from companion.board import load_board
from companion.server import sse
from companion.server.access import asker, host_only
from companion.server.corrections import notice_line
from companion.server.drawing import Drawing
from companion.server.faults import Fault
from companion.server.panels import Look, changes
from companion.server.scene import Viewer, drawing_of, scene
from companion.server.sent import body, field
from companion.server.site import Sensors, Site
from companion.words import Words

PAUSE = 0.2
"""Seconds between two looks at the sensors, however often they change."""

STEPS = ("begin", "skip", "end")
"""What can be done with a walk."""

PANELS: Mapping[str, str] = {
    "felt": "sensors/felt.html",
    "device": "sensors/device.html",
    "figures": "sensors/figures.html",
    "walk": "sensors/walk.html",
    "rooms": "sensors/rooms.html",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A square on the drawing: the middle, and the words of its state."""

    name: str
    x: float
    y: float
    state: str


def blueprint(site: Site, env: Environment) -> Blueprint:
    """The paths of the sensor page."""
    pages = Blueprint("sensors", __name__)

    @pages.get("/sensors")
    def sensors() -> str:
        source, words = _source(site), asker(site).words
        around = scene(site, Viewer("sensors", None, True, words))
        seen = look(site, env, source, words)
        return env.get_template("sensors.html").render(around, look=seen)

    @pages.get("/sensors/stream")
    def stream() -> Response:
        source, words = _source(site), asker(site).words
        differing = changes()

        def wait(seen: int, timeout: float) -> int:
            time.sleep(PAUSE)
            return source.wait(seen, timeout)

        def render() -> tuple[int, str]:
            seen = look(site, env, source, words)
            told = {"version": seen.version, "phase": seen.phase, "board": seen.board}
            return seen.version, sse.event("panels", told | {"panels": differing(seen)}, seen.version)

        try:
            return sse.stream(site, "sensors", render, seat=None, wait=wait)
        except Fault:  # a page cannot read the status of a stream that is refused
            return sse.only(sse.event("full", {}))

    @pages.post("/api/sensors")
    def walk() -> Response:
        source, step = _source(site), field(body(), "walk", str)
        if step not in STEPS:
            raise Fault(400, "bad-field", field="walk")
        if step == "begin" and site.table.view(None)["phase"] == "play":
            raise Fault(409, "walk-in-play")
        source.walk(step)
        return jsonify(walk=source.picture()["walk"])

    return pages


def look(site: Site, env: Environment, source: Sensors, words: Words) -> Look:
    """Render every panel of the page."""
    seen = source.picture()
    board = site.table.board() or load_board("classic")
    drawing = drawing_of(board)
    context = {
        "t": words.html,
        "name": words.name,
        "drawing": drawing,
        "seen": seen,
        "marks": marks(seen, drawing),
        "ailing": [_ailment(one, words) for one in seen["ailments"]],
    }
    panels = {name: env.get_template(path).render(context).strip() for name, path in PANELS.items()}
    return Look(seen["version"], "", board.name, {}, panels)


def marks(seen: Mapping[str, Any], drawing: Drawing) -> list[Mark]:
    """The squares of which there is something to say."""
    walk = seen["walk"] or {"asked": None, "done": (), "missed": (), "doubled": ()}
    ailing = {square for one in seen["ailments"] for square in one["squares"]}
    restless = {square for one in seen["ailments"] if one["kind"] == "flicker" for square in one["squares"]}
    states: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("closed", set(seen["closed"]).__contains__),
        ("restless", restless.__contains__),
        ("ailing", (ailing - restless).__contains__),
        ("done", (set(walk["done"]) - set(walk["doubled"])).__contains__),
        ("missed", set(walk["missed"]).__contains__),
        ("doubled", set(walk["doubled"]).__contains__),
        ("asked", {walk["asked"]}.__contains__),
    )
    found = ((spot, [word for word, holds in states if holds(spot.name)]) for spot in drawing.squares)
    return [Mark(spot.name, spot.x, spot.y, " ".join(state)) for spot, state in found if state]


def _source(site: Site) -> Sensors:
    """Raises Fault 403 for whoever is not the host, 404 where nothing listens to a board."""
    host_only(site)
    if site.sensors is None:
        raise Fault(404, "not-found")
    return site.sensors


def _ailment(one: Mapping[str, Any], words: Words) -> Markup:
    places = one["squares"] or [place for place in (one["room"],) if place]
    return notice_line({"kind": one["kind"], "places": places, "suspect": one["piece"]}, words)
