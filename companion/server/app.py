"""The Flask app of one table."""

from collections.abc import Callable, Iterable
from functools import partial

from flask import Flask

from companion.assets import asset_dir
from companion.server import (
    api,
    corrections,
    handlers,
    hosting,
    keeping,
    pages,
    replays,
    sensors,
    settings,
    sheets,
    tray,
)
from companion.server.access import asker
from companion.server.machine import Machine
from companion.server.screen import Screen
from companion.server.shield import shield
from companion.server.site import DraggableBoard, Sensors, Site
from companion.server.streams import Streams
from companion.server.uploads import parser_for
from companion.server.wifi import Wifi
from companion.table import Backups, Table
from companion.words import Shelf, load_words

_BODY = 16 * 1024
"""Bytes of the largest request that makes sense."""


def create_app(
    table: Table,
    *,
    host_key: str,
    address: Callable[[], str],
    hosts: Callable[[], Iterable[str]] = tuple,
    shelf: Shelf | None = None,
    screen: Screen | None = None,
    wifi: Wifi | None = None,
    virtual: Callable[[], DraggableBoard | None] = lambda: None,
    heartbeat: float = 2.0,
    felt: Sensors | None = None,
    key_shown: Callable[[], bool] = lambda: False,
    backups: Backups | None = None,
    restart: Callable[[], None] = lambda: None,
    machine: Machine | None = None,
) -> Flask:
    """Make the app; serve it with `Server`.

    table: the game.
    host_key: the secret that makes a client elsewhere the host.
    address: gives where phones reach the table now, with the IP address and a slash at the end; goes into the
        QR codes. A Pi may start before its network does, and change it later.
    hosts: gives the names and addresses that this machine really has now; any other Host header is refused
        (rebinding).
    shelf: the languages; all there are by default.
    screen: what the kiosk is set to; in English and kept nowhere by default.
    wifi: the network that phones have to be in, for the screen to show.
    virtual: gives the virtual board, None where there is none; a Pico that comes later takes its place.
    heartbeat: seconds between signs of life on a silent stream.
    felt: what the board's sensors say, for the host's sensor page.
    key_shown: whether the screen at this machine shows the host key now; `table.nudge` when that changes.
    backups: where copies of the games are kept; without it none are made.
    restart: ends this run and begins the next, which takes back the copy that `backups` was asked for.
    machine: what lies beneath, for the host's page to tell of and to ask.
    """
    web = asset_dir("web")
    app = Flask(__name__, static_folder=str(web / "static"), template_folder=str(web / "templates"))
    app.config.update(MAX_CONTENT_LENGTH=_BODY)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # views keep the order of the table
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    site = Site(
        table,
        shelf or load_words(),
        host_key,
        address,
        screen or Screen(),
        wifi,
        virtual,
        Streams(),
        heartbeat,
        felt,
        key_shown,
        backups,
        restart,
        machine,
    )
    app.extensions["companion"] = site
    app.extensions["reader"] = partial(parser_for, site)
    handlers.install(app, lambda: asker(site).words)
    app.register_blueprint(api.blueprint(site))
    app.register_blueprint(pages.blueprint(site, app.jinja_env))
    app.register_blueprint(sheets.blueprint(web / "static"))
    app.register_blueprint(sensors.blueprint(site, app.jinja_env))
    app.register_blueprint(settings.blueprint(site))
    app.register_blueprint(hosting.blueprint(site, app.jinja_env))
    app.register_blueprint(corrections.blueprint(site))
    if backups is not None:
        app.register_blueprint(keeping.blueprint(site, backups))
    app.register_blueprint(replays.blueprint(site))
    app.register_blueprint(tray.blueprint(site))

    # Without any referrer a browser sends the form of the host key with `Origin: null`, as a stranger's.
    shield(app, hosts, own_referrer=("hosting.host", "hosting.become_host"))
    return app
