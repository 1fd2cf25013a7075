"""Turns against a referee written here from section 3: what may be done, by whom, and who is next."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board import SUSPECTS
from companion.rules import Ruleset, State, awaits, legal
from tests.rules.games import BOARD, pick, rulesets, set_up, shuffled


class Referee:
    """Follows a game act by act and says which verbs are due.

    It takes places, hands and options from the game, everything about turns from the acts alone.
    """

    def __init__(self, state: State) -> None:
        self.rules = state.ruleset
        self.seats = list(state.names)
        self.out: set[str] = set()
        self.summoned: set[str] = set()
        self.lies: list[tuple[str, set[str]]] = []
        self.learnt: dict[tuple[str, str], list[tuple[str, set[str]]]] = {}
        self.asked: list[str] = []
        self.throws: dict[str, int] = {}
        self.among = list(self.seats) if self.rules.begins == "highest" else []
        self.over = False
        if not self.among:
            order = {seat.suspect: seat.name for seat in state.seats}
            self.begin(next(order[suspect] for suspect in SUSPECTS if suspect in order))

    def begin(self, seat: str) -> None:
        self.turn = seat
        self.rolled = self.moved = self.suggested = self.shown = False
        self.entered = seat in self.summoned
        self.must = False
        self.summoned.discard(seat)

    def left_of(self, seat: str) -> list[str]:
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]

    def pass_on(self) -> None:
        following = [seat for seat in (*self.left_of(self.turn), self.turn) if seat not in self.out]
        if following:
            self.begin(following[0])
        else:
            self.over = True

    def due(self, state: State) -> dict[str, set[str]]:
        """The verbs of each seat that has any."""
        if self.over:
            return {}
        if self.among:
            return {seat: {"first"} for seat in self.among if seat not in self.throws}
        if self.asked:
            held = set(state.hands[self.asked[0]]) & self.named
            verbs = {"show"} if held else set()
            return {self.asked[0]: verbs | ({"none"} if self.rules.honour or not held else set())}
        due = {self.turn: self.own_turn(state)}
        for (by, of), _ in self.learnt.items():
            if {by, of}.isdisjoint(self.out) and self.provable(by, of):
                due.setdefault(by, set()).add("false-testimony")
        return due

    def provable(self, by: str, of: str) -> bool:
        return any(card in named for card, lies in self.learnt[by, of] for named in lies)

    def own_turn(self, state: State) -> set[str]:
        place = state.place_of(self.turn)
        verbs = set()
        if not self.rules.accuse_after_suggestion or self.suggested:
            verbs.add("accuse")
        if self.rolled and not self.moved:
            return verbs | {"move"}
        if self.suggested:
            return verbs | {"end"}
        if self.moved:
            if self.entered:
                verbs.add("suggest")
            return verbs if self.must else verbs | {"end"}
        if self.entered:
            verbs.add("suggest")  # R4
        if place in BOARD.passages:
            verbs.add("passage")
        if place in BOARD.rooms and place not in BOARD.passages and not self.ways_out(state):
            return verbs | {"end"}  # R3
        return verbs | {"roll"}

    def ways_out(self, state: State) -> bool:
        place = state.place_of(self.turn)
        taken = set(state.tokens.values())
        if place in BOARD.rooms:
            onto = [door.square for door in BOARD.doors if door.room == place]
            return any(square not in taken for square in onto)
        at_door = any(door.square == place for door in BOARD.doors)
        return at_door or any(square not in taken for square in BOARD.neighbours(place))

    def follow(self, before: State, seat: str, verb: str, words: tuple[str, ...]) -> None:
        """Take in an act; `before` is the state it was made in."""
        match verb:
            case "first":
                self.throws[seat] = int(words[0])
                if len(self.throws) == len(self.among):
                    best = [one for one in self.among if self.throws[one] == max(self.throws.values())]
                    self.among, self.throws = (best, {}) if len(best) > 1 else ([], {})
                    if len(best) == 1:
                        self.begin(best[0])
            case "roll":
                self.rolled, self.entered = True, False
                self.moved = not self.ways_out(before)  # R1
            case "move" | "passage":
                self.rolled = self.moved = True
                self.entered = verb == "passage" or words[-1] in BOARD.rooms
                self.must = self.entered and self.rules.must_suggest
            case "suggest":
                self.suggested = self.moved = self.rolled = True
                self.named = {*words, before.place_of(seat)}
                self.asked = self.left_of(seat)
                if before.tokens[words[0]] != before.place_of(seat):
                    self.summoned |= {one.name for one in before.seats if one.suspect == words[0]}
            case "none":
                self.lies.append((seat, self.named))
                self.asked.pop(0)
            case "show":
                heard = [named for witness, named in self.lies if witness == seat]
                if self.rules.honour:
                    self.learnt.setdefault((self.turn, seat), []).append((words[0], heard))
                self.asked = []
            case "end":
                self.pass_on()
            case "accuse":
                if words == before.case:
                    self.over = True
                else:
                    self.out.add(seat)
                    self.pass_on()
            case "false-testimony":
                self.out.add(words[0])
                if self.turn == words[0]:
                    self.pass_on()


@settings(max_examples=40, deadline=None)
@given(rulesets(), st.integers(3, 6), st.integers(0, 2**32).map(Random))
def test_turns_go_as_the_referee_says(ruleset: Ruleset, seats: int, chance: Random) -> None:
    game = set_up(ruleset, *shuffled(seats, chance))
    referee = Referee(game.state)
    for _ in range(250):
        state = game.state
        due = referee.due(state)
        told = {name: {offer.act for offer in legal(state, name)} for name in state.names}
        assert {name: verbs for name, verbs in told.items() if verbs} == {
            name: verbs for name, verbs in due.items() if verbs
        }
        waiting = {name for name, verbs in due.items() if verbs - {"false-testimony"}}
        assert set(awaits(state)) == waiting
        assert bool(waiting) is not referee.over
        if referee.over:
            assert state.outcome is not None
            return
        assert state.in_turn == (None if referee.among else referee.turn)
        seat, act = pick(state, chance)
        referee.follow(state, seat, act.verb, act.words)
        game.do(seat, act)
