"""The host's word against the sensors: the board is right, or a token is moved on the screen."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify
from markupsafe import Markup

from companion.server.access import host_only
from companion.server.faults import Fault
from companion.server.sent import body, field
from companion.server.site import Site
from companion.words import Words

_NOTICES: Mapping[str, str] = {
    "empty": "sensor.empty",
    "turned": "sensor.turned",
    "illegal": "sensor.illegal",
    "unplayed": "sensor.unplayed",
    "flicker": "sensor.flicker",
    "stuck": "sensor.stuck",
    "deaf": "sensor.deaf",
    "dead": "sensor.dead",
    "phantom": "sensor.phantom",
    "fading": "sensor.fading",
    "missing": "sensor.missing",
}
"""The sentence for each kind of notice about the board."""

BY_HAND = ("empty", "turned", "illegal", "unplayed", "missing")
"""The kinds that somebody at the table has to put right; the game goes on around the others."""


def blueprint(site: Site) -> Blueprint:
    """The path of the host's corrections."""
    corrections = Blueprint("corrections", __name__)

    @corrections.post("/api/board")
    def board() -> Response:
        host_only(site)
        sent = body()
        version = field(sent, "version", int)
        if "move" in sent:
            return jsonify(version=site.table.put(field(sent, "move", str), version))
        if not field(sent, "right", bool):
            raise Fault(400, "bad-field", field="right")
        return jsonify(version=site.table.agree(version))

    return corrections


def notice_line(notice: Mapping[str, Any], words: Words) -> Markup:
    """What is to be said about the board beside the corrections.

    notice: its `kind`, its `places`, and the `suspect` or weapon that it is about.
    """
    places = notice["places"]
    return words.html(
        _NOTICES[notice["kind"]],
        squares=", ".join(places),
        suspect=words.noun(notice["suspect"] or ""),
        place=words.noun(places[0] if places else ""),
    )
