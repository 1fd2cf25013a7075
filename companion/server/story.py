"""What happened, as sentences. The log keeps words and names; each viewer reads it in its own language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from companion.server.dressing import View, dressed
from companion.words import Words

KINDS: Mapping[str, str] = {
    "accused": "log.accused",
    "barred": "log.barred",
    "begins": "log.begins",
    "blocked": "log.blocked",
    "broken": "log.broken",
    "case": "log.case",
    "challenged": "log.challenged",
    "claimed": "log.claimed",
    "conceded": "log.conceded",
    "cut-short": "log.cut-short",
    "discredited": "log.discredited",
    "drawn": "log.drawn",
    "eliminated": "log.eliminated",
    "ended": "log.ended",
    "false-testimony": "log.false-testimony",
    "first": "log.first",
    "four-dice": "log.four-dice",
    "freed": "log.freed",
    "gave": "log.gave",
    "held": "log.held",
    "killed": "log.killed",
    "moved": "log.moved",
    "moved-aside": "log.moved-aside",
    "nobody": "log.nobody",
    "nothing": "log.nothing",
    "paid": "log.paid",
    "passage": "log.passage",
    "revealed": "log.revealed",
    "right": "log.right",
    "rolled": "log.rolled",
    "second-shot": "log.second-shot",
    "seduced": "log.seduced",
    "seduced-over": "log.seduced-over",
    "shot": "log.shot",
    "shown": "log.shown",
    "stabbed": "log.stabbed",
    "stands-by": "log.stands-by",
    "stays-tied": "log.stays-tied",
    "suggested": "log.suggested",
    "summoned": "log.summoned",
    "teleported": "log.teleported",
    "testimony-stands": "log.testimony-stands",
    "tie": "log.tie",
    "tied": "log.tied",
    "tied-over": "log.tied-over",
    "took": "log.took",
    "turn": "log.turn",
    "turned": "log.turned",
    "unbarred": "log.unbarred",
    "void": "log.void",
    "won": "log.won",
    "wrong": "log.wrong",
}
"""The sentence of each kind of event, as everybody reads it."""

_PRIVY: Mapping[tuple[str, str], tuple[str, str, str]] = {
    ("shown", "card"): ("to", "log.shown-to-you", "log.shown-by-you"),
    ("paid", "card"): ("to", "log.paid-to-you", "log.paid-by-you"),
    ("took", "card"): ("taker", "log.taken-by-you", "log.taken-from-you"),
    ("gave", "card"): ("taker", "log.given-to-you", "log.given-by-you"),
    ("wrong", "case"): ("seat", "log.wrong-for-you", "log.wrong"),
}
"""Kind and secret: whose eyes get the first sentence; the other one who knows the secret gets the second."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    number: counts what this viewer sees.
    kind: the event's.
    text: the sentence.
    told: what everybody else reads, None where that is the same; a phone that lies open shows no more.
    """

    number: int
    kind: str
    text: Markup
    told: Markup | None


def log_lines(view: View, words: Words) -> list[Line]:
    """The log as its viewer may read it, the oldest first."""
    return [_line(entry, view["seat"], words) for entry in view["log"]]


def _line(entry: Mapping[str, Any], viewer: str | None, words: Words) -> Line:
    text = happening(entry, viewer, words)
    secrets = {secret for kind, secret in _PRIVY if kind == entry["kind"]}
    public = {name: value for name, value in entry["args"].items() if name not in secrets}
    secret = len(public) < len(entry["args"])
    told = happening({"kind": entry["kind"], "args": public}, None, words) if secret else None
    return Line(entry["n"], entry["kind"], text, told)


def happening(entry: Mapping[str, Any], viewer: str | None, words: Words) -> Markup:
    """One event as a sentence.

    entry: `kind` and `args`, as the log has them.
    viewer: the seat that reads it, None for everybody.
    """
    args = {name: tuple(value) if isinstance(value, list) else value for name, value in entry["args"].items()}
    return _told(entry["kind"], tuple(args.items()), viewer, words)


@lru_cache(maxsize=8192)  # an evening's log is read again with every act, on every phone
def _told(kind: str, said: tuple[tuple[str, Any], ...], viewer: str | None, words: Words) -> Markup:
    args = dict(said)
    key = KINDS.get(kind, "log.unknown")
    for (told, secret), (eyes, first, second) in _PRIVY.items():
        if kind == told and secret in args:
            key = first if args[eyes] == viewer else second
    if kind == "claimed" and args["target"]:
        key = "log.claimed-against"
    return words.html(key, kind=kind, **dressed(kind, args, words))
