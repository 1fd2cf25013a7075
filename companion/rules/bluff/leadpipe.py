"""The lead pipe: barred doors, unbarring from inside, breaking in from outside (R23, R24)."""

from dataclasses import dataclass, replace

from companion.board import Reach
from companion.rules.bluff.claim import Claim
from companion.rules.bluff.power import Power
from companion.rules.movement import reach_of
from companion.rules.moves import Move, arrive
from companion.rules.refusals import Barred, MustMove, NoTarget, NotInRoom
from companion.rules.state import Frame, State, Step
from companion.rules.succession import end_turn
from companion.rules.turn import Stage, turn_of
from companion.rules.verb import DiceVerb, Verb, Words

BREAKS = 5
"""The lowest die that breaks a barred door."""


class LeadPipe(Power):
    """Bar all doors of the room the token is in; that ends the turn. Allowed after a suggestion."""

    stages = (Stage.START, Stage.MOVED, Stage.SUGGESTED, Stage.SHOWN)

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse in the corridor, and where the doors are barred already."""
        room = state.room_of(seat)
        if room is None:
            raise NotInRoom
        if room in state.barred:
            raise Barred(place=room)

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """Nobody enters by a door until somebody unbars or breaks it."""
        room = step.state.place_of(claim.seat)
        step = step.into(replace(step.state, barred=(*step.state.barred, room)))
        return end_turn(step.tell("barred", seat=claim.seat, room=room))


class Unbar(Verb):
    """`unbar`: from inside, by anyone, without a claim; that ends the turn."""

    name = "unbar"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse in the middle of a move, in the corridor, and where nothing is barred."""
        turn = turn_of(state)
        turn.check(state, self.name)
        if turn.stage is Stage.ROLLED:
            raise MustMove
        room = state.room_of(seat)
        if room is None:
            raise NotInRoom
        if room not in state.barred:
            raise NoTarget(place=room)

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """All doors of the room are free again."""
        room = state.place_of(seat)
        return end_turn(Step(_without_bar(state, room)).tell("unbarred", seat=seat, room=room))


class MoveOrBreak(Move):
    """A move that may also lead to a barred door, to break it (R24)."""

    def ends(self, reach: Reach) -> frozenset[str]:
        """Also the barred rooms whose doors can be tried."""
        return reach.places | reach.breaks.keys()

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """To a barred room: stand before the nearest of its doors, or the one named, and ask for the die."""
        room = words[-1]
        if room not in state.barred:
            return Move.apply(self, state, seat, words)
        square = words[-2] if len(words) > 1 else _nearest_door(state, seat, room)
        step = Step(state)
        if square != state.place_of(seat):
            step = arrive(step, seat, square)
        state = step.state.with_turn(stage=Stage.MOVED)
        return step.into(state.push(BreakIn(seat, room)))


def _nearest_door(state: State, seat: str, room: str) -> str:
    return reach_of(state, seat, sum(turn_of(state).thrown)).breaks[room][0]


@dataclass(frozen=True, slots=True)
class BreakIn(Frame):
    """A token stands before a barred door and throws a die against it."""

    seat: str
    room: str

    kind = "break"
    replies = ("break",)

    def asked(self, state: State) -> tuple[str, ...]:
        """The seat."""
        return (self.seat,)

    def public(self) -> dict[str, object]:
        """Everything."""
        return {"kind": self.kind, "seat": self.seat, "room": self.room, "needs": BREAKS}


class Break(DiceVerb):
    """`break 5`: the die for a barred door."""

    name = "break"

    def dice(self, state: State, seat: str) -> int:
        """One."""
        return 1

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """The bar goes and the token enters, or the move ends before the door."""
        frame = state.top
        assert isinstance(frame, BreakIn)
        die = int(words[0])
        step = Step(state.pop())
        if die < BREAKS:
            return step.tell("held", seat=seat, room=frame.room, die=die)
        step = step.into(_without_bar(step.state, frame.room)).tell(
            "broken", seat=seat, room=frame.room, die=die
        )
        return arrive(step, seat, frame.room)


def _without_bar(state: State, room: str) -> State:
    return replace(state, barred=tuple(other for other in state.barred if other != room))
