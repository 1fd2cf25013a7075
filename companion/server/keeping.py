"""What the host does with the games as a whole: copies of them, taking one back, starting anew."""

from flask import Blueprint, Response, jsonify, request, send_file

from companion.server.access import host_only
from companion.server.faults import Fault
from companion.server.sent import body, field
from companion.server.site import Site
from companion.server.uploads import LARGEST, UPLOAD
from companion.table import Backups, NoCopy


def blueprint(site: Site, backups: Backups) -> Blueprint:
    """The paths of backups and restarts, all for the host."""
    keeping = Blueprint("keeping", __name__)

    @keeping.post("/api/backup")
    def backup() -> Response:
        host_only(site)
        name = site.table.back_up(backups)
        site.table.nudge()
        return jsonify(backup=name)

    @keeping.get("/api/backup")
    def listed() -> Response:
        host_only(site)
        return jsonify([{"backup": one.name, "games": one.games, "at": one.at} for one in backups.all()])

    @keeping.get("/api/backup/<name>")
    def download(name: str) -> Response:
        host_only(site)
        path = backups.path(name)
        if path is None:
            raise Fault(404, "not-found")
        return send_file(path.resolve(), mimetype="application/vnd.sqlite3", as_attachment=True)

    @keeping.post(UPLOAD)
    def bring() -> tuple[Response, int]:
        host_only(site)
        request.max_content_length = LARGEST
        try:
            name = backups.bring(request.stream)
        except NoCopy:
            raise Fault(409, "no-copy") from None
        site.table.nudge()
        return jsonify(backup=name), 201

    @keeping.post("/api/restore")
    def restore() -> Response:
        host_only(site)
        name = field(body(), "backup", str)
        if backups.path(name) is None:
            raise Fault(404, "not-found")
        backups.want(name)
        return _restarting(jsonify(backup=name))

    @keeping.post("/api/restart")
    def restart() -> Response:
        host_only(site)
        return _restarting(jsonify({}))

    def _restarting(response: Response) -> Response:
        """Let the answer leave first."""
        response.call_on_close(site.restart)
        return response

    return keeping
