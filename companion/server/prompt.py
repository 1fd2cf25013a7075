"""What a seat is asked: one sentence, and a control for each act that its view offers.

No rule of the game stands here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from companion.board import Board
from companion.server.sentences import View, dressed, waiting_line
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


Control = Button | Destinations | Form


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands on the phone.

    asked: whether the game waits for this seat.
    """

    asked: bool
    sentence: Markup
    controls: Sequence[Control] = field(default_factory=tuple)


def prompt(view: View, words: Words, board: Board) -> Prompt:
    """The prompt of the seat whose view this is."""
    asked = view["seat"] in view["awaits"]
    controls = [control for offer in view["acts"] for control in _controls(offer, view, words, board)]
    return Prompt(asked, _sentence(view, words) if asked else _onlooker(view, words), controls)


def _onlooker(view: View, words: Words) -> Markup:
    status = next((seat["status"] for seat in view["seats"] if seat["name"] == view["seat"]), "playing")
    out = {
        "accused": "prompt.accused",
        "discredited": "prompt.discredited",
        "eliminated": "prompt.eliminated",
    }
    told = waiting_line(view, words)
    return words.html(out[status]) + " " + told if status in out else told


def _sentence(view: View, words: Words) -> Markup:
    frame, offered = view["frame"], {offer["act"] for offer in view["acts"]}
    place = view["tokens"].get(_suspect(view), "")
    args: dict[str, Any] = {"place": words.noun(place)}
    if frame["kind"] == "first":
        key = "prompt.first"
    elif frame["kind"] == "answer":
        key = "prompt.answer-show" if "show" in offered else "prompt.answer-none"
        args |= dressed({name: frame[name] for name in ("seat", "suspect", "weapon", "room")}, words)
    elif frame["stage"] == "start":
        key = _start(offered)
    elif view["ask_room"]:
        key = "prompt.room"
    elif frame["stage"] == "rolled":
        key, args["n"] = "prompt.rolled", frame["steps"]
    elif "suggest" in offered:
        key = "prompt.suggest"
    elif frame["stage"] == "shown":
        key = "prompt.shown"
    elif frame["stage"] == "suggested":
        key = "prompt.nobody"
    else:
        key = "prompt.over"
    return words.html(key, **args)


def _start(offered: set[str]) -> str:
    if "suggest" in offered:
        return "prompt.start-summoned"
    if "passage" in offered:
        return "prompt.start-passage"
    return "prompt.start" if "roll" in offered else "prompt.trapped"


def _controls(offer: Mapping[str, Any], view: View, words: Words, board: Board) -> list[Control]:
    act, choices = offer["act"], offer["choices"]
    match act:
        case "roll":
            return [Button(act, words.html("do.roll"))]
        case "first":
            return [Button(act, words.html("do.first"))]
        case "passage":
            end = board.passages[view["tokens"][_suspect(view)]]
            return [Button(act, words.html("do.passage", room=words.noun(end)))]
        case "move":
            rooms = [
                Button(f"move {room}", words.html("do.move", place=words.noun(room)))
                for room in choices[0]
                if board.is_room(room)
            ]
            squares = [(place, place) for place in choices[0] if board.is_square(place)]
            return [Destinations(act, rooms, squares)]
        case "show":
            return [
                Button(f"show {card}", words.html("do.show", card=words.noun(card))) for card in choices[0]
            ]
        case "none":
            return [Button(act, words.html("do.none"), "main" if len(view["acts"]) == 1 else "quiet")]
        case "suggest":
            return [Form(act, words.html("do.suggest"), _fields(choices, words))]
        case "accuse":
            return [Form(act, words.html("do.accuse"), _fields(choices, words), heavy=True)]
        case "end":
            return [Button(act, words.html("do.end"), "quiet")]
        case "false-testimony":
            return [
                Button(f"{act} {seat}", words.html("do.false-testimony", seat=Player(seat)), "quiet")
                for seat in choices[0]
            ]
    return []  # an act that these pages do not know yet


def _fields(choices: Sequence[Sequence[str]], words: Words) -> list[tuple[Markup, Sequence[Option]]]:
    labels = (words.html("field.suspect"), words.html("field.weapon"), words.html("field.room"))
    return [
        (label, [(word, words.name("nominative", word)) for word in options])
        for label, options in zip(labels, choices, strict=False)
    ]


def _suspect(view: View) -> str:
    return next((seat["suspect"] for seat in view["seats"] if seat["name"] == view["seat"]), "")
