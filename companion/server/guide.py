"""What may I do now? The rules of the moment, in a few sentences (RULES.md says the same at length)."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from companion.rules import class_of
from companion.server.dressing import View, dressed_frame
from companion.server.situation import situation
from companion.words import Words

_AT: Mapping[str, Sequence[str]] = {
    "first": ("guide.first",),
    "answer": ("guide.answer",),
    "window": ("guide.window",),
    "reaction": ("guide.reaction",),
    "dispute": ("guide.reveal", "guide.concede"),
    "penalty": ("guide.penalty",),
    "swap": ("guide.swap",),
    "break": ("guide.break",),
    "untie": ("guide.untie",),
}
"""By what the table is at. Nothing here may follow from a hand: the sheet is seen over the shoulder."""

_MAY: Mapping[str, str] = {
    "roll": "guide.roll",
    "passage": "guide.passage",
    "move": "guide.move",
    "suggest": "guide.suggest",
    "accuse": "guide.accuse",
    "false-testimony": "guide.false-testimony",
    "claim": "guide.claim",
    "unbar": "guide.unbar",
    "end": "guide.end",
}
"""In the own turn, by what is offered there."""

_POWERS: Mapping[str, str] = {
    "room": "guide.power-room",
    "candlestick": "guide.power-candlestick",
    "leadpipe": "guide.power-leadpipe",
    "rope": "guide.power-rope",
    "revolver": "guide.power-revolver",
    "knife": "guide.power-knife",
    "wrench": "guide.power-wrench",
    "mustard": "guide.power-mustard",
    "scarlet": "guide.power-scarlet",
    "peacock": "guide.power-peacock",
    "white": "guide.power-white",
    "green": "guide.power-green",
    "plum": "guide.power-plum",
}
"""What a card does, for whoever has to believe it or not; all rooms do the same."""

_ATTACKED = ("wrench", "white", "plum")
"""The cards that answer an attack."""


def guide(view: View, words: Words) -> list[Markup]:
    """What the seat of a view may do now and what follows from it, a sentence or two each."""
    frame = view["frame"]
    names = dressed_frame(frame, words) if frame else {}
    return [words.html(key, **names) for key in _keys(view)]


def _keys(view: View) -> Iterator[str]:
    frame, at = view["frame"], situation(view["frame"]) if view["frame"] else ""
    if view["seat"] not in view["awaits"]:
        status = next(seat["status"] for seat in view["seats"] if seat["name"] == view["seat"])
        yield "guide.waiting" if status == "playing" else "guide.out"
    elif at in _AT:
        yield from _AT[at]
        if at == "answer" and view["options"].get("honour") == "on":
            yield "guide.honour"
    else:
        yield from _own_turn(view)
    if frame and frame["kind"] == "window":
        yield _POWERS[frame["card"] if frame["card"] in _POWERS else class_of(frame["card"])]
    if frame and frame["kind"] == "reaction" and view["seat"] in view["awaits"]:
        offered = {offer["act"].removeprefix("claim ") for offer in view["acts"]}
        yield from (_POWERS[card] for card in _ATTACKED if card in offered)


def _own_turn(view: View) -> Iterator[str]:
    offered = {offer["act"].split()[0] for offer in view["acts"]}
    options = view["options"]
    for act, key in _MAY.items():
        if act not in offered:
            continue
        yield key
        if act == "move" and options.get("revisit") != "on":
            yield "guide.once"
        if act == "suggest" and options.get("must-suggest") == "on" and "end" not in offered:
            yield "guide.must-suggest"
