"""Answering a claim: challenge it, or let it pass; answering an attack: react, or let it pass."""

from dataclasses import replace

from companion.rules.act import Offer
from companion.rules.bluff.claim import MUSTARD, Claim, React, Window, open_claim
from companion.rules.bluff.turn import note_claim
from companion.rules.refusals import NoTarget, NotNeighbour, NotNow, UnknownAct
from companion.rules.state import State, Step
from companion.rules.verb import Verb, Words, card
from companion.rules.verb import seat as seat_word


class Challenge(Verb):
    """`challenge` by the left neighbour, `challenge mustard` by any other seat."""

    name = "challenge"

    def check_words(self, state: State, words: Words) -> None:
        """Nothing, or mustard."""
        if words not in ((), (MUSTARD,)):
            raise UnknownAct(act=" ".join((self.name, *words)))

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse without mustard to all but the neighbour, who in turn needs none."""
        window = _window(state)
        if words and seat == window.neighbour:
            raise NoTarget(seat=window.claimer)
        if not words and seat != window.neighbour:
            raise NotNeighbour

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The neighbour's counts at once; mustard's waits for the neighbour's answer (R34)."""
        window = _window(state)
        if not words:
            return window.dispute(Step(state), seat)
        waiting = replace(window, standing_by=(*window.standing_by, seat))
        state = note_claim(state, seat, MUSTARD).on_top(waiting)
        return waiting.go_on(Step(state).tell("stands-by", seat=seat, claimer=window.claimer))

    def offers(self, state: State, seat: str) -> tuple[Offer, ...]:
        """The one way that this seat has."""
        return (Offer(self.name if seat == _window(state).neighbour else f"{self.name} {MUSTARD}"),)


class Pass(Verb):
    """`pass`: no challenge, no reaction."""

    name = "pass"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Always possible."""

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The window waits for the others, or closes."""
        frame = state.top
        if isinstance(frame, React):
            return frame.passed(Step(state))
        window = _window(state)
        window = replace(window, passed=window.passed | {seat})
        return window.go_on(Step(state.on_top(window)))


class ClaimReaction(Verb):
    """`claim wrench`, `claim wrench Ann`: against the power that is aimed at the seat."""

    name = "claim"

    def check_words(self, state: State, words: Words) -> None:
        """A card, and perhaps whom it is aimed at."""
        check_claim_words(state, words)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a card that is no answer to this attack, and another target than the attacker."""
        frame, below = state.top, state.stack[-2]
        assert isinstance(frame, React) and isinstance(below, Claim)
        if words[0] not in frame.cards:
            raise NotNow
        if words[1:] not in ((), (below.seat,)):
            raise NoTarget(seat=words[1])

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """A claim on the claim."""
        below = state.stack[-2]
        assert isinstance(below, Claim)
        return open_claim(Step(state.pop()), Claim(seat, words[0], below.seat))

    def offers(self, state: State, seat: str) -> tuple[Offer, ...]:
        """Every card that answers the attack, held or not."""
        assert isinstance(state.top, React)
        return tuple(Offer(f"{self.name} {one}") for one in state.top.cards)


def check_claim_words(state: State, words: Words) -> None:
    """`claim CARD` or `claim CARD SEAT`: refuse words that mean nothing."""
    if not 1 <= len(words) <= 2:
        raise UnknownAct(act=" ".join(("claim", *words)))
    for check, word in zip((card, seat_word), words, strict=False):
        check(state, word)


def _window(state: State) -> Window:
    assert isinstance(state.top, Window)
    return state.top
