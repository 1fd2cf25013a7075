"""Moving and ending: the verbs of a turn that carry the token."""

from dataclasses import replace

from companion.board import Reach
from companion.rules.movement import reach_of, trapped
from companion.rules.refusals import (
    Barred,
    MustMove,
    MustSuggest,
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
        steps = reach_of(state, seat, sum(thrown)).steps
        turn = replace(
            turn_of(state),
            stage=Stage.ROLLED if steps else Stage.MOVED,
            thrown=thrown,
            steps=steps,
            entry=False,
        )
        step = Step(state.on_top(turn)).tell("rolled", seat=seat, dice=thrown, steps=sum(thrown))
        return step if steps == sum(thrown) else step.tell("cut-short", seat=seat, steps=steps)


class Move(Verb):
    """`move Q7`, `move lounge`, `move P7 Q7 R7 R6 lounge`: where the roll ends, or the whole way to it."""

    name = "move"

    def check_words(self, state: State, words: Words) -> None:
        """Refuse a move without a place, and places that the board does not have."""
        if not words:
            raise UnknownAct(act=self.name)
        for word in words:
            place(state, word)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse where no roll waits, and where it does not lead."""
        turn = turn_of(state)
        turn.check(state, self.name)
        if turn.stage is not Stage.ROLLED:
            raise NotNow
        reach = reach_of(state, seat, turn.steps)
        if words[-1] not in reach.places:
            raise _why_not(state, words[-1])
        if len(words) > 1:
            _check_way(state, seat, words, reach)

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Stand the token there; in a room it has entered."""
        origin, end = state.place_of(seat), words[-1]
        turn = replace(turn_of(state), stage=Stage.MOVED, steps=0, entry=state.board.is_room(end))
        suspect = state.suspect_of(seat)
        step = Step(state.with_token(suspect, end).on_top(turn))
        return step.tell("moved", **{"seat": seat, "suspect": suspect, "from": origin, "to": end})

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """Every place where the roll may end."""
        turn = turn_of(state)
        if turn.stage is not Stage.ROLLED:
            return ((),)
        ends = reach_of(state, seat, turn.steps).places
        return (tuple(one for one in state.board.squares + state.board.rooms if one in ends),)


def _why_not(state: State, end: str) -> Refusal:
    if end in state.occupied():
        return Occupied(place=end)
    if end in state.barred:
        return Barred(place=end)
    return Unreachable(place=end)


def _check_way(state: State, seat: str, way: Words, reach: Reach) -> None:
    """Hold a whole way, step by step, to the rules of a move."""
    origin = state.place_of(seat)
    squares = way[:-1] if state.board.is_room(way[-1]) else way
    enters = len(squares) < len(way)
    here, trodden = origin, {origin}
    for square in squares:
        if square in state.occupied() - {origin}:
            raise Occupied(place=square)
        if not _next_to(state, here, square) or (square in trodden and not state.ruleset.revisit):
            raise Unreachable(place=square)
        here = square
        trodden.add(square)
    if enters and way[-1] not in state.board.rooms_at(here):
        raise Unreachable(place=way[-1])
    if not (len(way) == reach.steps or (enters and len(way) < reach.steps)):
        raise Unreachable(place=way[-1])


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
        origin = state.place_of(seat)
        end = state.board.passages[origin]
        suspect = state.suspect_of(seat)
        turn = replace(turn_of(state), stage=Stage.MOVED, entry=True)
        step = Step(state.with_token(suspect, end).on_top(turn))
        return step.tell("passage", **{"seat": seat, "suspect": suspect, "from": origin, "to": end})


class End(Verb):
    """`end`: nothing more this turn."""

    name = "end"

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse a turn without its move, and an entry without the suggestion that the rules ask for."""
        turn = turn_of(state)
        if turn.stage is Stage.ROLLED or (turn.stage is Stage.START and not _may_stay(state, turn)):
            raise MustMove
        if turn.stage is Stage.MOVED and turn.entry and state.ruleset.must_suggest:
            raise MustSuggest

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Give the turn to the next seat."""
        return end_turn(Step(state))


def _may_stay(state: State, turn: Turn) -> bool:
    """Whether a turn needs no move: the seat is trapped (R3), or something holds it in place (R39)."""
    try:
        turn.check(state, Roll.name)
    except Refusal:
        return True
    return trapped(state, turn.seat)
