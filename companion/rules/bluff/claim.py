"""A claim on its way: made, challenged or not, answered by its target, and then done.

Everything that can lie on a claim is laid by this module: the window in which it may be challenged, and the
reaction of its target, which is a claim itself.
"""

from dataclasses import dataclass, replace

from companion.rules.bluff.dispute import Dispute
from companion.rules.bluff.power import Power, Reaction, in_game
from companion.rules.bluff.results import Answered, NoReaction, Settled
from companion.rules.bluff.ruleset import power_of
from companion.rules.bluff.turn import power_turn
from companion.rules.cards import class_of
from companion.rules.refusals import AlreadyClaimed, NotNeighbour, Refusal
from companion.rules.state import Frame, State, Step
from companion.rules.turn import Turn

MUSTARD = "mustard"
"""The card whose claim is a challenge (R33)."""


def left_neighbour(state: State, seat: str) -> str | None:
    """The next seat clockwise that is neither eliminated nor a wrong accuser; None when nobody else plays."""
    return next((other for other in state.after(seat) if state.plays(other)), None)


def open_claim(step: Step, claim: "Claim") -> Step:
    """Lay a claim on the stack and ask everybody who may challenge it (R34, R35)."""
    step = step.tell("claimed", seat=claim.seat, card=claim.card, target=claim.target)
    state = step.state.push(claim)
    neighbour = left_neighbour(state, claim.seat)
    if neighbour is None:
        return claim.resume(step.into(state), Settled(stands=True))
    others = () if claim.card == MUSTARD else tuple(s for s in state.after(claim.seat) if s != neighbour)
    return step.into(state.push(Window(claim.seat, claim.card, claim.target, neighbour, others)))


@dataclass(frozen=True, slots=True)
class Claim(Frame):
    """To use a card's power by saying that one holds it.

    target: the seat it is aimed at, empty where it has none.
    """

    seat: str
    card: str
    target: str = ""

    kind = "claim"

    def asked(self, state: State) -> tuple[str, ...]:
        """Nobody: whatever is decided about a claim lies on top of it."""
        return ()

    def public(self) -> dict[str, object]:
        """Everything but whether it is true."""
        return {"kind": self.kind, "seat": self.seat, "card": self.card, "target": self.target}

    def resume(self, step: Step, result: object) -> Step:
        """Go on: from the window to the reaction, from there to the effect (R31, R42)."""
        power = power_of(step.state, self.card)
        match result:
            case Settled(stands=False):
                return self._leave(step.tell("void", seat=self.seat, card=self.card), stands=False)
            case Settled(stands=True):
                step = power.settled(step, self)
                if power.reactions and step.state.plays(self.target):
                    return step.into(
                        step.state.push(React(self.target, self.seat, self.card, power.reactions))
                    )
                return self._take_effect(step, power)
            case Answered(claim=counter, stands=True):
                reaction = power_of(step.state, counter.card)
                assert isinstance(reaction, Reaction)
                return reaction.counter(step, self, counter)
            case _:  # nobody reacted, or the reaction was a lie, which no other replaces (R31)
                return self._take_effect(step, power)

    def blocked(self, step: Step) -> Step:
        """A reaction has stopped it: it is over without its effect."""
        below = self._leave(step, stands=False)
        return self._afterwards(below)

    def _take_effect(self, step: Step, power: Power) -> Step:
        ours = isinstance(step.state.stack[-2], Turn)
        step = self._leave(step, stands=True)
        if not ours:
            return step
        # Who was eliminated in the meantime is no target any more; the shot is fired all the same (R28, R38).
        if not self.target or in_game(step.state, self.target):
            step = power.take_effect(step, self)
        return self._afterwards(step)

    def _afterwards(self, step: Step) -> Step:
        state = step.state
        if state.stack and isinstance(state.top, Turn) and state.in_turn == self.seat:
            return power_of(state, self.card).afterwards(step, self)
        return step

    def _leave(self, step: Step, *, stands: bool) -> Step:
        """Take the claim off the stack; a claim or window below learns how it ended."""
        if isinstance(step.state.stack[-2], Turn):
            return step.into(step.state.pop())
        return step.close(Answered(self, stands))


