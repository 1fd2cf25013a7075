"""What the host sets on the screen itself."""

from flask import Blueprint, Response, jsonify

from companion.server.access import host_only
from companion.server.faults import Fault
from companion.server.screen import THEMES
from companion.server.sent import body, field
from companion.server.site import Site
from companion.table import LobbyError


def blueprint(site: Site) -> Blueprint:
    """The paths of the kiosk's settings."""
    settings = Blueprint("settings", __name__)

    @settings.post("/api/screen")
    def screen() -> Response:
        host_only(site)
        sent = body()
        language = field(sent, "language", str) if "language" in sent else None
        theme = field(sent, "theme", str) if "theme" in sent else None
        sound = field(sent, "sound", bool) if "sound" in sent else None
        if language is not None and language not in site.shelf.languages:
            raise LobbyError("language-unknown", language=language)
        if theme is not None and theme not in THEMES:
            raise Fault(400, "bad-field", field="theme")
        if language is None and theme is None and sound is None:
            raise Fault(400, "bad-field", field="language")
        try:
            site.screen.choose(language, theme=theme, sound=sound)
        except OSError:
            raise Fault(503, "journal") from None
        site.table.nudge()
        return jsonify(language=site.screen.language, theme=site.screen.theme, sound=site.screen.sound)

    return settings
