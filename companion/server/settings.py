"""What the host sets on the screen itself."""

from flask import Blueprint, Response, jsonify

from companion.server.access import host_only
from companion.server.faults import Fault
from companion.server.sent import body, field
from companion.server.site import Site
from companion.table import LobbyError


def blueprint(site: Site) -> Blueprint:
    """The paths of the kiosk's settings."""
    settings = Blueprint("settings", __name__)

    @settings.post("/api/screen")
    def screen() -> Response:
        host_only(site)
        language = field(body(), "language", str)
        if language not in site.shelf.languages:
            raise LobbyError("language-unknown", language=language)
        try:
            site.screen.choose(language)
        except OSError:
            raise Fault(503, "journal") from None
        site.table.nudge()
        return jsonify(language=language)

    return settings
