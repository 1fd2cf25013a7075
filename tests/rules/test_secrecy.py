"""Two games that differ only in what a seat cannot know look the same to it, act by act."""

from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.records import load_record, replay
from companion.rules import (
    CARDS,
    Act,
    Deal,
    Refusal,
    Ruleset,
    Standing,
    apply,
    awaits,
    class_of,
    log,
    ruleset_of,
    view,
)
from tests.rules.games import Game, games, pick, rulesets, set_up, shuffled

chances = st.integers(0, 2**32).map(Random)


def twin_deal(deal: Deal, watcher: str, chance: Random) -> Deal:
    """Another deal that the watcher cannot tell from this one: two cards it does not hold change places."""
    where = {card: name for name, hand in deal.hands.items() for card in hand}
    unseen = [card for card in CARDS if where.get(card) != watcher]
    one, other = chance.choice(
        [
            (one, other)
            for one in unseen
            for other in unseen
            if where.get(one) != where.get(other)
            and (class_of(one) is class_of(other) or {one, other}.isdisjoint(deal.case))
        ]
    )
    places = {one: other, other: one}
    suspect, weapon, room = (places.get(card, card) for card in deal.case)
    hands = {name: tuple(places.get(card, card) for card in hand) for name, hand in deal.hands.items()}
    return Deal((suspect, weapon, room), hands, deal.weapons)


def act_of_both(game: Game, twin: Game, chance: Random) -> tuple[str, Act] | None:
    """Something that somebody may do in both games; None where none is found."""
    for _ in range(12):
        seat, act = pick(game.state, chance)
        try:
            apply(twin.state, seat, act)
        except Refusal:
            continue
        return seat, act
    return None


@settings(max_examples=40, deadline=None)
@given(rulesets(), st.integers(3, 6), chances)
def test_a_seat_sees_nothing_of_what_it_cannot_know(ruleset: Ruleset, seats: int, chance: Random) -> None:
    table, deal = shuffled(seats, chance)
    watcher = chance.choice(table).name
    game = set_up(ruleset, table, deal)
    twin = set_up(ruleset, table, twin_deal(deal, watcher, chance))
    blind = [None, *(name for name in game.state.names if twin.deal.hands[name] == deal.hands[name])]
    assert watcher in blind
    told = 0
    for _ in range(150):
        if game.deal.case != twin.deal.case:  # a wrong accuser has seen the case file
            blind = [name for name in blind if not name or game.state.standings[name] is Standing.PLAYING]
        for name in blind:
            assert view(game.state, name) == view(twin.state, name)
            assert log(game.events[told:], name) == log(twin.events[told:], name)
        assert len(game.events) == len(twin.events)
        told = len(game.events)
        chosen = act_of_both(game, twin, chance) if awaits(game.state) else None
        if chosen is None:
            return
        for one in (game, twin):
            one.do(*chosen)
        if game.state.outcome or twin.state.outcome:
            return  # the case file lies open


@settings(max_examples=30, deadline=None)
@given(games(acts=250))
def test_secrets_reach_only_their_seats(game: Game) -> None:
    everybody = (None, *game.state.names)
    suggester = None
    for event in game.events:
        seen = {name: event.seen_by(name) for name in everybody}
        if event.kind == "suggested":
            suggester = event.args["seat"]
        if event.kind == "shown":
            assert event.privy == {event.args["seat"], event.args["to"]}
            assert event.args["to"] == suggester
            assert set(event.secret) == {"card"}
        elif event.kind == "wrong":
            assert event.privy == {event.args["seat"]}
            assert event.secret == {"case": game.state.case}
        elif not event.hidden:
            assert not event.secret
        for name, told in seen.items():
            if name in event.privy:
                assert told is not None
                assert set(told["args"]) == {*event.args, *event.secret}
            elif event.hidden:
                assert told is None
            else:
                assert told is not None
                assert set(told["args"]) == set(event.args)


@settings(max_examples=30, deadline=None)
@given(games(acts=250))
def test_hands_and_case_file_are_seen_by_whom_they_belong_to(game: Game) -> None:
    state = game.state
    for name in (None, *state.names):
        seen = view(state, name)
        assert seen["seat"] == name
        assert seen.get("hand") == (None if name is None else list(state.hands[name]))
        knows = state.outcome is not None or (name and state.standings[name] is Standing.ACCUSED)
        assert seen.get("case") == (list(state.case) if knows else None)
        assert seen["seats"] == [
            {
                "name": seat.name,
                "suspect": seat.suspect,
                "cards": len(game.deal.hands[seat.name]),
                "status": state.standings[seat.name].value,
                "in_turn": seat.name == state.in_turn,
            }
            for seat in game.seats
        ]


def test_who_showed_is_for_all_and_what_for_two() -> None:
    chance = Random(3)
    table, deal = shuffled(3, chance)
    ruleset = ruleset_of("classic", {"dice": 2})
    game = set_up(ruleset, table, deal)
    while not any(event.kind == "shown" for event in game.events):
        game.do(*pick(game.state, chance, guess=0))
    shown = next(event for event in game.events if event.kind == "shown")
    card = shown.secret["card"]
    for name in (None, *game.state.names):
        (told,) = [entry for entry in log(game.events, name) if entry["kind"] == "shown"]
        args = told["args"]
        assert isinstance(args, dict)
        assert (args["seat"], args["to"]) == (shown.args["seat"], shown.args["to"])
        assert args.get("card") == (card if name in (args["seat"], args["to"]) else None)


def test_the_case_file_is_for_a_wrong_accuser_not_for_a_caught_liar() -> None:
    records = Path(__file__).parents[1] / "records"
    for name, out, knows in (("s3_after_a_wrong_accusation", "Ann", True), ("r13_found_out", "Ben", False)):
        state = replay(load_record(records / f"{name}.case")).state
        assert state.standings[out] is not Standing.PLAYING
        for seat in (None, *state.names):
            assert view(state, seat).get("case") == (list(state.case) if knows and seat == out else None)
