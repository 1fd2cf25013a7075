"""Answering a suggestion: show one named card to the suggester, or have none."""

from dataclasses import dataclass, replace

from companion.rules.cards import in_order
from companion.rules.refusals import MustShow, NotHeld
from companion.rules.state import Frame, State, Step
from companion.rules.testimony import learn, testify
from companion.rules.turn import Stage
from companion.rules.verb import Verb, Words, card


@dataclass(frozen=True, slots=True)
class Answer(Frame):
    """A suggestion on its way round the table.

    suggester: who asks, and alone sees what is shown.
    named: suspect, weapon, room.
    waiting: the seats still to answer, the first one now.
    """

    suggester: str
    named: tuple[str, str, str]
    waiting: tuple[str, ...]

    kind = "answer"
    replies = ("show", "none")

    def asked(self, state: State) -> tuple[str, ...]:
        """The next seat to the left."""
        return self.waiting[:1]

    def public(self) -> dict[str, object]:
        """Everything: the cards themselves are in the hands."""
        suspect, weapon, room = self.named
        return {
            "kind": self.kind,
            "seat": self.suggester,
            "asked": self.waiting[0],
            "suspect": suspect,
            "weapon": weapon,
            "room": room,
        }


def _matching(state: State, seat: str) -> tuple[str, ...]:
    frame = state.top
    assert isinstance(frame, Answer)
    return in_order(set(frame.named) & set(state.hands[seat]))


class Show(Verb):
    """`show rope`: any one of the named cards that the seat holds (R9)."""

    name = "show"
    signature = (card,)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a card that is not held, or that the suggestion does not name."""
        matching = _matching(state, seat)
        if words[0] in matching:
            return
        raise MustShow() if matching and words[0] in state.hands[seat] else NotHeld(card=words[0])

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Show it to the suggester alone."""
        frame = state.top
        assert isinstance(frame, Answer)
        step = Step(state).confide(
            "shown", {"seat": seat, "to": frame.suggester}, {"card": words[0]}, seat, frame.suggester
        )
        step = learn(step, words[0], of=seat, by=(frame.suggester,))
        return step.close(Stage.SHOWN)

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """The named cards in the hand."""
        return (_matching(state, seat),)


class HaveNone(Verb):
    """`none`: nothing to show; under `honour` also by a seat that hides a card (R13)."""

    name = "none"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse while the seat holds a named card, unless the table plays on its honour."""
        if not state.ruleset.honour and _matching(state, seat):
            raise MustShow

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Ask the next seat; after the last one nobody has shown."""
        frame = state.top
        assert isinstance(frame, Answer)
        step = testify(Step(state).tell("nothing", seat=seat), seat, frame.named)
        waiting = frame.waiting[1:]
        if waiting:
            return step.into(step.state.on_top(replace(frame, waiting=waiting)))
        return step.tell("nobody", seat=frame.suggester).close(Stage.SUGGESTED)
