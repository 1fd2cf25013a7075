"""Everything that the templates may use, gathered from one view."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from companion.board import SUSPECTS, Board, load_board
from companion.rules import BULLETS, MAX_SEATS, MIN_SEATS, RULESETS
from companion.server.claims import of_this_turn, on_their_way, sights
from companion.server.corrections import BY_HAND, notice_line
from companion.server.cues import cues, wrong
from companion.server.drawing import Drawing
from companion.server.dressing import View
from companion.server.ending import Ending, ending, score_of
from companion.server.errands import errands, fallen
from companion.server.guide import guide
from companion.server.house import BASE, house_options
from companion.server.machine import TROUBLES, URGENT, trouble_lines
from companion.server.notebook import SAYS, SIGNS, notebook
from companion.server.prompt import prompt
from companion.server.site import Site
from companion.server.situation import correction_line, passing_line, timed, turn_line, waiting_line
from companion.server.story import log_lines
from companion.server.strolls import strolls
from companion.server.tabletop import tabletop
from companion.server.throws import newest_throw
from companion.table import dice_wanted
from companion.words import NAMES, Words


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, and through which page.

    page: `player`, `kiosk`, `host` or `virtual`.
    seat: whose view, None for the public one.
    host: whether the host's controls are shown.
    """

    page: str
    seat: str | None
    host: bool
    words: Words


def scene(site: Site, who: Viewer) -> dict[str, Any]:
    """The names that templates know.

    site: the table and its settings.
    who: for whom the page is made; what it holds comes from this seat's view alone.
    """
    view = site.table.view(who.seat)
    words = who.words
    board = site.table.board() or load_board("classic")  # before the first lobby any board will do
    drawing = drawing_of(board)
    return {
        "view": view,
        "who": who,
        "me": next((seat for seat in view["seats"] if seat["name"] == who.seat), None),
        "suspect_of": {seat["name"]: seat["suspect"] for seat in view["seats"]},
        "t": words.html,
        "name": words.name,
        "words": words,
        "drawing": drawing,
        "tokens": view["tokens"],
        "draggable": site.virtual is not None,
        "sensing": site.sensors is not None,
        "tabletop": tabletop(site.virtual, drawing) if who.page == "virtual" and site.virtual else None,
        "tied": {seat["suspect"] for seat in view["seats"] if seat["name"] in view.get("tied", ())},
        "seduced": {seat["suspect"] for seat in view["seats"] if seat["name"] in view.get("seduced", ())},
        "chambers": range(BULLETS),
        "active": {seat["suspect"] for seat in view["seats"] if seat["in_turn"]},
        "goals": _goals(site, view),
        "throws": who.host and who.page != "player" and dice_wanted(view, site.table.view),
        "bluff": BASE in view["options"],
        "claims": on_their_way(view),
        "claimed": of_this_turn(view),
        "sights": sights(view, drawing),
        "passable": who.host and who.page in ("kiosk", "host") and timed(view),
        "timed": timed(view),
        "passing_line": passing_line(view, words),
        "errands": errands(view, words),
        "fallen": fallen(view),
        "arrows": [_arrow(drawing, one) for one in view["corrections"] if one["from"] and one["to"]],
        "notices": [(one["kind"] in BY_HAND, notice_line(one, words)) for one in view["notices"]],
        "corrections": [correction_line(one, words) for one in view["corrections"]],
        "lines": log_lines(view, words),
        "turn_line": turn_line(view, words),
        "waiting_line": waiting_line(view, words),
        "prompt": prompt(view, words, board) if who.seat and view["phase"] == "play" else None,
        "guide": guide(view, words) if who.seat and view["phase"] == "play" else (),
        "notebook": notebook(view) if who.seat and view["phase"] in ("play", "over") else None,
        "signs": SIGNS,
        "says": SAYS,
        "suspects": SUSPECTS,
        "few": len(view["seats"]) < MIN_SEATS,
        "full": len(view["seats"]) >= MAX_SEATS,
        "rulesets": tuple(RULESETS),
        "house": house_options(view, words),
        "languages": {code: NAMES[code] for code in site.shelf.languages},
        "address": site.address,
        "shown_key": _shown_key(site, who),
        "wifi": site.wifi,
        "screen": site.screen,
        "troubles": trouble_lines(site.machine, words, URGENT if view["phase"] == "play" else TROUBLES),
        "cues": cues(view),
        "wrong": wrong(view),
        "throw": newest_throw(view),
        "ways": strolls(drawing) if who.page == "kiosk" else {},
        "qr": qr,
        "ending": _ending(site, view, drawing, words),
        "evening": score_of(site) if view["phase"] != "play" else (),
    }


def _ending(site: Site, view: View, drawing: Drawing, words: Words) -> Ending | None:
    """How the game on the table ended, None while it has not."""
    game = site.table.archive.newest() if view["phase"] == "over" else None
    return ending(game, drawing, words) if game else None


def _shown_key(site: Site, who: Viewer) -> str | None:
    """The host key, while the screen at this machine shows it; a guest's screen elsewhere never does."""
    return site.host_key if who.page == "kiosk" and who.host and site.key_shown() else None


def _goals(site: Site, view: View) -> list[str]:
    """The places where the pending roll may end.

    They follow from what lies open on the table, so everybody may see them.
    """
    frame = view["frame"]
    if frame is None or frame.get("stage") != "rolled":
        return []
    acts = view["acts"] if view["turn"] == view["seat"] else site.table.view(view["turn"])["acts"]
    return next((offer["choices"][0] for offer in acts if offer["act"] == "move"), [])


def _arrow(drawing: Drawing, correction: Mapping[str, str]) -> tuple[float, float, float, float]:
    piece = correction["suspect"] or SUSPECTS[0]
    return (*drawing.at(piece, correction["from"]), *drawing.at(piece, correction["to"]))


@lru_cache(maxsize=4)
def drawing_of(board: Board) -> Drawing:
    """The drawing of a board, made once."""
    return Drawing(board)


@lru_cache(maxsize=16)
def qr(text: str) -> Markup:
    """A QR code as SVG, its colours left to the style sheet."""
    import segno  # it brings half of the standard library with it: not before the first page asks

    code = segno.make(text, error="m")
    return Markup(code.svg_inline(border=0, omitsize=True, svgclass="qr", lineclass="qr-ink"))
