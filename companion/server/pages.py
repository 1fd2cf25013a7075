"""The pages, and the stream of panels that keeps them true."""

from flask import Blueprint, Response, render_template, request
from jinja2 import Environment

from companion.server import sse
from companion.server.access import asker, is_loopback
from companion.server.faults import Fault
from companion.server.panels import PAGES, changes, look, viewer
from companion.server.scene import scene
from companion.server.site import Site


def blueprint(site: Site, env: Environment) -> Blueprint:
    """The paths of the pages on one table."""
    pages = Blueprint("pages", __name__)

    def page(name: str) -> str:
        who = viewer(site, name, asker(site))
        return env.get_template(f"{name}.html").render(scene(site, who), look=look(site, env, who))

    @pages.get("/")
    def player() -> str:
        return page("player")

    @pages.get("/kiosk")
    def kiosk() -> str:
        return page("kiosk")

    @pages.get("/kiosk/shown")
    def shown() -> Response:
        return Response(status=204 if site.presence.now else 404)

    @pages.get("/virtual")
    def virtual() -> str:
        if site.virtual is None:
            raise Fault(404, "no-virtual")
        return page("virtual")

    @pages.get("/stream")
    def stream() -> Response:
        name = request.args.get("page", "player")
        if name not in PAGES:
            raise Fault(404, "not-found")
        asked = asker(site)
        believed = request.args.get("seat")  # a phone that slept may have lost its seat meanwhile
        if believed and believed != asked.seat:
            return sse.only(sse.gone(site, believed if asked.seat is None else None))
        who = viewer(site, name, asked)
        spoken = request.args.get("language", who.words.language)
        if name != "player" and spoken != who.words.language:  # changed since the page was opened
            return sse.only(sse.gone(site, None))
        differing = changes()

        def render() -> tuple[int, str]:
            seen = look(site, env, who)
            told = {
                "version": seen.version,
                "phase": seen.phase,
                "board": seen.board,
                "clock": seen.clock,
                "panels": differing(seen),
            }
            return seen.version, sse.event("panels", told, seen.version)

        def outdated() -> bool:
            translated = name != "player" and site.screen.language != who.words.language
            return translated or (name == "virtual" and site.virtual is None)

        try:
            response = sse.stream(site, "page", render, seat=who.seat, void=outdated)
        except Fault:  # a page cannot read the status of a stream that is refused
            return sse.only(sse.event("full", {}))
        if name == "kiosk" and is_loopback(request.remote_addr):
            response.call_on_close(site.presence.begins())
        return response

    @pages.get("/seat/<code>")
    def invitation(code: str) -> str:
        # Link previews fetch addresses, so the seat moves only when the button on this page is pressed.
        asked = asker(site)
        return render_template(
            "invitation.html", code=code, seat=asked.seat, t=asked.words.html, words=asked.words
        )

    return pages
