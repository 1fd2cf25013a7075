"""What must hold in every state of every game; `companion simulate` looks after each act."""

from companion.rules.cards import CARDS, WEAPONS
from companion.rules.engine import awaits
from companion.rules.state import BULLETS, HOUSE, Standing, State


def broken(state: State) -> tuple[str, ...]:
    """Name every invariant that a state breaks; empty for a sound one."""
    return tuple(sentence for sentence, holds in _invariants(state) if not holds)


def _invariants(state: State) -> list[tuple[str, bool]]:
    cards = [*state.case, *(card for hand in state.hands.values() for card in hand)]
    squares = [place for place in state.tokens.values() if state.board.is_square(place)]
    waiting = awaits(state)
    return [
        ("each of the 21 cards is in one hand or in the case file", sorted(cards) == sorted(CARDS)),
        ("each token stands on a place of the board", all(map(state.board.is_place, state.tokens.values()))),
        ("no two tokens share a square", len(squares) == len(set(squares))),
        (
            "each weapon lies in a room",
            set(state.weapons) == set(WEAPONS) and all(map(state.board.is_room, state.weapons.values())),
        ),
        ("bullets are between none and six", 0 <= state.bullets <= BULLETS),
        ("a game goes on or has ended, never both", bool(state.stack) is (state.outcome is None)),
        ("a game that goes on waits for somebody", bool(waiting) or state.outcome is not None),
        ("whoever is asked sits at the table", set(waiting) <= {*state.names, HOUSE}),
        (
            "whoever has the turn still plays",
            state.in_turn is None or state.plays(state.in_turn),
        ),
        (
            "an eliminated seat holds no cards",
            not any(
                state.hands[name]
                for name, standing in state.standings.items()
                if standing is Standing.ELIMINATED
            ),
        ),
        ("barred rooms are rooms", all(map(state.board.is_room, state.barred))),
    ]
