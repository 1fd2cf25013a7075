"""A challenged claim: the card is shown or not, and one of the two pays for it."""

from dataclasses import dataclass

from companion.rules.bluff.elimination import eliminate
from companion.rules.bluff.results import Settled
from companion.rules.cards import CardClass, class_of
from companion.rules.refusals import NotHeld, WrongClass
from companion.rules.state import Frame, State, Step
from companion.rules.testimony import learn
from companion.rules.verb import Verb, Words, card


@dataclass(frozen=True, slots=True)
class Dispute(Frame):
    """The claimer may reveal the claimed card, or concede.

    It is asked whatever it holds, and may concede a true claim.
    """

    claimer: str
    card: str
    challenger: str

    kind = "dispute"
    replies = ("reveal", "concede")

    def asked(self, state: State) -> tuple[str, ...]:
        """The claimer."""
        return (self.claimer,)

    def public(self) -> dict[str, object]:
        """Everything but whether the claim is true."""
        return {
            "kind": self.kind,
            "claimer": self.claimer,
            "card": self.card,
            "class": class_of(self.card).value,
            "challenger": self.challenger,
        }


@dataclass(frozen=True, slots=True)
class Penalty(Frame):
    """A card of the claimed card's class is owed.

    payer, payee: from whom to whom.
    card: that was claimed.
    proven: whether it was shown, which decides what happens to the claim afterwards.
    """

    payer: str
    payee: str
    card: str
    proven: bool

    kind = "penalty"
    replies = ("pay",)

    def asked(self, state: State) -> tuple[str, ...]:
        """The payer."""
        return (self.payer,)

    def public(self) -> dict[str, object]:
        """Everything; the card itself is between the two (R37)."""
        return {
            "kind": self.kind,
            "seat": self.payer,
            "to": self.payee,
            "card": self.card,
            "class": self.owed.value,
            "proven": self.proven,
        }

    @property
    def owed(self) -> CardClass:
        """The class of the card that is owed."""
        return class_of(self.card)

    def payable(self, state: State) -> Words:
        """The cards with which the payer could pay."""
        return tuple(held for held in state.hands[self.payer] if class_of(held) is self.owed)


class Reveal(Verb):
    """`reveal`: show the claimed card to everybody; it stays in the hand."""

    name = "reveal"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse without the card."""
        dispute = _dispute(state)
        if dispute.card not in state.hands[seat]:
            raise NotHeld(card=dispute.card)

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The challenger was wrong, and pays."""
        dispute = _dispute(state)
        step = Step(state).tell("revealed", seat=seat, card=dispute.card)
        step = learn(step, dispute.card, of=seat, by=tuple(state.after(seat)))
        return _demand(step, Penalty(dispute.challenger, seat, dispute.card, proven=True))


class Concede(Verb):
    """`concede`: not to show the card, whether it is held or not."""

    name = "concede"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Always possible."""

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The claimer pays, and the claim is void."""
        dispute = _dispute(state)
        step = Step(state).tell("conceded", seat=seat, card=dispute.card)
        return _demand(step, Penalty(seat, dispute.challenger, dispute.card, proven=False))


class Pay(Verb):
    """`pay rope`: a penalty card of the payer's choice; only payer and receiver see it (R37)."""

    name = "pay"
    signature = (card,)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a card of another class, and one that is not held."""
        penalty = _penalty(state)
        if class_of(words[0]) is not penalty.owed:
            raise WrongClass(card=words[0])
        if words[0] not in state.hands[seat]:
            raise NotHeld(card=words[0])

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The card changes hands; the claim is settled."""
        penalty = _penalty(state)
        step = Step(hand_over(state, words[0], seat, penalty.payee))
        step = step.confide(
            "paid",
            {"seat": seat, "to": penalty.payee, "class": penalty.owed.value},
            {"card": words[0]},
            seat,
            penalty.payee,
        )
        return learn(step, words[0], of=seat, by=(penalty.payee,)).close(Settled(penalty.proven))

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """What the payer holds of the class."""
        return (_penalty(state).payable(state),)


def hand_over(state: State, card: str, giver: str, taker: str) -> State:
    """Move a card from one hand to another."""
    state = state.with_hand(giver, set(state.hands[giver]) - {card})
    return state.with_hand(taker, {*state.hands[taker], card})


def _demand(step: Step, penalty: Penalty) -> Step:
    """Ask for a penalty in place of the dispute; who cannot pay is eliminated at once."""
    step = step.into(step.state.on_top(penalty))
    if penalty.payable(step.state):
        return step
    return eliminate(step, penalty.payer, penalty.payee, lambda after: after.close(Settled(penalty.proven)))


def _dispute(state: State) -> Dispute:
    assert isinstance(state.top, Dispute)
    return state.top


def _penalty(state: State) -> Penalty:
    assert isinstance(state.top, Penalty)
    return state.top
