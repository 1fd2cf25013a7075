"""Random games of `bluff` against a referee of this file's own, written from section 4 of RULES.md."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import (
    CARDS,
    HOUSE,
    Act,
    Event,
    Refusal,
    Ruleset,
    Standing,
    State,
    awaits,
    broken,
    class_of,
    legal,
    ruleset_of,
    verify,
)
from tests.rules.bluff_games import bluff_games, bluff_rulesets, new_bluff, pick_bluff
from tests.rules.games import BOARD, Game, said

chances = st.integers(0, 2**32).map(Random)

REACTIONS = {"wrench", "white", "plum"}
HANDS = {"paid": ("seat", "to"), "took": ("giver", "taker"), "gave": ("giver", "taker")}
MOVES = ("rolled", "passage", "teleported")
VERBS = """
    roll passage show none end first claim unbar challenge pass reveal concede pay break untie draw give
    false-testimony dance
"""


def left_neighbour(state: State, seat: str) -> str | None:
    """The next seat clockwise that is neither eliminated nor out by an accusation or a testimony."""
    names = state.names
    at = names.index(seat)
    following = [*names[at + 1 :], *names[:at]]
    return next((name for name in following if state.standings[name] is Standing.PLAYING), None)


def cannot_leave(state: State, seat: str) -> bool:
    """Whether a seat sits in a room that no free door and no passage leads out of (R3, house option)."""
    place = state.place_of(seat)
    if not BOARD.is_room(place) or place in BOARD.passages:
        return False
    shut = place in state.barred and state.ruleset.bar_leaving
    taken = set(state.tokens.values())
    return shut or all(door.square in taken for door in BOARD.doors_of(place))


@dataclass
class Referee:
    """Follows a game by its events and objects to what section 4 does not allow.

    turn: the kinds of event of the running turn. cards: what the seat in turn has claimed. mustards: who has
    challenged with him this turn. claims: what was claimed this turn, in order. dispute: who owes what.
    """

    state: State
    hands: dict[str, set[str]]
    turn: list[str] = field(default_factory=list)
    cards: Counter[str] = field(default_factory=Counter)
    mustards: Counter[str] = field(default_factory=Counter)
    claims: list[tuple[str, str]] = field(default_factory=list)
    dispute: tuple[str, str, str] | None = None

    def follow(self, seat: str, act: Act, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Take in one act."""
        self.state = before
        if act.verb == "end":
            self._may_end(seat)
        if act.verb == "challenge" and not act.words:
            assert left_neighbour(before, self.claims[-1][0]) == seat
        for event in events:
            self._hands(event)
            told = getattr(self, "on_" + event.kind.replace("-", "_"), None)
            if told:
                told(**{key.replace("from", "origin"): value for key, value in event.args.items()})
            self.turn.append(event.kind)
        assert {name: set(hand) for name, hand in after.hands.items()} == self.hands
        assert after.bullets == before.bullets - sum(event.kind == "shot" for event in events) >= 0
        self._turn_is_sound()

    def _hands(self, event: Event) -> None:
        if event.kind in HANDS:
            giver, taker = (str(event.args[one]) for one in HANDS[event.kind])
            card = str(event.secret["card"])
            self.hands[giver].remove(card)
            self.hands[taker].add(card)
            assert event.privy == {giver, taker}  # R37
        if event.kind == "eliminated":
            self.hands[str(event.args["to"])] |= self.hands[str(event.args["seat"])]
            self.hands[str(event.args["seat"])] = set()

    def _turn_is_sound(self) -> None:
        count = Counter(self.turn)
        assert sum(count[kind] for kind in MOVES) <= 1
        assert count["teleported"] + count["four-dice"] <= 1
        assert count["shot"] <= 1 + count["second-shot"]
        assert count["second-shot"] <= 1 and count["stabbed"] <= 1 and count["tied"] <= 1
        assert count["suggested"] + count["took"] <= 1
        assert all(number == 1 for card, number in self.cards.items() if card != "revolver")
        assert self.cards["revolver"] <= 1 + count["second-shot"]
        assert all(number == 1 for number in self.mustards.values())

    def _may_end(self, seat: str) -> None:
        moved = {*MOVES, "suggested", "shot"} & set(self.turn) or ("peacock" in self.cards)
        assert moved or seat in self.state.bound("seduced") or cannot_leave(self.state, seat)

    def on_turn(self, seat: str) -> None:
        self.turn, self.cards, self.mustards, self.claims, self.dispute = [], Counter(), Counter(), [], None

    def on_claimed(self, seat: str, card: str, target: str) -> None:
        self.claims.append((seat, card))
        if card == "mustard":
            self.mustards[seat] += 1
        elif card in REACTIONS:
            assert "claimed" in self.turn
        else:
            assert seat == self.state.in_turn
            self.cards[card] += 1
            if "shot" in self.turn:  # R43
                assert card == ("revolver" if "second-shot" in self.turn else "green")

    def on_challenged(self, seat: str, claimer: str, card: str) -> None:
        neighbour = left_neighbour(self.state, claimer)
        assert seat == neighbour or (card != "mustard" and (seat, "mustard") in self.claims)  # R33
        self.dispute = (claimer, seat, card)

    def on_revealed(self, seat: str, card: str) -> None:
        assert self.dispute is not None
        claimer, challenger, claimed = self.dispute
        assert (seat, card) == (claimer, claimed) and card in self.hands[seat]
        self.dispute = (challenger, claimer, card)  # from here on: who pays whom, for what

    def on_conceded(self, seat: str, card: str) -> None:
        assert self.dispute is not None and (seat, card) == (self.dispute[0], self.dispute[2])

    def on_paid(self, seat: str, to: str, **paid: str) -> None:
        assert self.dispute is not None
        assert (seat, to, paid["class"]) == (*self.dispute[:2], class_of(self.dispute[2]).value)
        self.dispute = None

    def on_eliminated(self, seat: str, to: str) -> None:
        assert self.dispute is not None and (seat, to) == self.dispute[:2]
        owed = class_of(self.dispute[2])
        assert not any(class_of(card) is owed for card in self.state.hands[seat])
        self.dispute = None

    def on_suggested(self, seat: str, **_: str) -> None:
        assert not {"teleported", "shot"} & set(self.turn)  # R20

    def on_accused(self, seat: str, **_: str) -> None:
        assert not {"teleported", "shot"} & set(self.turn)  # R20

    def on_rolled(self, seat: str, dice: tuple[int, ...], steps: int) -> None:
        assert len(dice) == (4 if "four-dice" in self.turn else self.state.ruleset.dice)
        assert "shot" not in self.turn or "second-shot" in self.turn  # R43
        assert seat not in self.state.bound("seduced")  # R39

    def on_passage(self, seat: str, **_: str) -> None:
        assert "shot" not in self.turn or "second-shot" in self.turn
        assert seat not in self.state.bound("seduced")

    def on_teleported(self, seat: str, **_: str) -> None:
        assert not {seat} & {*self.state.bound("seduced"), *self.state.bound("tied")}
        assert "shot" not in self.turn

    def on_barred(self, seat: str, room: str) -> None:
        assert room == self.state.place_of(seat) and room not in self.state.barred

    def on_ended(self, seat: str) -> None:
        assert self.dispute is None


