"""Mrs. Peacock: instead of a suggestion, take a card at random and give one back (R40)."""

from dataclasses import dataclass

from companion.rules.act import Offer
from companion.rules.bluff.claim import Claim
from companion.rules.bluff.dispute import hand_over
from companion.rules.bluff.nearness import check_in_same_room
from companion.rules.bluff.power import Power
from companion.rules.refusals import AlreadySuggested, NoEntry, NoTarget, NotHeld
from companion.rules.state import HOUSE, Frame, State, Step
from companion.rules.testimony import learn
from companion.rules.turn import Stage, turn_of
from companion.rules.verb import Verb, Words, card


class Peacock(Power):
    """Swap a card with a seat in the same room; it needs the right to suggest, and uses it up."""

    targeted = True
    reactions = ("plum",)

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse without the right to suggest, and with an empty hand."""
        turn = turn_of(state)
        turn.check(state, "suggest")
        check_in_same_room(state, seat, target)
        if turn.stage is Stage.SUGGESTED:
            raise AlreadySuggested
        if not turn.entry:
            raise NoEntry
        if not state.hands[target]:
            raise NoTarget(seat=target)

    def settled(self, step: Step, claim: Claim) -> Step:
        """The right to suggest is used up, also if plum blocks the swap."""
        return step.into(step.state.with_turn(stage=Stage.SUGGESTED, entry=False))

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """The house draws, then the claimer gives back; a hand that has emptied meanwhile ends it."""
        if not step.state.hands[claim.target]:
            return step
        state = step.state.push(GiveBack(claim.seat, claim.target)).push(Draw(claim.seat, claim.target))
        return step.into(state)


@dataclass(frozen=True, slots=True)
class Draw(Frame):
    """The house takes a card at random from the target's hand for the claimer."""

    taker: str
    giver: str

    kind = "draw"
    replies = ("draw",)

    def asked(self, state: State) -> tuple[str, ...]:
        """The house."""
        return (HOUSE,)

    def public(self) -> dict[str, object]:
        """Everything but the card."""
        return {"kind": self.kind, "seat": self.taker, "from": self.giver}


@dataclass(frozen=True, slots=True)
class GiveBack(Frame):
    """The claimer gives a card of its choice back; it may be the same."""

    seat: str
    to: str

    kind = "swap"
    replies = ("give",)

    def asked(self, state: State) -> tuple[str, ...]:
        """The claimer."""
        return (self.seat,)

    def public(self) -> dict[str, object]:
        """Everything but the cards."""
        return {"kind": self.kind, "seat": self.seat, "to": self.to}


class DrawCard(Verb):
    """`house: draw kitchen`: the card taken at random."""

    name = "draw"
    signature = (card,)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a card that is not in that hand."""
        frame = state.top
        assert isinstance(frame, Draw)
        if words[0] not in state.hands[frame.giver]:
            raise NotHeld(card=words[0])

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The claimer has it; only the two know which."""
        frame = state.top
        assert isinstance(frame, Draw)
        return _pass_on(Step(state.pop()), "took", words[0], frame.giver, frame.taker)

    def offers(self, state: State, seat: str) -> tuple[Offer, ...]:
        """Every card of the hand, each as likely."""
        frame = state.top
        assert isinstance(frame, Draw)
        return (Offer(self.name, (state.hands[frame.giver],)),)


class GiveCard(Verb):
    """`give rope`: the card given back."""

    name = "give"
    signature = (card,)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a card that is not held."""
        if words[0] not in state.hands[seat]:
            raise NotHeld(card=words[0])

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The swap is done."""
        frame = state.top
        assert isinstance(frame, GiveBack)
        return _pass_on(Step(state.pop()), "gave", words[0], seat, frame.to)

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """The whole hand."""
        return (state.hands[seat],)


def _pass_on(step: Step, kind: str, card: str, giver: str, taker: str) -> Step:
    step = step.into(hand_over(step.state, card, giver, taker))
    step = step.confide(kind, {"giver": giver, "taker": taker}, {"card": card}, giver, taker)
    return learn(step, card, of=giver, by=(taker,))
