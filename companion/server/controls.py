"""A control for each act that a view offers. No rule stands here: the view says what may be done."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from companion.board import Board
from companion.server.covered import CHOOSES, covered
from companion.server.dressing import View
from companion.server.powers import powers, reactions
from companion.server.shapes import Button, Control, Destinations, Form, Option
from companion.server.stakes import stake
from companion.words import Player, Words

_PLAIN: Mapping[str, tuple[str, str]] = {
    "first": ("do.first", "main"),
    "roll": ("do.roll", "main"),
    "untie": ("do.untie", "main"),
    "break": ("do.break", "main"),
    "challenge": ("do.challenge", "main"),
    "challenge mustard": ("do.challenge-mustard", "quiet"),
    "reveal": ("do.reveal", "main"),
    "unbar": ("do.unbar", "quiet"),
    "concede": ("do.concede", "quiet"),
    "pass": ("do.pass", "quiet"),
    "none": ("do.none", "quiet"),
    "end": ("do.end", "quiet"),
}
"""Acts without words to choose: the label and the tone."""

_FORMS: Mapping[str, tuple[str, bool]] = {"suggest": ("do.suggest", False), "accuse": ("do.accuse", True)}
"""Acts with several words: the label, and whether they are heavy."""


_WHATEVER_IS_HELD = ("dispute", "answer")
"""Kinds of frame whose controls are the same for every hand."""


def controls(view: View, words: Words, board: Board) -> list[Control]:
    """The controls for everything that the seat of a view may do now."""
    frame = view["frame"]
    if frame and view["seat"] in view["awaits"] and frame["kind"] in _WHATEVER_IS_HELD:
        return _alike(view, words)
    made = [control for offer in view["acts"] for control in _controls(offer, view, words, board)]
    if frame and frame["kind"] == "reaction":
        return [*reactions(view, words), *made]
    if claims := powers(view["acts"], words):
        made.append(claims)
    if len(made) == 1 and isinstance(made[0], Button):
        return [made[0].first()]  # the only thing to do is the main thing
    return made


def _alike(view: View, words: Words) -> list[Control]:
    """What was missing would be seen over the shoulder; the rules refuse what is not held, in a sentence."""
    if view["frame"]["kind"] == "dispute":
        return [_plain(act, view, words) for act in ("reveal", "concede")]
    named = next((offer["choices"][0] for offer in view["acts"] if offer["act"] == "show"), ())
    return [covered("show", named, view, words), _plain("none", view, words)]


def _controls(offer: Mapping[str, Any], view: View, words: Words, board: Board) -> list[Control]:
    act, choices = offer["act"], offer["choices"]
    if act in _PLAIN:
        return [_plain(act, view, words)]
    if act in CHOOSES:
        return [covered(act, choices[0], view, words)]
    if act in _FORMS:
        key, heavy = _FORMS[act]
        return [Form(act, words.html(key), _fields(choices, words), heavy)]
    if act == "move":
        return [_destinations(choices[0], words, board)]
    if act == "passage":
        end = board.passages[view["tokens"][view["suspect"]]]
        return [Button(act, words.html("do.passage", room=words.noun(end)))]
    if act == "false-testimony":
        key = "do.false-testimony"
        return [Button(f"{act} {seat}", words.html(key, seat=Player(seat)), "quiet") for seat in choices[0]]
    return []


def _plain(act: str, view: View, words: Words) -> Button:
    key, tone = _PLAIN[act]
    suffers = act == "pass" and view["frame"]["kind"] == "reaction"
    if act == "pass" and view["frame"].get("neighbour", view["seat"]) != view["seat"]:
        tone = "main"  # to doubt with Mustard is a claim of one's own, so no tap should fall into it
    return Button(act, words.html("do.suffer" if suffers else key), tone, stake(act, view, words))


def _destinations(places: Sequence[str], words: Words, board: Board) -> Destinations:
    rooms = [
        Button(f"move {room}", words.html("do.move", place=words.noun(room)))
        for room in places
        if board.is_room(room)
    ]
    return Destinations("move", rooms, [(place, place) for place in places if board.is_square(place)])


def _fields(choices: Sequence[Sequence[str]], words: Words) -> list[tuple[Markup, Sequence[Option]]]:
    labels = (words.html("field.suspect"), words.html("field.weapon"), words.html("field.room"))
    return [
        (label, [(word, words.name("nominative", word)) for word in options])
        for label, options in zip(labels, choices, strict=False)
    ]
