"""The host's page: all of the evening that is in the host's hand; for everybody else the form of the key."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from jinja2 import Environment
from werkzeug.wrappers import Response as AnyResponse

from companion.server import sse
from companion.server.access import asker, give_host, host_only, opens_host
from companion.server.faults import Fault
from companion.server.machine import Machine, trouble_lines
from companion.server.panels import Look, changes
from companion.server.scene import Viewer, scene
from companion.server.sent import body, field
from companion.server.site import Site
from companion.server.walltime import day_and_time
from companion.words import Words

PANELS: Mapping[str, str] = {
    "troubles": "host/troubles.html",
    "game": "host/game.html",
    "seats": "host/seats.html",
    "screen": "host/screen.html",
    "wifi": "host/wifi.html",
    "board": "host/board.html",
    "copies": "host/copies.html",
    "system": "host/system.html",
}
"""The parts of the page and their templates."""


def blueprint(site: Site, env: Environment) -> Blueprint:
    """The paths of the host's page."""
    hosting = Blueprint("hosting", __name__)

    @hosting.get("/host")
    def host() -> str:
        asked = asker(site)
        if not asked.host:
            return render_template("hostkey.html", wrong=False, t=asked.words.html, words=asked.words)
        seen = look(site, env, asked.words)
        around = {"t": asked.words.html, "words": asked.words, "look": seen}
        return env.get_template("host.html").render(around)

    @hosting.post("/host")
    def become_host() -> tuple[str, int] | AnyResponse:
        key = request.form.get("key", "")
        asked = asker(site)
        if not opens_host(site, key):
            return render_template("hostkey.html", wrong=True, t=asked.words.html, words=asked.words), 403
        response = redirect("/host", 303)
        give_host(response, key)  # type: ignore[arg-type]  # Flask's redirect makes a Flask response
        return response

    @hosting.get("/host/stream")
    def stream() -> Response:
        host_only(site)
        words = asker(site).words
        differing = changes()

        def render() -> tuple[int, str]:
            seen = look(site, env, words)
            told = {"version": seen.version, "phase": seen.phase, "board": seen.board, "clock": seen.clock}
            return seen.version, sse.event("panels", told | {"panels": differing(seen)}, seen.version)

        try:
            return sse.stream(site, "host", render, seat=None)
        except Fault:  # a page cannot read the status of a stream that is refused
            return sse.only(sse.event("full", {}))

    @hosting.post("/api/wish")
    def wish() -> Response:
        machine, what = _machine(site), field(body(), "wish", str)
        if what not in machine.can:
            raise Fault(404, "not-found")
        try:
            machine.ask(what)
        except OSError:
            raise Fault(503, "journal") from None
        return jsonify(wish=what)

    @hosting.get("/api/support")
    def support() -> Response:
        response = Response(_machine(site).support(), mimetype="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="companion-support.zip"'
        return response

    return hosting


def look(site: Site, env: Environment, words: Words) -> Look:
    """Render every part of the page."""
    context = scene(site, Viewer("host", None, True, words)) | about_machine(site.machine, words)
    view = context["view"]
    sure = site.machine is None or site.machine.clock_set
    context["copies"] = [
        {"name": one.name, "games": one.games, "at": day_and_time(one.at, words, sure=sure)}
        for one in (site.backups.all() if site.backups else ())
    ]
    context["keeps"] = site.backups is not None
    context["version"] = version("cluedo-companion")
    context["felt"] = site.sensors is not None
    panels = {name: env.get_template(path).render(context).strip() for name, path in PANELS.items()}
    clock = {name: view[name] for name in ("window", "passing")}
    return Look(view["version"], view["phase"], view["board"], clock, panels)


def about_machine(machine: Machine | None, words: Words) -> dict[str, Any]:
    """What the templates say of the machine."""
    if machine is None:
        return {"troubles": [], "safe": False, "can": frozenset(), "machine": None}
    return {
        "troubles": trouble_lines(machine, words),
        "safe": any(one.kind == "safe" for one in machine.troubles),
        "can": machine.can,
        "machine": machine,
    }


def _machine(site: Site) -> Machine:
    """Raises Fault 403 for whoever is not the host, 404 where nothing is known of the machine."""
    host_only(site)
    if site.machine is None:
        raise Fault(404, "not-found")
    return site.machine
