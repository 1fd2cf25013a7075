"""The HTTP surface: JSON in, JSON out, and the views as a stream (the paths stand in the design)."""

from importlib.metadata import version

from flask import Blueprint, Response, jsonify

from companion.server import sse
from companion.server.access import asker, forget_seat, give_seat, host_only, seated
from companion.server.faults import Fault
from companion.server.scene import qr
from companion.server.sent import body, field
from companion.server.site import Site


def blueprint(site: Site) -> Blueprint:
    """The paths of the API on one table."""
    api = Blueprint("api", __name__)
    table = site.table

    @api.get("/healthz")
    def healthz() -> Response:
        return jsonify(status="ok", version=version("cluedo-companion"), link=table.view(None)["link"])

    @api.post("/api/games")
    def games() -> tuple[Response, int]:
        host_only(site)
        sent = body()
        opened = table.open_lobby(
            field(sent, "rules", str),
            field(sent, "options", dict, {}),
            field(sent, "board", str, "") or None,
            keep_seats=field(sent, "keep_seats", bool, False),
            replace=field(sent, "replace", bool, False),
        )
        return jsonify(version=opened), 201

    @api.post("/api/rematch")
    def rematch() -> tuple[Response, int]:
        host_only(site)
        return jsonify(version=table.rematch()), 201

    @api.post("/api/seats")
    def seats() -> tuple[Response, int]:
        held = asker(site).seat
        if held is not None:  # a phone that took another seat would leave its first one to nobody
            raise Fault(409, "has-seat", seat=held)
        sent = body()
        language = field(sent, "language", str, asker(site).words.language)
        ticket = table.join(field(sent, "name", str).strip(), field(sent, "suspect", str), language)
        response = jsonify(seat=ticket.seat, token=ticket.token)
        give_seat(response, ticket.token)
        return response, 201

    @api.post("/api/remove")
    def remove() -> Response:
        host_only(site)
        table.remove(field(body(), "seat", str))
        return jsonify(version=table.version)

    @api.post("/api/leave")
    def leave() -> Response:
        table.remove(seated(site))
        response = jsonify(version=table.version)
        forget_seat(response)
        return response

    @api.post("/api/start")
    def start() -> Response:
        host_only(site)
        return jsonify(version=table.start())

    @api.post("/api/order")
    def order() -> Response:
        host_only(site)
        names = field(body(), "seats", list)
        if not all(isinstance(name, str) for name in names):
            raise Fault(400, "bad-field", field="seats")
        table.order(names)
        return jsonify(version=table.version)

    @api.post("/api/act")
    def act() -> Response:
        seat = seated(site)
        sent = body()
        return jsonify(version=table.act(seat, field(sent, "act", str), field(sent, "version", int)))

    @api.get("/api/view")
    def view() -> Response:
        return jsonify(table.view(asker(site).seat))

    @api.get("/api/stream")
    def stream() -> Response:
        seat = asker(site).seat

        def render() -> tuple[int, str]:
            seen = table.view(seat)
            return seen["version"], sse.event("view", seen, seen["version"])

        return sse.stream(site, "api", render, seat=seat)

    @api.get("/api/record")
    def record() -> Response:
        if not asker(site).host and table.view(None)["phase"] != "over":
            raise Fault(403, "record-closed")
        response = Response(table.record(), mimetype="text/plain")
        response.headers["Content-Disposition"] = 'attachment; filename="game.case"'
        return response

    @api.post("/api/pass")
    def pass_() -> Response:
        host_only(site)
        return jsonify(version=table.pass_for(field(body(), "seat", str)))

    @api.post("/api/dice")
    def dice() -> Response:
        host_only(site)
        if not table.roll_pressed():
            raise Fault(409, "no-dice")
        return jsonify(version=table.version)

    @api.post("/api/note")
    def note() -> Response:
        seat = seated(site)
        sent = body()
        table.note(seat, *(field(sent, name, str) for name in ("card", "column", "mark")))
        return jsonify(version=table.version)

    @api.post("/api/language")
    def language() -> Response:
        table.set_language(seated(site), field(body(), "language", str))
        return jsonify(version=table.version)

    @api.post("/api/invite")
    def invite() -> Response:
        wanted = field(body(), "seat", str, asker(site).seat or "")
        if wanted != asker(site).seat:
            host_only(site)  # somebody else's seat is given away only by the host
        address = f"{site.address}seat/{table.invite(wanted)}"
        return jsonify(address=address, qr=qr(address))

    @api.post("/api/redeem")
    def redeem() -> Response:
        token = table.redeem(field(body(), "code", str))
        response = jsonify(seat=table.seat_of(token), token=token)
        give_seat(response, token)
        return response

    return api
