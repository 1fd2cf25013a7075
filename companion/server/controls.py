"""A control for each act that a view offers. No rule stands here: the view says what may be done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.board import Board
from companion.server.dressing import View
from companion.words import Player, Words

Option = tuple[str, str]
"""A word and what the page calls it."""


@dataclass(frozen=True, slots=True)
class Button:
    """One act on one tap.

    tone: `main` for what most will want, `quiet` else.
    """

    act: str
    label: Markup
    tone: str = "main"
    shape: str = "button"


@dataclass(frozen=True, slots=True)
class Destinations:
    """The ends of a move: a button for each room, a list for the squares."""

    act: str
    rooms: Sequence[Button]
    squares: Sequence[Option]
    shape: str = "destinations"


@dataclass(frozen=True, slots=True)
class Form:
    """An act whose words are chosen first.

    fields: for each open place its label and its options.
    heavy: it ends the game for somebody; asked for by a step of its own.
    """

    act: str
    label: Markup
    fields: Sequence[tuple[Markup, Sequence[Option]]]
    heavy: bool = False
    shape: str = "form"


@dataclass(frozen=True, slots=True)
class Powers:
    """The cards that may be claimed, each with its targets; there are many, so they lie behind one step."""

    label: Markup
    buttons: Sequence[Button]
    shape: str = "powers"


Control = Button | Destinations | Form | Powers

_PLAIN: Mapping[str, tuple[str, str]] = {
    "first": ("do.first", "main"),
    "roll": ("do.roll", "main"),
    "untie": ("do.untie", "main"),
    "break": ("do.break", "main"),
    "challenge": ("do.challenge", "main"),
    "challenge mustard": ("do.challenge-mustard", "main"),
    "reveal": ("do.reveal", "main"),
    "unbar": ("do.unbar", "quiet"),
    "concede": ("do.concede", "quiet"),
    "pass": ("do.pass", "quiet"),
    "none": ("do.none", "quiet"),
    "end": ("do.end", "quiet"),
}
"""Acts without words to choose: the label and the tone."""

_CARDS: Mapping[str, str] = {"show": "do.show", "pay": "do.pay", "give": "do.give"}
"""Acts whose word is a card: the label."""

_FORMS: Mapping[str, tuple[str, bool]] = {"suggest": ("do.suggest", False), "accuse": ("do.accuse", True)}
"""Acts with several words: the label, and whether they are heavy."""


def controls(view: View, words: Words, board: Board) -> list[Control]:
    """The controls for everything that the seat of a view may do now."""
    offers = view["acts"]
    made = [control for offer in offers for control in _controls(offer, view, words, board)]
    claims = [
        button for offer in offers if offer["act"].startswith("claim ") for button in _claim(offer, words)
    ]
    if view["frame"] and view["frame"]["kind"] == "reaction":
        made = [*claims, *made]  # the one thing that is asked
    elif claims:
        made.append(Powers(words.html("do.powers"), claims))
    if len(made) == 1 and isinstance(made[0], Button):
        return [Button(made[0].act, made[0].label)]  # the only thing to do is the main thing
    return made


def _controls(offer: Mapping[str, Any], view: View, words: Words, board: Board) -> list[Control]:
    act, choices = offer["act"], offer["choices"]
    if act in _PLAIN:
        key, tone = _PLAIN[act]
        return [Button(act, words.html(key), tone)]
    if act in _CARDS:
        return [
            Button(f"{act} {card}", words.html(_CARDS[act], card=words.noun(card))) for card in choices[0]
        ]
    if act in _FORMS:
        key, heavy = _FORMS[act]
        return [Form(act, words.html(key), _fields(choices, words), heavy)]
    if act == "move":
        return [_destinations(choices[0], words, board)]
    if act == "passage":
        end = board.passages[view["tokens"][view["suspect"]]]
        return [Button(act, words.html("do.passage", room=words.noun(end)))]
    if act == "false-testimony":
        label = "do.false-testimony"
        return [Button(f"{act} {seat}", words.html(label, seat=Player(seat)), "quiet") for seat in choices[0]]
    return []


def _destinations(places: Sequence[str], words: Words, board: Board) -> Destinations:
    rooms = [
        Button(f"move {room}", words.html("do.move", place=words.noun(room)))
        for room in places
        if board.is_room(room)
    ]
    return Destinations("move", rooms, [(place, place) for place in places if board.is_square(place)])


def _claim(offer: Mapping[str, Any], words: Words) -> list[Button]:
    act = offer["act"]
    card = words.noun(act.removeprefix("claim "))
    if not offer["choices"]:
        return [Button(act, words.html("do.claim", card=card), "quiet")]
    return [
        Button(f"{act} {seat}", words.html("do.claim-against", card=card, seat=Player(seat)), "quiet")
        for seat in offer["choices"][0]
    ]


def _fields(choices: Sequence[Sequence[str]], words: Words) -> list[tuple[Markup, Sequence[Option]]]:
    labels = (words.html("field.suspect"), words.html("field.weapon"), words.html("field.room"))
    return [
        (label, [(word, words.name("nominative", word)) for word in options])
        for label, options in zip(labels, choices, strict=False)
    ]