def play_refereed(game: Game, chance: Random, acts: int, guess: float) -> None:
    referee = Referee(game.state, {name: set(hand) for name, hand in game.state.hands.items()})
    assert broken(game.state) == ()
    for _ in range(acts):
        if not awaits(game.state):
            return
        before, heard = game.state, len(game.events)
        seat, act = pick_bluff(before, chance, guess)
        game.do(seat, act)
        assert broken(game.state) == ()
        referee.follow(seat, act, before, game.state, tuple(game.events[heard:]))


@settings(max_examples=40, deadline=None)
@given(bluff_rulesets(), st.integers(3, 6), chances)
def test_games_stay_sound_and_go_by_the_rules(ruleset: Ruleset, seats: int, chance: Random) -> None:
    game = new_bluff(ruleset, seats, chance)
    play_refereed(game, chance, 200, guess=0.01)


@settings(max_examples=15, deadline=None)
@given(bluff_rulesets(), st.integers(3, 6), chances)
def test_games_whose_players_guess_come_to_an_end(ruleset: Ruleset, seats: int, chance: Random) -> None:
    game = new_bluff(ruleset, seats, chance)
    play_refereed(game, chance, 5000, guess=0.2)
    assert game.state.outcome is not None
    assert all(legal(game.state, name) == () for name in (*game.state.names, HOUSE))
    last = [name for name, standing in game.state.standings.items() if standing is Standing.PLAYING]
    winner = game.state.outcome.winner
    if winner is None:  # R6
        assert last == []
    else:  # rightly accused, or all others are eliminated (R38)
        out = [name for name in game.state.names if name != winner]
        alone = all(game.state.standings[name] is Standing.ELIMINATED for name in out)
        assert winner in last
        assert alone or game.acts[-1] == (winner, " ".join(("accuse", *game.state.case)))


