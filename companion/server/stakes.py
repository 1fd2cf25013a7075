"""What a choice costs, in a sentence under its button."""

from collections.abc import Mapping

from markupsafe import Markup

from companion.server.dressing import View, dressed_frame
from companion.words import Words

_STAKES: Mapping[tuple[str, str], str] = {
    ("window", "challenge"): "hint.challenge",
    ("window", "challenge mustard"): "hint.challenge-mustard",
    ("window", "pass"): "hint.stands",
    ("dispute", "reveal"): "hint.reveal",
    ("dispute", "concede"): "hint.concede",
    ("break", "break"): "hint.break",
    ("untie", "untie"): "hint.untie",
}
"""By kind of frame and act."""

_NOTES: Mapping[str, str] = {
    "answer": "prompt.between-two",
    "window": "prompt.stakes",
    "dispute": "prompt.stakes",
    "reaction": "prompt.any-card",
    "penalty": "prompt.secret",
    "swap": "prompt.secret",
}
"""What holds for all choices of a kind of frame."""


def stake(act: str, view: View, words: Words) -> Markup | None:
    """What an act costs in the frame of a view, None where there is nothing to say."""
    key = _STAKES.get((view["frame"]["kind"], act))
    return words.html(key, **dressed_frame(view["frame"], words)) if key else None


def note(view: View, words: Words) -> Markup | None:
    """What whoever is asked should know besides."""
    key = _NOTES.get(view["frame"]["kind"])
    return words.html(key, **dressed_frame(view["frame"], words)) if key else None
