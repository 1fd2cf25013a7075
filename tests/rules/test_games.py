"""Random legal games: they stay sound, end by the rules, and mean the same each time they are played."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.records import parse_record, replay, write_record
from companion.rules import (
    CARDS,
    Act,
    Refusal,
    Ruleset,
    Standing,
    State,
    apply,
    awaits,
    broken,
    dice_needed,
    legal,
    log,
    new_game,
    ruleset_of,
    verify,
    view,
)
from tests.rules.games import BOARD, Game, games, pick, play, rulesets, said, set_up, shuffled, with_dice

chances = st.integers(0, 2**32).map(Random)

VERBS = """
    roll move passage suggest show none accuse end first claim unbar challenge pass reveal concede pay break
    untie draw give false-testimony dance
"""
WORDS = [*BOARD.places, *CARDS, "Ann", "Ben", "Zoe", "house", "all", "1", "3", "6", "7", "spoon", "Z9"]


def everything_sayable(state: State) -> set[Act]:
    """Every act of the base rules that could mean something, and much that could not."""
    dice = [str(number) for number in range(8)]
    one = [*BOARD.places, *CARDS, *state.names, *dice, "Zoe", "spoon"]
    acts = {Act(verb) for verb in VERBS.split()}
    acts |= {Act(verb, (word,)) for verb in VERBS.split() for word in one}
    acts |= {Act("roll", (first, second)) for first in dice for second in dice}
    acts |= {Act("roll", (first, "1", "6")) for first in dice}
    acts |= {Act("suggest", (first, second)) for first in CARDS for second in CARDS}
    return acts


@settings(max_examples=25, deadline=None)
@given(rulesets(), st.integers(3, 6), chances)
def test_games_stay_sound_and_end_by_the_rules(ruleset: Ruleset, seats: int, chance: Random) -> None:
    game = set_up(ruleset, *shuffled(seats, chance))
    assert broken(game.state) == ()
    for _ in range(3000):
        if not awaits(game.state):
            break
        game.do(*pick(game.state, chance, guess=0.05))
        assert broken(game.state) == ()
    else:
        pytest.fail("3000 acts did not end a game whose players guess")
    assert game.state.outcome is not None
    kinds = [event.kind for event in game.events]
    winner = game.state.outcome.winner
    out = [name for name in game.state.names if game.state.standings[name] is not Standing.PLAYING]
    if winner is None:  # R6
        assert sorted(out) == sorted(game.state.names)
        assert "right" not in kinds and kinds[-1] == "drawn"
    else:
        assert winner not in out
        assert kinds.count("right") == 1 and kinds[-1] == "won"
        assert game.acts[-1] == (winner, " ".join(("accuse", *game.state.case)))
    assert all(legal(game.state, name) == () for name in game.state.names)


@settings(max_examples=25, deadline=None)
@given(games(), chances)
def test_whatever_is_offered_is_accepted(game: Game, chance: Random) -> None:
    for seat in (*game.state.names, "house"):
        for offer in legal(game.state, seat):
            assert all(offer.choices), "an offer with nothing to choose"
            for act in said(offer):
                verify(game.state, seat, act)
                step = apply(game.state, seat, with_dice(game.state, seat, act, chance))
                assert broken(step.state) == ()


@settings(max_examples=10, deadline=None)
@given(games())
def test_whatever_is_accepted_was_offered(game: Game) -> None:
    for seat in (*game.state.names, "house", "Zoe"):
        offered = {act for offer in legal(game.state, seat) for act in said(offer)}
        sayable = everything_sayable(game.state) | offered
        accepted = set()
        for act in sayable:
            try:
                verify(game.state, seat, act)
            except Refusal:
                continue
            accepted.add(act)
        dice = {act for act in accepted if act.verb in ("roll", "first") and act.words}
        assert accepted - dice == offered
        for act in dice:
            assert Act(act.verb) in offered
            assert len(act.words) == dice_needed(game.state, seat, Act(act.verb))
            assert set(act.words) <= set("123456")


@settings(max_examples=40, deadline=None)
@given(games(), st.data())
def test_a_refused_act_changes_nothing(game: Game, data: st.DataObject) -> None:
    state = game.state
    before = repr(state), [view(state, name) for name in (None, *state.names)]
    seat = data.draw(st.sampled_from([*state.names, "house", "Zoe"]))
    verb = data.draw(st.sampled_from(VERBS.split()) | st.text(max_size=3))
    words = data.draw(st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=4))
    act = Act(verb, tuple(words))
    try:
        verify(state, seat, act)
    except Refusal as refusal:
        with pytest.raises(type(refusal)):
            apply(state, seat, act)
        with pytest.raises(type(refusal)):
            dice_needed(state, seat, act)
    else:
        apply(state, seat, with_dice(state, seat, act, Random(1)))
    assert (repr(state), [view(state, name) for name in (None, *state.names)]) == before


@settings(max_examples=25, deadline=None)
@given(games())
def test_the_same_acts_make_the_same_game(game: Game) -> None:
    again = set_up(game.ruleset, game.seats, game.deal)
    for seat, text in game.acts:
        again.do(seat, Act.parse(text))
    assert again.state == game.state
    assert again.events == game.events


@settings(max_examples=25, deadline=None)
@given(games())
def test_the_written_record_plays_the_same_game(game: Game) -> None:
    text = write_record(game.ruleset, game.seats, game.deal, game.acts)
    played = replay(parse_record(text, "night.case", Path()))
    assert played.failures == ()
    assert played.state == game.state
    assert list(played.events) == game.events


@settings(max_examples=25, deadline=None)
@given(games(), chances)
def test_dice_are_the_house_s(game: Game, chance: Random) -> None:
    state = game.state
    for seat in state.names:
        for offer in legal(state, seat):
            if offer.act not in ("roll", "first"):
                assert {dice_needed(state, seat, act) for act in said(offer)} == {0}
                continue
            needed = dice_needed(state, seat, Act(offer.act))
            assert needed == (1 if offer.act == "first" else game.ruleset.dice)
            thrown = with_dice(state, seat, Act(offer.act), chance)
            assert dice_needed(state, seat, thrown) == 0
            with pytest.raises(Refusal):
                apply(state, seat, Act(offer.act))


@settings(max_examples=25, deadline=None)
@given(games())
def test_views_and_logs_are_json(game: Game) -> None:
    for seat in (None, *game.state.names):
        seen = view(game.state, seat)
        assert json.loads(json.dumps(seen)) == seen
        told = log(game.events, seat)
        assert json.loads(json.dumps(told)) == told
        assert [entry["n"] for entry in told] == list(range(1, len(told) + 1))


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 6), chances, rulesets())
def test_a_new_game_is_laid_out_by_the_rules(seats: int, chance: Random, ruleset: Ruleset) -> None:
    table, deal = shuffled(seats, chance)
    state = new_game(BOARD, ruleset, table, deal).state
    assert dict(state.tokens) == dict(BOARD.starts)
    assert len(set(state.weapons.values())) == 6
    sizes = [len(state.hands[seat.name]) for seat in table]
    assert sum(sizes) == 18
    assert max(sizes) - min(sizes) <= 1 and sizes == sorted(sizes, reverse=True)


def test_a_long_game_of_cautious_players_stays_sound() -> None:
    chance = Random(7)
    game = set_up(ruleset_of("travel"), *shuffled(4, chance))
    play(game, chance, 2000, guess=0.0)
    assert len(game.acts) == 2000
    assert broken(game.state) == ()
