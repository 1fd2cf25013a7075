"""Watching finished games again: the page, its steps, and the record to keep.

Only games that are over can be seen: the archive gives no other, so nothing of a running game is in reach.
"""

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.board import SUSPECTS
from companion.rules import BULLETS, CARDS
from companion.server.access import asker
from companion.server.faults import Fault
from companion.server.replaying import steps
from companion.server.scene import drawing_of
from companion.server.site import Site
from companion.server.walltime import time_of_day
from companion.table import Finished, Result
from companion.words import Player, Words

KIOSK = "kiosk"
"""Where the page was opened from, when its way back is the screen at the table."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A game of the evening in the list."""

    number: int
    label: Markup


def blueprint(site: Site) -> Blueprint:
    """The paths of the finished games of one table."""
    replays = Blueprint("replays", __name__)

    def game_of(number: int) -> Finished:
        game = site.table.archive.game(number)
        if game is None:
            raise Fault(404, "no-replay")
        return game

    def at_kiosk() -> bool:
        return request.args.get("from") == KIOSK

    def words_of() -> Words:
        return site.shelf.of(site.screen.language) if at_kiosk() else asker(site).words

    @replays.get("/replay")
    def newest() -> AnyResponse:
        evening = site.table.archive.evening()
        if not evening:
            raise Fault(404, "no-replay")
        query = f"?from={KIOSK}" if at_kiosk() else ""
        return redirect(f"/replay/{evening[-1].number}{query}", 302)

    @replays.get("/replay/<int:number>")
    def replay(number: int) -> str:
        game = game_of(number)
        words = words_of()
        return render_template(
            "replay.html",
            game=game,
            start=game.moments[0].state,
            drawing=drawing_of(game.end.board),
            players={suspect: game.end.player_of(suspect) or "" for suspect in SUSPECTS},
            bluff="claim" in game.end.ruleset.verbs,
            chambers=range(BULLETS),
            cards=CARDS,
            games=_choices(site, words),
            back="/kiosk" if at_kiosk() else "/",
            t=words.html,
            name=words.name,
            words=words,
        )

    @replays.get("/replay/<int:number>/steps")
    def told(number: int) -> Response:
        game = game_of(number)
        eyes = request.args.get("eyes") or None
        if eyes is not None and eyes not in game.end.names:
            raise Fault(404, "no-replay")
        return jsonify(steps(game, drawing_of(game.end.board), words_of(), eyes))

    @replays.get("/replay/<int:number>/record")
    def record(number: int) -> Response:
        game = game_of(number)
        response = Response(game.record(), mimetype="text/plain")
        day = f"{datetime.fromtimestamp(game.moments[0].at or 0):%Y-%m-%d}"
        response.headers["Content-Disposition"] = f'attachment; filename="cluedo-{day}-{number}.case"'
        return response

    return replays


def _choices(site: Site, words: Words) -> list[Choice]:
    sure = site.machine is None or site.machine.clock_set
    return [Choice(game.number, _label(game, words, sure)) for game in site.table.archive.evening()]


def _label(game: Result, words: Words, sure: bool) -> Markup:
    time = time_of_day(game.dealt, words, sure=sure)
    if game.winner is None:
        return words.html("replay.drawn", time=time)
    return words.html("replay.won", time=time, seat=Player(game.winner))
