"""The Flask app of the hall: one page, and the stream that keeps it true."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import Any

from flask import Flask, Response, g, render_template, request

from companion.assets import asset_dir
from companion.hall.tables import Picture, Seen, Tables
from companion.server import handlers, sheets, sse
from companion.server.faults import Fault
from companion.server.panels import Look, changes
from companion.server.shield import shield
from companion.server.streams import Streams
from companion.words import Player, Shelf, Words, load_words

GAP = 0.1
"""Seconds between two pictures on one stream at least, however much happens at forty tables."""

PANELS = {"broker": "hall/broker.html", "tables": "hall/tables.html"}


@dataclass(frozen=True, slots=True)
class Hall:
    """What the server needs of the hall: its words and its streams."""

    shelf: Shelf
    streams: Streams = field(default_factory=Streams)


def create_hall(
    tables: Tables,
    *,
    hosts: Callable[[], Iterable[str]] = tuple,
    language: str | None = None,
    shelf: Shelf | None = None,
    heartbeat: float = 2.0,
) -> Flask:
    """Make the app; serve it with `companion.server.serving.Server`.

    tables: what is heard of them. hosts: gives the names and addresses that this machine really has now.
    language: of the page, None for what each browser wishes. heartbeat: seconds between signs of life.
    """
    web = asset_dir("web")
    app = Flask(__name__, static_folder=str(web / "static"), template_folder=str(web / "templates"))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    hall = Hall(shelf or load_words())
    app.extensions["companion"] = hall

    def words() -> Words:
        if "words" not in g:
            wanted = language or hall.shelf.negotiate(request.accept_languages.values())
            g.words = hall.shelf.of(wanted)
        found: Words = g.words
        return found

    def look(picture: Picture, context: Mapping[str, Any]) -> Look:
        panels = {name: app.jinja_env.get_template(path) for name, path in PANELS.items()}
        shown = {name: panel.render(context).strip() for name, panel in panels.items()}
        return Look(picture.version, "", None, clocks(picture), shown)

    @app.get("/")
    def page() -> str:
        picture = tables.picture()
        context = scene(picture, words())
        return render_template("hall.html", look=look(picture, context), **context)

    @app.get("/stream")
    def stream() -> Response:
        spoken, differing = words(), changes()
        due = 0.0

        def wait(seen: int, timeout: float) -> int:
            time.sleep(max(0.0, due - time.monotonic()))
            return tables.wait(seen, timeout)

        def render() -> tuple[int, str]:
            nonlocal due
            due = time.monotonic() + GAP
            picture = tables.picture()
            seen = look(picture, scene(picture, spoken))
            told = {"version": seen.version, "phase": seen.phase, "board": seen.board, "clock": seen.clock}
            return seen.version, sse.event("panels", told | {"panels": differing(seen)}, seen.version)

        try:
            return sse.following(hall.streams, wait, render, heartbeat=heartbeat)
        except Fault:  # a page cannot read the status of a stream that is refused
            return sse.only(sse.event("full", {}))

    app.register_blueprint(sheets.blueprint(web / "static"))
    handlers.install(app, words)
    shield(app, hosts)
    return app


def scene(picture: Picture, words: Words) -> dict[str, Any]:
    """What the templates draw from."""
    return {
        "t": words.html,
        "name": words.name,
        "words": words,
        "linked": picture.linked,
        "across": ceil(sqrt(len(picture.tables))) or 1,
        "playing": sum(one.there and one.said["status"]["phase"] == "play" for one in picture.tables),
        "tables": [_drawn(one, words) for one in picture.tables],
    }


def clocks(picture: Picture) -> dict[str, dict[str, float]]:
    """By table, what is left of its window; apart from the panels, as it differs from moment to moment."""
    return {
        one.id: {"seconds": one.said["window"]["seconds"], "rest": max(0.0, one.ends - picture.now)}
        for one in picture.tables
        if one.ends is not None and one.there
    }


def _drawn(one: Seen, words: Words) -> dict[str, Any]:
    status, turn, end = one.said["status"], one.said["turn"], one.said["end"]
    phase = status["phase"] if one.there else "off"
    over = phase == "over"
    return {
        "id": one.id,
        "name": Player(status["name"]),
        "phase": phase,
        "seats": status["seats"],
        "link": status["link"],
        "lasted": words.minutes(status["minutes"]) if status["minutes"] else "",
        "who": (end["winner"] if over else turn["seat"]) or "",
        "suspect": end["suspect"] if over else turn["suspect"],
        "how": end["how"],
        "awaits": words.listing(turn["awaits"]) if turn["awaits"] not in ([], [turn["seat"]]) else "",
        "open": phase == "play" and one.said["window"]["open"],
        "timed": one.ends is not None,
    }
