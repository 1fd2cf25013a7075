"""Own cards of which one is handed over, face down: what lies there looks the same whatever is held."""

import secrets
from collections.abc import Collection, Mapping
from hashlib import blake2b

from companion.server.dressing import View
from companion.server.shapes import Button, Cards
from companion.words import Words

CHOOSES: Mapping[str, str] = {"show": "do.show", "pay": "do.hand-over", "give": "do.hand-over"}
"""Acts whose word is an own card: the label that confirms it. It names no card."""

_SHUFFLE = secrets.token_bytes(16)


def covered(act: str, fitting: Collection[str], view: View, words: Words) -> Cards:
    """The whole hand, whose size everybody knows; only whoever turns it over sees which cards fit.

    act: one of `CHOOSES`.
    fitting: the cards that the act may take.
    """
    label = words.html(CHOOSES[act])
    lie = sorted(view["hand"], key=lambda card: _lot(card, view))
    return Cards(act, [(card, Button(f"{act} {card}", label) if card in fitting else None) for card in lie])


def _lot(card: str, view: View) -> bytes:
    """Where a card lies: anew for each question, so that the place of a finger tells nothing."""
    question = f"{view['seat']} {len(view['log'])} {card}"
    return blake2b(question.encode(), key=_SHUFFLE).digest()