@settings(max_examples=60, deadline=None)
@given(bluff_games())
def test_whatever_is_offered_is_accepted(game: Game) -> None:
    for seat in (*game.state.names, HOUSE):
        for offer in legal(game.state, seat):
            assert all(offer.choices)
            for act in said(offer):
                verify(game.state, seat, act)


def sayable(state: State) -> set[Act]:
    """Every act of `bluff` that could mean something, and much that could not."""
    words = [*CARDS, *state.names]
    acts = {Act(verb) for verb in VERBS.split()}
    acts |= {Act(verb, (word,)) for verb in VERBS.split() for word in words}
    acts |= {Act("claim", (card, seat)) for card in CARDS for seat in state.names}
    return acts | {Act("move", (place,)) for place in BOARD.places}


@settings(max_examples=15, deadline=None)
@given(bluff_games())
def test_whatever_is_accepted_was_offered(game: Game) -> None:
    for seat in (*game.state.names, HOUSE):
        offered = {act for offer in legal(game.state, seat) for act in said(offer)}
        for act in sayable(game.state) - offered:
            try:
                verify(game.state, seat, act)
            except Refusal:
                continue
            # the attacker may be named in a reaction, though there is no choice
            assert act.words[:1] and act.words[0] in REACTIONS and Act("claim", act.words[:1]) in offered


KINDS = """
    claimed challenged conceded revealed paid void eliminated stands-by teleported four-dice barred unbarred
    held broken tied stays-tied freed shot killed stabbed second-shot blocked turned seduced seduced-over took
    gave suggested summoned shown nobody accused wrong moved-aside passage
"""


def test_random_games_reach_every_corner() -> None:
    """So that the properties above and those of secrecy are about something."""
    seen: Counter[str] = Counter()
    for number in range(40):
        chance = Random(number)
        ruleset = _ruleset(chance)
        game = new_bluff(ruleset, 3 + number % 4, chance)
        play_refereed(game, chance, 250, guess=0.01)
        seen.update(event.kind for event in game.events)
    assert [kind for kind in KINDS.split() if seen[kind] < 3] == []


def _ruleset(chance: Random) -> Ruleset:
    return ruleset_of("bluff", {"base": chance.choice(["classic", "travel"])})


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_same_acts_lead_to_the_same_game(seats: int) -> None:
    ends = []
    for _ in range(2):
        chance = Random(f"again/{seats}")
        game = new_bluff(_ruleset(chance), seats, chance)
        play_refereed(game, chance, 300, guess=0.01)
        ends.append((game.acts, game.events, repr(game.state)))
    assert ends[0] == ends[1]
