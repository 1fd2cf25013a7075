"""Whose turn it is, what the table waits for, and what is to be put right, as sentences for everybody."""

from collections.abc import Mapping
from math import ceil
from typing import Any

from markupsafe import Markup

from companion.server.dressing import View, dressed_frame
from companion.words import Player, Words

_WAITS: Mapping[str, str] = {
    "first": "waits.first",
    "start": "waits.start",
    "rolled": "waits.rolled",
    "moved": "waits.moved",
    "suggested": "waits.suggested",
    "shown": "waits.shown",
    "answer": "waits.answer",
    "reaction": "waits.reaction",
    "dispute": "waits.dispute",
    "penalty": "waits.penalty",
    "swap": "waits.swap",
    "break": "waits.break",
    "untie": "waits.untie",
}


CALLS_A_LIE = "mustard"
"""The card that is claimed against another claim."""


def situation(frame: Mapping[str, str]) -> str:
    """What the table is at, in a word: the stage of a turn, or the kind of another frame."""
    return frame["stage"] if frame["kind"] == "turn" else frame["kind"]


def second_shot(frame: Mapping[str, Any]) -> bool:
    """Whether green has opened a second shot, and the move for it, if any, is done."""
    return bool(frame.get("green")) and frame["stage"] not in ("start", "rolled")


def timed(view: View) -> bool:
    """Whether the table waits for answers that may be passed over, in a time of their own."""
    return view["frame"] is not None and view["frame"]["kind"] in ("window", "reaction")


def turn_line(view: View, words: Words) -> Markup:
    """Whose turn it is, or how the game ended; empty before a game."""
    if view["phase"] == "over" and view["winner"]:
        return words.html("status.won", seat=Player(view["winner"]))
    if view["phase"] == "over":
        return words.html("status.drawn")
    if view["phase"] != "play":
        return Markup()
    if view["turn"] is None:
        return words.html("status.first")
    if view["turn"] == view["seat"]:
        return words.html("status.your-turn")
    return words.html("status.turn", seat=Player(view["turn"]))


def waiting_line(view: View, words: Words) -> Markup:
    """What the table waits for, told to those who are not asked."""
    frame = view["frame"]
    if frame is None:
        return Markup()
    names = dressed_frame(frame, words) | {
        "seats": words.listing(view["awaits"]),
        "n": frame.get("steps") or 0,
    }
    return words.html(_wait(frame), **names)


def _wait(frame: Mapping[str, Any]) -> str:
    at, bans = situation(frame), frame.get("bans", ())
    if at == "window":
        return _claimed(frame)
    if second_shot(frame):
        return "waits.second-shot"
    if "roll" in bans and at != "rolled":
        return "waits.over" if "green" in frame["claimed"] else "waits.shot"
    if "accuse" in bans and at in ("moved", "suggested", "shown"):
        return "waits.over"
    return _WAITS.get(at, "waits.unknown")


def _claimed(frame: Mapping[str, str]) -> str:
    if frame["card"] == CALLS_A_LIE:
        return "waits.window-mustard"
    return "waits.window-against" if frame["target"] else "waits.window"


def passing_line(view: View, words: Words) -> Markup:
    """That the host is about to pass for a seat that is away; empty while nobody does."""
    if not view["passing"]:
        return Markup()
    left = Markup('<b data-countdown="passing">{}</b>').format(ceil(view["passing"]["rest"]))
    if view["passing"]["seat"] == view["seat"]:
        return words.html("passing.you", left=left)
    return words.html("passing.seat", seat=Player(view["passing"]["seat"]), left=left)


def correction_line(correction: Mapping[str, str | None], words: Words) -> Markup:
    """What to put right on the board.

    correction: `suspect` (None: an unknown piece), `from` where it is seen (None: nowhere), `to` where it
        belongs (None: off the squares).
    """
    if correction["suspect"] is None:
        key = "correct.unknown" if correction["from"] else "correct.missing"
    else:
        key = "correct.piece" if correction["to"] else "correct.off"
    return words.html(key, **{name: words.noun(value) for name, value in correction.items() if value})
