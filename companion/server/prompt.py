"""What a seat is asked: one sentence, and the controls to answer it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.board import Board
from companion.server.controls import controls
from companion.server.dressing import View, dressed_frame
from companion.server.shapes import Control
from companion.server.situation import CALLS_A_LIE, second_shot, situation, waiting_line
from companion.server.stakes import note
from companion.words import Words

_OUT: Mapping[str, str] = {
    "accused": "prompt.accused",
    "discredited": "prompt.discredited",
    "eliminated": "prompt.eliminated",
}
"""What a seat is told that takes no turns any more."""

_ASKED: Mapping[str, str] = {
    "first": "prompt.first",
    "answer": "prompt.answer",
    "rolled": "prompt.rolled",
    "moved": "prompt.moved",
    "suggested": "prompt.nobody",
    "shown": "prompt.shown",
    "dispute": "prompt.dispute",
    "swap": "prompt.swap",
    "break": "prompt.break",
    "untie": "prompt.untie",
}
"""The question of each situation; where there are several, `_question` chooses."""

_ATTACKS: Mapping[str, str] = {
    "white": "attack.white",
    "rope": "attack.rope",
    "revolver": "attack.revolver",
    "knife": "attack.knife",
    "scarlet": "attack.scarlet",
    "peacock": "attack.peacock",
}
"""What happens to whoever does not react."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands on the phone.

    asked: whether the game waits for this seat.
    note: what holds whatever is chosen, None for nothing.
    """

    asked: bool
    sentence: Markup
    note: Markup | None
    controls: Sequence[Control]


def prompt(view: View, words: Words, board: Board) -> Prompt:
    """The prompt of the seat whose view this is, during a game."""
    asked = view["seat"] in view["awaits"]
    sentence = _asked(view, words) if asked else _onlooker(view, words)
    return Prompt(asked, sentence, note(view, words) if asked else None, controls(view, words, board))


def _onlooker(view: View, words: Words) -> Markup:
    status = next(seat["status"] for seat in view["seats"] if seat["name"] == view["seat"])
    told = waiting_line(view, words)
    return words.html(_OUT[status]) + " " + told if status in _OUT else told


def _asked(view: View, words: Words) -> Markup:
    frame = view["frame"]
    place = words.noun(view["tokens"][view["suspect"]])
    names = dressed_frame(frame, words) | {"place": place, "n": frame.get("steps") or 0}
    names["squares"] = words.either(view["ask"])
    return words.html(_question(view), **names)


def _question(view: View) -> str:
    at, offered = situation(view["frame"]), {offer["act"] for offer in view["acts"]}
    if at == "rolled" and view["ask_room"]:
        return "prompt.room"
    if at == "rolled" and view["ask"]:
        return "prompt.square"
    if second_shot(view["frame"]):
        return "prompt.second-shot"
    if "roll" in view["frame"].get("bans", ()) and at != "rolled":
        return "prompt.shot" if "claim green" in offered else "prompt.over"
    if at == "start":
        return _how_to_start(offered)
    if at == "window":
        return _whose_claim(view["frame"])
    if at == "reaction":
        return _ATTACKS.get(view["frame"]["attack"], "prompt.unknown")
    if at == "penalty":
        return "prompt.penalty-proven" if view["frame"]["proven"] else "prompt.penalty-void"
    if at == "moved" and "suggest" in offered:
        return "prompt.suggest"
    if at in ("moved", "suggested", "shown") and "accuse" in view["frame"].get("bans", ()):
        return "prompt.over"
    return _ASKED.get(at, "prompt.unknown")


def _whose_claim(frame: Mapping[str, str]) -> str:
    """The target stands there by name also for itself: all who are asked read the same (R35)."""
    if frame["card"] == CALLS_A_LIE:
        return "prompt.window-mustard"
    return "prompt.window-against" if frame["target"] else "prompt.window"


def _how_to_start(offered: set[str]) -> str:
    if "suggest" in offered:
        return "prompt.start-summoned" if offered & {"roll", "passage"} else "prompt.held-suggest"
    if "roll" not in offered:
        return "prompt.trapped"
    return "prompt.start-passage" if "passage" in offered else "prompt.start"
