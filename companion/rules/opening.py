"""Who begins: scarlet's seat (`classic`) or the highest die (`travel`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.board import SUSPECTS
from companion.rules.state import Frame, State, Step
from companion.rules.succession import begin_turn
from companion.rules.verb import DiceVerb, Words


@dataclass(frozen=True, slots=True)
class First(Frame):
    """Every seat throws one die; the highest begins, ties throw again among themselves.

    among: the seats that throw in this round.
    rolls: what they have thrown so far.
    """

    among: tuple[str, ...]
    rolls: Mapping[str, int] = field(default_factory=dict)

    kind = "first"
    replies = ("first",)

    def asked(self, state: State) -> tuple[str, ...]:
        """Those who have not thrown yet, in any order."""
        return tuple(seat for seat in self.among if seat not in self.rolls)

    def same_question(self, before: Frame) -> bool:
        """The same round."""
        return isinstance(before, First) and before.among == self.among

    def public(self) -> dict[str, object]:
        """Everything."""
        return {"kind": self.kind, "among": list(self.among), "rolls": dict(self.rolls)}


class ThrowForFirst(DiceVerb):
    """`first 5`: the single die for who begins."""

    name = "first"

    def dice(self, state: State, seat: str) -> int:
        """One."""
        return 1

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Note the die; after the last one somebody begins, or the tied ones throw again."""
        frame = state.top
        assert isinstance(frame, First)
        die = int(words[0])
        rolls = {**frame.rolls, seat: die}
        step = Step(state.on_top(First(frame.among, rolls))).tell("first", seat=seat, die=die)
        if len(rolls) < len(frame.among):
            return step
        highest = tuple(one for one in frame.among if rolls[one] == max(rolls.values()))
        if len(highest) == 1:
            return begin_turn(step.tell("begins", seat=highest[0]), highest[0])
        return step.into(state.on_top(First(highest))).tell("tie", seats=highest)


def begin(state: State, turn: str | None = None) -> Step:
    """Begin the first turn, or ask for the dice that decide whose it is.

    turn: the seat that begins, where the rules are not to decide.
    """
    if turn is not None:
        return begin_turn(Step(state), turn)
    if state.ruleset.begins == "highest":
        return Step(state.push(First(state.names)))
    player = next(seat for suspect in SUSPECTS if (seat := state.player_of(suspect)))
    return begin_turn(Step(state).tell("begins", seat=player), player)
