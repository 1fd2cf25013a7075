"""Moving and ending: the verbs of a turn that carry the token."""

from companion.board import Reach
from companion.rules.movement import reach_of, trapped
from companion.rules.refusals import (
    Barred,
    NoPassage,
    NotInRoom,
    NotNow,
    Occupied,
    Refusal,
    Trapped,
    UnknownAct,
    Unreachable,
)
from companion.rules.state import State, Step
from companion.rules.succession import end_turn
from companion.rules.turn import Stage, Turn, turn_of
from companion.rules.verb import DiceVerb, Verb, Words, place


def _check_start(state: State, verb: str) -> Turn:
    turn = turn_of(state)
    turn.check(state, verb)
    if turn.stage is not Stage.START:
        raise NotNow
    return turn


class Roll(DiceVerb):
    """`roll 3 4`: the dice of a move, once a turn."""

    name = "roll"

    def __init__(self, move: "Move") -> None:
        self._move = move

    def dice(self, state: State, seat: str) -> int:
        """As many as the turn throws."""
        return turn_of(state).dice

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a second move, and a token that cannot leave its room."""
        _check_start(state, self.name)
        if trapped(state, seat):
            raise Trapped
        super().verify(state, seat, words)

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Let the dice lie; where no move leads anywhere, the move is over with them (R1)."""
        thrown = tuple(map(int, words))
        reach = reach_of(state, seat, sum(thrown))
        stage = Stage.ROLLED if self._move.ends(reach) else Stage.MOVED
        state = state.with_turn(stage=stage, thrown=thrown, steps=reach.steps, entry=False)
        step = Step(state).tell("rolled", seat=seat, dice=thrown, steps=sum(thrown))
        return step if reach.steps == sum(thrown) else step.tell("cut-short", seat=seat, steps=reach.steps)


class Move(Verb):
    """`move Q7`, `move lounge`, `move P7 Q7 R7 R6 lounge`: where the roll ends, or the whole way to it."""

    name = "move"

    def check_words(self, state: State, words: Words) -> None:
        """Refuse a move without a place, and places that the board does not have."""
        if not words:
            raise UnknownAct(act=self.name)
        for word in words:
            place(state, word)

    def ends(self, reach: Reach) -> frozenset[str]:
        """The places that may be named as the end of a move."""
        return reach.places

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse where no roll waits, and where it does not lead."""
        turn = turn_of(state)
        turn.check(state, self.name)
        if turn.stage is not Stage.ROLLED:
            raise NotNow
        reach = reach_of(state, seat, sum(turn.thrown))
        if words[-1] not in self.ends(reach):
            raise _why_not(state, seat, words[-1])
        if len(words) > 1:
            _check_way(state, seat, words, reach)

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Stand the token there; in a room it has entered."""
        return arrive(Step(state), seat, words[-1])

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """Every place where the roll may end."""
        turn = turn_of(state)
        if turn.stage is not Stage.ROLLED:
            return ((),)
        ends = self.ends(reach_of(state, seat, sum(turn.thrown)))
        return (tuple(one for one in state.board.squares + state.board.rooms if one in ends),)


def arrive(step: Step, seat: str, end: str, kind: str = "moved") -> Step:
    """Complete the move of a turn: the token stands on its end, in a room with every right of an entry.

    kind: the event that tells how it came there.
    """
    state = step.state
    suspect = state.suspect_of(seat)
    origin = state.tokens[suspect]
    state = state.with_token(suspect, end).with_turn(stage=Stage.MOVED, entry=state.board.is_room(end))
    return step.into(state).tell(kind, **{"seat": seat, "suspect": suspect, "from": origin, "to": end})


def _why_not(state: State, seat: str, end: str) -> Refusal:
    if end in state.occupied() - {state.place_of(seat)}:
        return Occupied(place=end)
    if end in state.barred:
        return Barred(place=end)
    return Unreachable(place=end)


def _check_way(state: State, seat: str, way: Words, reach: Reach) -> None:
    """Hold a whole way, step by step, to the rules of a move."""
    origin, end = state.place_of(seat), way[-1]
    enters = state.board.is_room(end)
    here, trodden = origin, {origin}
    for square in way[:-1] if enters else way:
        if square in state.occupied() - {origin}:
            raise Occupied(place=square)
        if not _next_to(state, here, square) or (square in trodden and not state.ruleset.revisit):
            raise Unreachable(place=square)
        here = square
        trodden.add(square)
    if enters and end not in state.board.rooms_at(here):
        raise Unreachable(place=end)
    if len(way) > sum(turn_of(state).thrown) or not (enters or len(way) == reach.steps):
        raise Unreachable(place=end)


def _next_to(state: State, here: str, square: str) -> bool:
    if state.board.is_room(here):
        return any(door.square == square for door in state.board.doors_of(here))
    return state.board.adjacent(here, square)


class TakePassage(Verb):
    """`passage`: the secret passage, instead of rolling."""

    name = "passage"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse after a move, in the corridor, and in a room without one."""
        _check_start(state, self.name)
        room = state.room_of(seat)
        if room is None:
            raise NotInRoom
        if room not in state.board.passages:
            raise NoPassage(place=room)

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Come out in the other room; that is an entry."""
        return arrive(Step(state), seat, state.board.passages[state.place_of(seat)], self.name)


class End(Verb):
    """`end`: nothing more this turn."""

    name = "end"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a turn without its move, and an entry without the suggestion that the rules ask for."""
        if refusal := turn_of(state).due(state):
            raise refusal

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Give the turn to the next seat."""
        return end_turn(Step(state))
