"""The nine room cards: teleport to that room instead of rolling."""

from dataclasses import replace

from companion.rules.bluff.claim import Claim
from companion.rules.bluff.power import Power
from companion.rules.moves import arrive
from companion.rules.refusals import Refusal, Teleported, Unreachable
from companion.rules.state import State, Step
from companion.rules.turn import Stage, turn_of

TELEPORT_BANS: dict[str, type[Refusal]] = dict.fromkeys(("suggest", "accuse"), Teleported)


class Teleport(Power):
    """To another room; no suggestion and no accusation in that turn (R20), but one at the next (R21)."""

    movement = True
    stages = (Stage.START,)

    def __init__(self, room: str) -> None:
        self._room = room

    def verify(self, state: State, seat: str, target: str) -> None:
        """Refuse to a tied and to a seduced seat, and into the room it is in."""
        turn_of(state).check(state, "teleport")
        if state.place_of(seat) == self._room:
            raise Unreachable(place=self._room)

    def take_effect(self, step: Step, claim: Claim) -> Step:
        """Stand in the room, through every bar; the seat may suggest there next turn, like a summoned one."""
        step = arrive(step, claim.seat, self._room, "teleported")
        state = step.state.with_turn(entry=False, moved_by_power=True, bans=TELEPORT_BANS)
        return step.into(replace(state, summoned=state.summoned | {claim.seat}))
