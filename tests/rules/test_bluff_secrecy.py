"""Two worlds that differ in what a seat cannot know look the same to it, act by act (R35, DESIGN.md)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules import (
    CARDS,
    HOUSE,
    Act,
    Event,
    Refusal,
    Ruleset,
    State,
    Step,
    apply,
    awaits,
    begin,
    class_of,
    legal,
    log,
    verify,
    view,
)
from tests.rules.bluff_games import bluff_games, bluff_rulesets, new_bluff, pick_bluff
from tests.rules.games import BOARD, Game, said

chances = st.integers(0, 2**32).map(Random)

PRIVATE = ("show", "pay", "draw", "give")
"""Verbs whose card only two seats see: in the other world the same act names the other card."""

TRIES = 8


@dataclass(frozen=True)
class Swap:
    """Two cards that a seat has never seen, and that have changed places in the other world."""

    one: str
    other: str

    @property
    def cards(self) -> set[str]:
        return {self.one, self.other}

    def of(self, card: str) -> str:
        return {self.one: self.other, self.other: self.one}.get(card, card)

    def state(self, state: State) -> State:
        suspect, weapon, room = map(self.of, state.case)
        swapped = replace(state, case=(suspect, weapon, room))
        for name, hand in state.hands.items():
            swapped = swapped.with_hand(name, map(self.of, hand))
        return swapped

    def act(self, act: Act) -> Act:
        return Act(act.verb, tuple(map(self.of, act.words))) if act.verb in PRIVATE else act


def swap_for(seat: str, state: State, chance: Random) -> Swap:
    """Cards of two places outside the seat's hand; the case file keeps one card of each class."""
    places = [("case", card) for card in state.case]
    places += [(name, card) for name, hand in state.hands.items() if name != seat for card in hand]
    pairs = [
        Swap(one, other)
        for place, one in places
        for elsewhere, other in places
        if place < elsewhere
        and ("case" not in (place, elsewhere) or class_of(one) is class_of(other))
        and (class_of(one) is class_of(other) or chance.random() < 0.2)
    ]
    return chance.choice(pairs)


def sight(state: State, seat: str | None) -> bytes:
    return json.dumps(view(state, seat)).encode()


def told(events: tuple[Event, ...], seat: str | None) -> bytes:
    return json.dumps(log(events, seat)).encode()


def gives_away(seat: str, swap: Swap, here: Step, there: Step) -> bool:
    """Whether an act lets a seat learn by right which of the worlds it is in.

    It sees one of the cards, or the case file, or the act has come out differently for a reason that anybody
    may know: who could not pay, who accused rightly, who was found out.
    """
    if any(swap.cards & set(step.state.hands[seat]) for step in (here, there)):
        return True
    case = set(here.state.case) != set(there.state.case)
    for event in (*here.events, *there.events):
        seen = {**event.args, **event.secret} if seat in event.privy else event.args
        if (event.kind == "revealed" or seat in event.privy) and seen.get("card") in swap.cards:
            return True
        if case and (event.kind == "case" or "case" in seen):
            return True
    kinds = [[event.kind for event in step.events] for step in (here, there)]
    return any(
        kinds[0].count(kind) != kinds[1].count(kind) for kind in ("eliminated", "right", "discredited")
    )


def both(state: State, twin: State, seat: str, swap: Swap, chance: Random) -> tuple[Step, Step] | None:
    """Play some act that is possible in both worlds and gives nothing away; None when none is at hand."""
    for _ in range(TRIES):
        who, act = pick_bluff(state, chance, guess=0.01)
        try:
            here, there = apply(state, who, act), apply(twin, who, swap.act(act))
        except Refusal:
            continue
        if not gives_away(seat, swap, here, there):
            return here, there
    return None


def tries(state: State, seat: str, chance: Random) -> Iterator[Act]:
    """A few things that the seat might say, allowed or not."""
    for verb in ("claim", "pay", "show", "give"):
        yield Act(verb, (chance.choice(CARDS),))
        yield Act(verb, (chance.choice(CARDS), chance.choice(state.names)))
    yield from (
        Act(verb) for verb in ("challenge", "pass", "reveal", "concede", "none", "roll", "end", "unbar")
    )
    yield Act("challenge", ("mustard",))
    yield Act("false-testimony", (chance.choice(state.names),))
    yield Act("move", (chance.choice(BOARD.places),))


def answer(state: State, seat: str, act: Act) -> tuple[str, Mapping[str, str]] | None:
    try:
        verify(state, seat, act)
    except Refusal as refusal:
        return refusal.code, refusal.details
    return None


