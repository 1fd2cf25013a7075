"""What happened, and what the table waits for, as sentences.

The log keeps words and names; each viewer reads it in its own language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.words import Player, Words

View = Mapping[str, Any]
"""A view of the table as `/api/view` gives it."""

LOG: Mapping[str, str] = {
    "accused": "log.accused",
    "begins": "log.begins",
    "case": "log.case",
    "cut-short": "log.cut-short",
    "dealt": "log.dealt",
    "discredited": "log.discredited",
    "drawn": "log.drawn",
    "ended": "log.ended",
    "false-testimony": "log.false-testimony",
    "first": "log.first",
    "moved": "log.moved",
    "moved-aside": "log.moved-aside",
    "nobody": "log.nobody",
    "nothing": "log.nothing",
    "passage": "log.passage",
    "right": "log.right",
    "rolled": "log.rolled",
    "shown": "log.shown",
    "suggested": "log.suggested",
    "summoned": "log.summoned",
    "testimony-stands": "log.testimony-stands",
    "tie": "log.tie",
    "turn": "log.turn",
    "won": "log.won",
    "wrong": "log.wrong",
}
"""The sentence of each kind of event."""

_PLAYERS = frozenset({"seat", "against"})
_WAITS: Mapping[str, str] = {
    "first": "waits.first",
    "answer": "waits.answer",
    "start": "waits.start",
    "rolled": "waits.rolled",
    "moved": "waits.moved",
    "suggested": "waits.suggested",
    "shown": "waits.shown",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    number: counts all events of the game.
    kind: the event's.
    seat: whose doing it is, None for nobody's.
    text: the sentence.
    """

    number: int
    kind: str
    seat: str | None
    text: Markup


def log_lines(view: View, words: Words) -> list[Line]:
    """The log as its viewer may read it, the oldest first."""
    return [
        Line(entry["n"], entry["kind"], entry["args"].get("seat"), happening(entry, view["seat"], words))
        for entry in view["log"]
    ]


def happening(entry: Mapping[str, Any], viewer: str | None, words: Words) -> Markup:
    """One event as a sentence.

    entry: `kind` and `args`, as the log has them.
    viewer: the seat that reads it, None for everybody.
    """
    kind, args = entry["kind"], entry["args"]
    key = LOG.get(kind, "log.unknown")
    if kind == "shown" and "card" in args:
        key = "log.shown-to-you" if args["to"] == viewer else "log.shown-by-you"
    elif kind == "wrong" and "case" in args:
        key = "log.wrong-for-you"
    return words.html(key, kind=kind, **dressed(args, words, between_seats=kind == "shown"))


def dressed(args: Mapping[str, Any], words: Words, *, between_seats: bool = False) -> dict[str, object]:
    """Words and names as the sentences take them.

    between_seats: `to` is a seat, not a place.
    """
    players = _PLAYERS | {"to"} if between_seats else _PLAYERS
    filled: dict[str, object] = {}
    for name, value in args.items():
        if name == "case":
            filled |= zip(("suspect", "weapon", "room"), map(words.noun, value), strict=True)
        elif name == "seats":
            filled[name] = words.listing(value)
        elif name == "dice":
            filled[name] = " + ".join(map(str, value))
        elif isinstance(value, int):
            filled[name] = filled["n"] = value
        else:
            filled[name] = Player(value) if name in players else words.noun(value)
    return filled


def correction_line(correction: Mapping[str, str | None], words: Words) -> Markup:
    """What to put right on the board.

    correction: `suspect` (None: an unknown piece), `from` where it is seen (None: nowhere), `to` where it
        belongs (None: off the squares).
    """
    if correction["suspect"] is None:
        key = "correct.unknown" if correction["from"] else "correct.missing"
    else:
        key = "correct.piece" if correction["to"] else "correct.off"
    filled = {name: words.noun(value) for name, value in correction.items() if value}
    return words.html(key, **filled)


def turn_line(view: View, words: Words) -> Markup:
    """Whose turn it is, or how the game ended."""
    if view["phase"] == "over":
        return (
            words.html("status.won", seat=Player(view["winner"]))
            if view["winner"]
            else words.html("status.drawn")
        )
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
    situation = frame["stage"] if frame["kind"] == "turn" else frame["kind"]
    args = {name: frame[name] for name in ("seat", "suspect", "weapon", "room") if name in frame}
    return words.html(
        _WAITS.get(situation, "waits.unknown"),
        **dressed(args, words),
        seats=words.listing(view["awaits"]),
        n=frame.get("steps") or 0,
    )
