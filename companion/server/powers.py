"""Claiming: the cards that a view offers, with what each one does. They are the same whatever is held."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from companion.rules import class_of
from companion.server.dressing import View, dressed_frame
from companion.server.shapes import Button, Power, Powers
from companion.words import Player, Words

CLAIM = "claim"

_CLASSES = ("room", "weapon", "suspect")
"""In the order in which the sheet has them."""

_DOES: Mapping[str, str] = {
    "scarlet": "power.scarlet",
    "green": "power.green",
    "peacock": "power.peacock",
    "candlestick": "power.candlestick",
    "leadpipe": "power.leadpipe",
    "rope": "power.rope",
    "revolver": "power.revolver",
    "knife": "power.knife",
}
"""What a power does, as its claimer reads it; all rooms do the same."""

_AGAINST: Mapping[str, str] = {"wrench": "hint.wrench", "white": "hint.white", "plum": "hint.plum"}
"""What a reaction does."""


def powers(offers: Sequence[Mapping[str, Any]], words: Words) -> Powers | None:
    """The claims of the own turn, None where there are none.

    offers: the `acts` of a view.
    """
    found = [_power(offer, words) for offer in offers if _claims(offer)]
    groups = [(kind, [one for one in found if class_of(one.card) == kind]) for kind in _CLASSES]
    return Powers([(kind, cards) for kind, cards in groups if cards]) if found else None


def reactions(view: View, words: Words) -> list[Button]:
    """The claims that answer an attack, all alike."""
    names = dressed_frame(view["frame"], words)
    return [
        Button(offer["act"], _label(offer, words), hint=words.html(_AGAINST[_card(offer)], **names))
        for offer in view["acts"]
        if _claims(offer)
    ]


def _claims(offer: Mapping[str, Any]) -> bool:
    return bool(offer["act"].startswith(f"{CLAIM} "))


def _card(offer: Mapping[str, Any]) -> str:
    return str(offer["act"].removeprefix(f"{CLAIM} "))


def _power(offer: Mapping[str, Any], words: Words) -> Power:
    card, act = _card(offer), offer["act"]
    if offer["choices"]:
        label = "do.claim-against"
        buttons = [
            (seat, Button(f"{act} {seat}", words.html(label, card=words.noun(card), seat=Player(seat))))
            for seat in offer["choices"][0]
        ]
    else:
        buttons = [("", Button(act, _label(offer, words)))]
    return Power(card, words.html(_DOES.get(card, "power.room")), buttons)


def _label(offer: Mapping[str, Any], words: Words) -> Markup:
    return words.html("do.claim", card=words.noun(_card(offer)))
