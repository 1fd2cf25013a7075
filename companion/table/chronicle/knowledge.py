"""What a seat had seen of the others' cards at some moment of a game."""

from collections.abc import Iterable

from companion.rules import Event

_HANDED = {"paid": "to", "took": "taker", "gave": "taker", "eliminated": "to"}
"""By kind of event: what names who has the card then."""


def cards_seen(events: Iterable[Event], seat: str) -> dict[str, str]:
    """The cards that a seat has seen in another hand, each with whose hand it saw it in last.

    events: from the deal to the moment. A card that the seat gave away is known to lie where it went.
    """
    known: dict[str, str] = {}
    for event in events:
        if event.kind == "revealed":
            known[str(event.args["card"])] = str(event.args["seat"])
        if seat not in event.privy:
            continue
        if event.kind == "shown":
            known[str(event.secret["card"])] = str(event.args["seat"])
        elif event.kind in _HANDED:
            known |= dict.fromkeys(_cards(event), str(event.args[_HANDED[event.kind]]))
    return {card: holder for card, holder in known.items() if holder != seat}


def _cards(event: Event) -> tuple[str, ...]:
    cards = event.secret.get("cards", (event.secret.get("card", ""),))
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()
