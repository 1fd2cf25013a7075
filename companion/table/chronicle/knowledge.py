"""What a seat had seen of the others' cards at each moment of a game."""

from collections.abc import Iterable, Iterator, Mapping

from companion.rules import Event
from companion.table.chronicle.moments import Moment

_HANDED: Mapping[str, str] = {"paid": "to", "took": "taker", "gave": "taker", "eliminated": "to"}
"""By kind of event: what names who has the card then."""


def cards_seen(played: Iterable[Moment], seat: str) -> Iterator[dict[str, str]]:
    """At each moment the cards that a seat had seen in another hand, each with whose hand it saw it in last.

    A card that the seat gave away is known to lie where it went; where it went from there is not.

    played: the moments of one game, the deal first.
    """
    known: dict[str, str] = {}
    for moment in played:
        for event in moment.events:
            known |= _learnt(event, seat)
        held = moment.state.hands[seat]
        known = {card: holder for card, holder in known.items() if card not in held}
        yield dict(known)


def _learnt(event: Event, seat: str) -> dict[str, str]:
    if event.kind == "revealed":
        return {str(event.args["card"]): str(event.args["seat"])}
    if seat not in event.privy:
        return {}
    if event.kind == "shown":
        return {str(event.secret["card"]): str(event.args["seat"])}
    if event.kind in _HANDED:
        return dict.fromkeys(_cards(event), str(event.args[_HANDED[event.kind]]))
    return {}


def _cards(event: Event) -> tuple[str, ...]:
    cards = event.secret.get("cards", (event.secret.get("card", ""),))
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()