@settings(max_examples=60, deadline=None)
@given(bluff_rulesets(), st.integers(3, 6), chances)
def test_who_cannot_know_sees_hears_and_is_asked_the_same(
    ruleset: Ruleset, seats: int, chance: Random
) -> None:
    game = new_bluff(ruleset, seats, chance)
    seat = chance.choice(game.state.names)
    swap = swap_for(seat, game.state, chance)
    here, there = Step(game.state), Step(swap.state(game.state))
    asked: list[tuple[bool, bool]] = []
    for _ in range(100):
        for onlooker in (seat, None):
            assert sight(here.state, onlooker) == sight(there.state, onlooker)
        asked.append((seat in awaits(here.state), seat in awaits(there.state)))
        for act in tries(here.state, seat, chance):
            assert answer(here.state, seat, act) == answer(there.state, seat, act)
        step = both(here.state, there.state, seat, swap, chance) if awaits(here.state) else None
        if step is None:
            break
        here, there = (
            Step(now.state, world.events + now.events) for world, now in zip((here, there), step, strict=True)
        )
        for onlooker in (seat, None):
            assert told(here.events, onlooker) == told(there.events, onlooker)
    assert all(one == other for one, other in asked)


def swapping(ruleset: Ruleset, seats: int, chance: Random) -> State:
    """A game in which the house is to draw a card for the first seat from the second's hand."""
    state = new_bluff(ruleset, seats, chance).state
    taker, giver = state.names[:2]
    for name in (taker, giver):
        state = state.with_token(state.suspect_of(name), "hall")
    state = begin(replace(state, stack=(), summoned=frozenset({taker})), taker).state
    state = apply(state, taker, Act("claim", ("peacock", giver))).state
    while HOUSE not in awaits(state):
        state = apply(state, awaits(state)[0], Act("pass")).state
    return state


@settings(max_examples=30, deadline=None)
@given(bluff_rulesets(), st.integers(3, 6), chances)
def test_the_house_draws_behind_everybody_elses_back(ruleset: Ruleset, seats: int, chance: Random) -> None:
    state = swapping(ruleset, seats, chance)
    taker, giver = state.names[:2]
    third: dict[str | None, set[bytes]] = {one: set() for one in (None, *state.names[2:])}
    their_own = set()
    [draw] = legal(state, HOUSE)
    assert draw.choices == (state.hands[giver],)
    for drawn in draw.choices[0]:
        drew = apply(state, HOUSE, Act("draw", (drawn,)))
        for returned in drew.state.hands[taker]:
            gave = apply(drew.state, taker, Act("give", (returned,)))
            for one, seen in third.items():
                seen.add(
                    told(drew.events + gave.events, one) + sight(drew.state, one) + sight(gave.state, one)
                )
            their_own.add((told(drew.events, giver), told(gave.events, giver)))
    assert all(len(seen) == 1 for seen in third.values())
    assert len(their_own) > 1


def shuffled_hands(state: State, chance: Random) -> State:
    """The same number of cards in every hand, but any cards, also those of the case file."""
    suspects, weapons, rooms = CARDS[:6], CARDS[6:12], CARDS[12:]
    case = (chance.choice(suspects), chance.choice(weapons), chance.choice(rooms))
    rest = [card for card in CARDS if card not in case]
    chance.shuffle(rest)
    state = replace(state, case=case)
    for name in state.names:
        number = len(state.hands[name])
        state, rest = state.with_hand(name, rest[:number]), rest[number:]
    return state


def offered(state: State, seat: str, *verbs: str) -> set[Act]:
    return {act for offer in legal(state, seat) for act in said(offer) if act.verb in verbs}


@settings(max_examples=60, deadline=None)
@given(bluff_games(honour=False), chances)
def test_what_may_be_claimed_challenged_or_answered_never_depends_on_a_hand(
    game: Game, chance: Random
) -> None:
    state, other = game.state, shuffled_hands(game.state, chance)
    for seat in state.names:
        for verbs in (("claim", "unbar"), ("challenge", "pass"), ("concede",), ("suggest", "accuse", "roll")):
            assert offered(state, seat, *verbs) == offered(other, seat, *verbs)
    assert awaits(state) == awaits(other)


@settings(max_examples=60, deadline=None)
@given(bluff_games(honour=False), chances)
def test_who_is_asked_about_a_claim_never_depends_on_hands(game: Game, chance: Random) -> None:
    """Claim, let everybody pass, react, let everybody pass: the same seats are asked whatever they hold."""
    states = [game.state, *(shuffled_hands(game.state, chance) for _ in range(3))]
    assume(awaits(game.state))
    for _ in range(40):
        [asked] = {awaits(state) for state in states}
        if not asked:
            break
        seat = chance.choice(asked)
        possible = sorted(offered(states[0], seat, "claim", "challenge", "pass", "roll", "end"), key=str)
        possible = [act for act in possible if act.verb != "challenge" or act.words]
        if not possible or seat == HOUSE:
            break
        act = chance.choice(possible)
        act = Act("roll", ("1",) * 4) if act.verb == "roll" else act
        try:
            steps = [apply(state, seat, act) for state in states]
        except Refusal:
            break  # not four dice
        states = [step.state for step in steps]
        assert len({told(step.events, None) for step in steps}) == 1
