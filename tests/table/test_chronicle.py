"""What is told of a finished game agrees with what happened in it."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bench.randomplay import NAMES, deal
from companion.board import SUSPECTS, load_board
from companion.records import parse_record
from companion.records.record import Played
from companion.rules import RULESETS, Act, Seat, apply, awaits, dice_needed, legal, new_game, ruleset_of
from companion.table.chronicle import Chronicle, Deed, Moment, cards_seen, chronicle, moments

BOARD = load_board("classic")

HEADER = """\
rules bluff base=classic
board classic
seat Ann scarlet
seat Ben mustard
seat Cat white
case green knife study
hand Ann scarlet rope kitchen mustard lounge
hand Ben revolver hall white plum
hand Cat library wrench peacock leadpipe candlestick billiard dining conservatory ballroom
put scarlet lounge
put mustard lounge
turn Ann
--
"""
"""Ann and Ben stand in one room, so Ann may tie or shoot Ben."""


def played(body: str, header: str = HEADER, pace: float = 10.0) -> list[Moment]:
    """A record's moments, an act every so many seconds."""
    record = parse_record(header + body, "game.case", Path())
    acts = [entry for entry in record.entries if isinstance(entry, Played)]
    timed = [(one.who, str(one.act), pace * number) for number, one in enumerate(acts, 1)]
    return list(moments(record.start, 0.0, timed))


def told(body: str) -> Chronicle:
    return chronicle(played(body))


LIE = "Ann: claim revolver Ben\nBen: challenge\nAnn: concede\nAnn: pay rope\n"
TRUTH = "Ann: claim rope Ben\nBen: challenge\nAnn: reveal\nBen: pay revolver\nBen: pass\n"


def test_a_lie_that_is_doubted_is_caught() -> None:
    done = told(LIE).deeds
    assert done["Ann"] == Counter({Deed.TURNS: 1, Deed.CLAIMS: 1, Deed.LIES: 1, Deed.CAUGHT: 1})
    assert done["Ben"] == Counter({Deed.RIGHT_DOUBTS: 1})
    assert done["Cat"] == Counter()


def test_a_true_claim_that_is_doubted_costs_the_doubter() -> None:
    done = told(TRUTH).deeds
    assert done["Ann"] == Counter({Deed.TURNS: 1, Deed.CLAIMS: 1, Deed.ROPES: 1})
    assert done["Ben"] == Counter({Deed.WRONG_DOUBTS: 1})


def test_a_true_claim_may_be_given_up() -> None:
    """Nobody learns that it was true, but the doubt has paid."""
    done = told("Ann: claim rope Ben\nBen: challenge\nAnn: concede\nAnn: pay rope\n").deeds
    assert (done["Ann"][Deed.LIES], done["Ann"][Deed.CAUGHT], done["Ann"][Deed.GIVEN_UP]) == (0, 0, 1)
    assert done["Ben"][Deed.RIGHT_DOUBTS] == 1


def test_a_lie_that_nobody_doubts_makes_the_best_liar() -> None:
    shot = told("Ann: claim revolver Ben\nBen: pass\nCat: pass\nBen: pass\nAnn: end\n")
    assert shot.deeds["Ann"][Deed.SHOTS] == 1 and shot.deeds["Ben"][Deed.FALLEN] == 1
    honours = {award.kind: (award.seats, award.n) for award in shot.awards}
    assert honours["liar"] == (("Ann",), 1)
    assert honours["target"] == (("Ben",), 1)
    assert "nose" not in honours
    assert shot.visits == Counter({"X7": 1})


def test_what_a_seat_had_seen_follows_the_cards() -> None:
    lied, proved = played(LIE), played(TRUTH)
    assert list(cards_seen(lied, "Ben"))[-1] == {}  # the rope is in its own hand now
    assert list(cards_seen(lied, "Ann"))[-1] == {"rope": "Ben"}
    assert list(cards_seen(lied, "Cat"))[-1] == {}
    assert list(cards_seen(proved, "Cat"))[-1] == {"rope": "Ann"}  # it was revealed to all
    assert [bool(seen) for seen in cards_seen(proved, "Cat")] == [False, False, False, True, True, True]
    assert list(cards_seen(proved, "Ben"))[-1] == {"rope": "Ann", "revolver": "Ann"}


CLASSIC = """\
rules classic
board classic
seat Ann scarlet
seat Ben mustard
seat Cat white
case green knife study
hand Ann scarlet white kitchen hall candlestick lounge
hand Ben mustard rope peacock dining revolver ballroom
hand Cat plum wrench leadpipe library billiard conservatory
put scarlet R6
--
"""

SOLVED = """\
Ann: roll 1
Ann: move lounge
Ann: suggest mustard rope
Ben: show rope
Ann: end
Ben: suggest green knife
Cat: none
Ann: show lounge
Ben: end
Cat: accuse green knife study
"""


def test_a_suggestion_is_told_with_its_answer() -> None:
    first, second, accusation = chronicle(played(SOLVED, CLASSIC)).guesses
    assert (first.moment, first.turn, first.seat) == (3, 1, "Ann")
    assert first.named == ("mustard", "rope", "lounge")
    assert (first.empty, first.shower, first.card, first.right) == ((), "Ben", "rope", 0)
    assert (second.turn, second.seat, second.right) == (2, "Ben", 2)
    assert (second.empty, second.shower, second.card) == (("Cat",), "Ann", "lounge")
    assert (accusation.turn, accusation.seat, accusation.accuses, accusation.right) == (3, "Cat", True, 3)
    assert not first.accuses and accusation.shower is None


