"""A finished game once more, step by step: what there is to see of each moment, ready for the page.

A step is a moment in which something happened. It tells what differs from the step before, so that a long
game is a small answer; the page adds the differences up.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from companion.rules import Event, State, in_order
from companion.server.drawing import Drawing
from companion.server.dressing import dressed
from companion.server.story import happening
from companion.table import Finished
from companion.table.chronicle import Moment, cards_seen
from companion.words import Words

_OPEN: Mapping[str, str] = {
    "shown": "open.shown",
    "paid": "open.paid",
    "took": "open.took",
    "gave": "open.gave",
}
"""Events of which only some knew the card, as they are told with open cards."""

_QUIET = frozenset({"turn", "ended"})
"""Events that the page shows by whose turn it is."""


@lru_cache(maxsize=16)  # everybody who watches asks for the same steps
def steps(game: Finished, drawing: Drawing, words: Words, eyes: str | None) -> Sequence[Mapping[str, Any]]:
    """The steps of a game; the first is the deal.

    drawing: of its board. eyes: the seat through which it is seen, None for open cards.

    A step has `text`, the sentences as HTML, and of these what has changed: `turn` (number), `seat` (in turn,
    empty before the first), `at` (piece to point), `dice`, `barred` (rooms), `bullets`, `tied` and `seduced`
    (suspects), `out` (seats), `hands` (seat to the cards known to lie there).
    """
    told = []
    shown: dict[str, Any] = {}
    hands = _hands(game, eyes)
    for number, ((moment, turn), held) in enumerate(zip(_numbered(game.moments), hands, strict=True)):
        loud = [event for event in moment.events if event.kind not in _QUIET]
        told_now = loud or [event for event in moment.events if event.kind == "turn"]  # no step says nothing
        text = [sentence for event in told_now if (sentence := _sentence(event, eyes, words))]
        if not number:
            text.insert(0, words.html("replay.deal"))
        elif not moment.events:
            continue  # somebody passed: nobody saw a thing
        now = _seen(moment, turn, drawing) | {"hands": held}
        told.append({"text": text} | _changes(shown, now))
        shown = now
    return told


def _numbered(played: Sequence[Moment]) -> Iterator[tuple[Moment, int]]:
    turn = 0
    for moment in played:
        turn += sum(event.kind == "turn" for event in moment.events)
        yield moment, turn


def _seen(moment: Moment, turn: int, drawing: Drawing) -> dict[str, Any]:
    state = moment.state
    pieces = {**state.tokens, **state.weapons}
    dice = next((event.args["dice"] for event in moment.events if event.kind == "rolled"), ())
    return {
        "turn": turn,
        "seat": state.in_turn or "",
        "at": {piece: drawing.at(piece, place) for piece, place in pieces.items()},
        "dice": dice,
        "barred": list(state.barred),
        "bullets": state.bullets,
        "tied": _suspects(state, "tied"),
        "seduced": _suspects(state, "seduced"),
        "out": [seat for seat in state.names if not state.plays(seat)],
    }


def _suspects(state: State, kind: str) -> list[str]:
    return [state.suspect_of(seat) for seat in state.bound(kind)]


def _hands(game: Finished, eyes: str | None) -> Iterator[dict[str, list[str]]]:
    """At each moment, who was known to hold what."""
    if eyes is None:
        for moment in game.moments:
            yield {seat: list(cards) for seat, cards in moment.state.hands.items()}
        return
    for moment, seen in zip(game.moments, cards_seen(game.moments, eyes), strict=True):
        known: dict[str, list[str]] = {seat: [] for seat in moment.state.names}
        for card in in_order(seen):
            known[seen[card]].append(card)
        yield known | {eyes: list(moment.state.hands[eyes])}


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What differs; of mappings only the entries that do."""
    changed: dict[str, Any] = {}
    for name, value in now.items():
        old = before.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            if entries := {key: one for key, one in value.items() if old.get(key) != one}:
                changed[name] = entries
        elif value != old:
            changed[name] = value
    return changed


def _sentence(event: Event, eyes: str | None, words: Words) -> Markup | None:
    if eyes is None and event.kind in _OPEN and event.secret:
        args = {**event.args, **event.secret}
        return words.html(_OPEN[event.kind], **dressed(event.kind, args, words))
    told = {"kind": event.kind, "args": dict(event.args)} if eyes is None else event.seen_by(eyes)
    return happening(told, eyes, words) if told else None