@dataclass(frozen=True, slots=True)
class Window(Frame):
    """The moment in which a claim can be challenged: everybody who may is asked at once (R34, R35).

    neighbour: the claimer's left neighbour, who needs no card for it and goes first.
    others: the seats that may challenge by claiming mustard.
    passed: the seats that have answered.
    standing_by: mustard challenges that wait for the left neighbour, in the order they were made.
    """

    claimer: str
    card: str
    target: str
    neighbour: str
    others: tuple[str, ...]
    passed: frozenset[str] = frozenset()
    standing_by: tuple[str, ...] = ()

    kind = "window"
    replies = ("challenge", "pass")
    timed = True

    def asked(self, state: State) -> tuple[str, ...]:
        """Those who have not answered, clockwise from the claimer's left."""
        may = {self.neighbour, *self.others} - self.passed - self._spent(state)
        return tuple(seat for seat in state.after(self.claimer) if seat in may and state.plays(seat))

    def _spent(self, state: State) -> set[str]:
        """The seats that have claimed mustard this turn, also those that stand by with him."""
        return {seat for seat in self.others if (seat, MUSTARD) in power_turn(state).claimed}

    def public(self) -> dict[str, object]:
        """Everything: the claim was said aloud, and everybody sees who has answered."""
        return {
            "kind": self.kind,
            "claimer": self.claimer,
            "card": self.card,
            "target": self.target,
            "class": class_of(self.card).value,
            "neighbour": self.neighbour,
            "standing_by": list(self.standing_by),
        }

    def same_question(self, before: Frame) -> bool:
        """The same claim, whoever has answered meanwhile."""
        claim = (self.claimer, self.card, self.target)
        return isinstance(before, Window) and (before.claimer, before.card, before.target) == claim

    def rejection(self, state: State, seat: str, verb: str) -> Refusal:
        """Who was never asked has no right to challenge; who has claimed mustard this turn, no second one."""
        if verb == "challenge" and seat not in {self.claimer, self.neighbour, *self.others}:
            return NotNeighbour()
        if verb == "challenge" and seat in self._spent(state):
            return AlreadyClaimed(card=MUSTARD)
        return Frame.rejection(self, state, seat, verb)

    def resume(self, step: Step, result: object) -> Step:
        """Go on after a mustard challenge: it holds, or the window goes on for the others (R33)."""
        assert isinstance(result, Answered)
        if result.stands:
            return self.dispute(step, result.claim.seat)
        return self.go_on(step)

    def dispute(self, step: Step, challenger: str) -> Step:
        """Ask the claimer to show the card or to give in; a claimer who is out by now has lost the claim."""
        if not step.state.plays(self.claimer):
            return step.close(Settled(stands=False))
        step = step.tell("challenged", seat=challenger, claimer=self.claimer, card=self.card)
        return step.into(step.state.on_top(Dispute(self.claimer, self.card, challenger)))

    def go_on(self, step: Step) -> Step:
        """Take up the first challenge that stands by, or wait, or let the claim stand."""
        state = step.state
        if self.neighbour in self.asked(state):
            return step
        waiting = tuple(seat for seat in self.standing_by if state.plays(seat))
        if waiting:
            rest = replace(self, standing_by=waiting[1:], passed=self.passed | {waiting[0]})
            return open_claim(step.into(state.on_top(rest)), Claim(waiting[0], MUSTARD, self.claimer))
        if self.asked(state):
            return step
        return step.close(Settled(stands=True))


@dataclass(frozen=True, slots=True)
class React(Frame):
    """The target of a power may answer it with a claim of its own: one only (R31).

    seat: who is asked, whatever it holds (R35).
    attacker, attack: by whom and with which card's power.
    cards: with what.
    """

    seat: str
    attacker: str
    attack: str
    cards: tuple[str, ...]

    kind = "reaction"
    replies = ("claim", "pass")
    timed = True

    def asked(self, state: State) -> tuple[str, ...]:
        """The target."""
        return (self.seat,)

    def public(self) -> dict[str, object]:
        """Everything."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "attacker": self.attacker,
            "attack": self.attack,
            "cards": list(self.cards),
        }

    def passed(self, step: Step) -> Step:
        """The claim below goes on."""
        return step.close(NoReaction())