def test_places_are_visited_on_foot_and_by_summons() -> None:
    assert chronicle(played(SOLVED, CLASSIC)).visits == Counter({"lounge": 3})  # Ann, then mustard and green
    assert chronicle(played("Ann: roll 2\nAnn: move Q6 Q7\n", CLASSIC)).visits == Counter({"Q6": 1, "Q7": 1})


def test_who_was_close_first_gets_the_award_for_it() -> None:
    honours = {award.kind: (award.seats, award.n) for award in chronicle(played(SOLVED, CLASSIC)).awards}
    assert honours == {"trail": (("Ben",), 2)}  # one suggestion or room is nothing special, nor one turn


def test_turns_take_the_time_between_the_acts() -> None:
    taken = chronicle(played(SOLVED, CLASSIC)).turns
    assert [(turn.seat, turn.seconds) for turn in taken] == [("Ann", 50.0), ("Ben", 40.0), ("Cat", 10.0)]


@pytest.mark.parametrize("jump", (-3600.0, 7200.0, None))
def test_a_clock_that_jumps_makes_a_turn_unknown_and_no_other(jump: float | None) -> None:
    whole = played(SOLVED, CLASSIC)
    late = [
        replace(one, at=None if jump is None else (one.at or 0) + jump) if number >= 7 else one
        for number, one in enumerate(whole)
    ]
    seconds = [turn.seconds for turn in chronicle(late).turns]
    assert seconds == [50.0, None, None if jump is None else 10.0]


def random_game(rules: str, seats: int, seed: int, acts: int = 250) -> list[Moment]:
    """A game of legal acts, to its end or so far."""
    chance = random.Random(seed)
    names = NAMES[:seats]
    start = new_game(
        BOARD,
        ruleset_of(rules),
        [Seat(name, suspect) for name, suspect in zip(names, SUSPECTS, strict=False)],
        deal(names, chance),
    )
    done: list[tuple[str, str, float | None]] = []
    state = start.state
    while awaits(state) and len(done) < acts:
        seat = chance.choice(awaits(state))
        offers = legal(state, seat)
        offer = chance.choice([one for one in offers if one.act != "accuse"] or offers)
        act = Act.parse(" ".join((offer.act, *(chance.choice(words) for words in offer.choices))))
        dice = dice_needed(state, seat, act)
        act = Act(act.verb, (*act.words, *(str(chance.randint(1, 6)) for _ in range(dice))))
        state = apply(state, seat, act).state
        done.append((seat, str(act), float(len(done))))
    return list(moments(start, 0.0, done))


@settings(max_examples=15, deadline=None)
@given(rules=st.sampled_from(sorted(RULESETS)), seats=st.integers(3, 6), seed=st.integers(0, 10_000))
def test_the_totals_agree_with_the_events(rules: str, seats: int, seed: int) -> None:
    game = random_game(rules, seats, seed)
    events = [event for moment in game for event in moment.events]
    kinds = Counter(event.kind for event in events)
    facts = chronicle(game)
    total: Counter[Deed] = sum(facts.deeds.values(), Counter())
    assert len(facts.guesses) == kinds["suggested"] + kinds["accused"]
    assert total[Deed.SUGGESTIONS] == kinds["suggested"]
    assert total[Deed.SHOWN] == kinds["shown"] == sum(guess.card is not None for guess in facts.guesses)
    assert sum(len(guess.empty) for guess in facts.guesses) == kinds["nothing"]
    assert total[Deed.TURNS] == kinds["turn"]
    assert len(facts.turns) in (kinds["turn"], kinds["turn"] - 1)  # the last may only just have begun
    assert total[Deed.CLAIMS] == kinds["claimed"] >= total[Deed.LIES] >= total[Deed.CAUGHT]
    assert total[Deed.RIGHT_DOUBTS] == kinds["conceded"] == total[Deed.CAUGHT] + total[Deed.GIVEN_UP]
    assert total[Deed.WRONG_DOUBTS] == kinds["revealed"]
    assert game[0].state.bullets - game[-1].state.bullets == total[Deed.SHOTS]
    moved = ("moved", "passage", "teleported", "killed", "summoned", "moved-aside")
    assert facts.visits.total() == sum(kinds[kind] for kind in moved)
    for award in facts.awards:
        assert 1 <= len(award.seats) <= 2 and award.n > 0 and set(award.seats) <= set(facts.deeds)


@settings(max_examples=10, deadline=None)
@given(rules=st.sampled_from(("classic", "travel")), seed=st.integers(0, 10_000))
def test_whoever_saw_a_card_knows_where_it_lies(rules: str, seed: int) -> None:
    """In these rules no card changes hands."""
    game = random_game(rules, 4, seed)
    for seat in game[0].state.names:
        before: dict[str, str] = {}
        for seen in cards_seen(game, seat):
            assert before.items() <= seen.items()
            assert all(card in game[0].state.hands[holder] for card, holder in seen.items())
            assert seat not in seen.values()
            before = seen
