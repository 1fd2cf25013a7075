"""Suggestions and accusations: the verbs of a turn that ask and that solve."""

from dataclasses import replace

from companion.board import ROOMS, SUSPECTS
from companion.rules.answer import Answer
from companion.rules.cards import WEAPONS
from companion.rules.movement import step_aside, summon
from companion.rules.refusals import AlreadySuggested, MustMove, MustSuggest, NoEntry, NotInRoom
from companion.rules.state import Standing, State, Step
from companion.rules.succession import drop_out, finish
from companion.rules.turn import Stage, turn_of
from companion.rules.verb import Verb, Words, room_card, suspect_card, weapon_card


class Suggest(Verb):
    """`suggest mustard rope`: in the room the token stands in, once per entry."""

    name = "suggest"
    signature = (suspect_card, weapon_card)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse outside a room, without a fresh entry, and a second time."""
        turn = turn_of(state)
        turn.check(state, self.name)
        if turn.stage is Stage.ROLLED:
            raise MustMove
        if turn.stage in (Stage.SUGGESTED, Stage.SHOWN):
            raise AlreadySuggested
        if state.room_of(seat) is None:
            raise NotInRoom
        if not turn.entry:
            raise NoEntry

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Bring suspect and weapon into the room and ask round the table, from the left."""
        suspect, weapon = words
        room = state.place_of(seat)
        step = Step(state).tell("suggested", seat=seat, suspect=suspect, weapon=weapon, room=room)
        step = summon(step, suspect, room)
        state = replace(step.state, weapons={**state.weapons, weapon: room}).with_turn(entry=False)
        asked = tuple(
            other for other in state.after(seat) if state.standings[other] is not Standing.ELIMINATED
        )
        return step.into(state.push(Answer(seat, (suspect, weapon, room), asked)))

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """Any suspect, any weapon."""
        return (SUSPECTS, WEAPONS)


class Accuse(Verb):
    """`accuse plum wrench hall`: once a game, at any moment of the own turn (R2)."""

    name = "accuse"
    signature = (suspect_card, weapon_card, room_card)

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse where the turn bans it, or the house wants a suggestion first."""
        turn = turn_of(state)
        turn.check(state, self.name)
        if state.ruleset.accuse_after_suggestion and turn.stage not in (Stage.SUGGESTED, Stage.SHOWN):
            raise MustSuggest

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Right: the seat wins. Wrong: it alone sees the case file, and only answers from now on (R5, R7)."""
        suspect, weapon, room = words
        step = Step(state).tell("accused", seat=seat, suspect=suspect, weapon=weapon, room=room)
        if words == state.case:
            return finish(step.tell("right", seat=seat), seat)
        step = step.confide("wrong", {"seat": seat}, {"case": state.case}, seat)
        return drop_out(step_aside(step, seat), seat, Standing.ACCUSED)

    def choices(self, state: State, seat: str) -> tuple[Words, ...]:
        """Any three cards."""
        return (SUSPECTS, WEAPONS, ROOMS)
