"""A turn in which cards are claimed."""

from dataclasses import dataclass, field

from companion.rules.refusals import AlreadyClaimed, MustMove, NotNow, Refusal, Shot
from companion.rules.state import State
from companion.rules.turn import Stage, Turn

SHOTS = 2
"""The revolver fires once a turn, with green a second time (R43)."""

SHOT_BANS: dict[str, type[Refusal]] = dict.fromkeys(("roll", "passage", "suggest", "accuse", "unbar"), Shot)
"""What a shot ends: everything but to claim green, or to end the turn (R20, R43)."""


@dataclass(frozen=True, slots=True)
class PowerTurn(Turn):
    """A turn of `bluff`.

    claimed: who has claimed which card in it; each card once a turn and seat.
    moved_by_power: a movement power has stood, so no other is claimed.
    shots: how often the revolver was fired.
    green: a second shot is open.
    """

    claimed: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    moved_by_power: bool = False
    shots: int = 0
    green: bool = False

    def due(self, state: State) -> Refusal | None:
        """What the turn still owes; a shot or a teleport owes nothing more than a pending move."""
        if self.bans and self.stage is not Stage.ROLLED:
            return None
        return Turn.due(self, state)

    def check_claim(self, card: str, stages: tuple[Stage, ...], movement: bool) -> None:
        """Refuse a card that this turn does not allow to be claimed now."""
        if self.stage is Stage.ROLLED:
            raise MustMove
        if self.shots and card != ("revolver" if self.green else "green"):
            raise Shot
        if (self.seat, card) in self.claimed or (movement and self.moved_by_power):
            raise AlreadyClaimed(card=card)
        if self.stage not in stages:
            raise NotNow

    def public(self) -> dict[str, object]:
        """Everything: also what has been claimed, which everybody heard, and what follows from it."""
        claimed = sorted(card for seat, card in self.claimed if seat == self.seat)
        return {
            **Turn.public(self),
            "claimed": claimed,
            "shots": self.shots,
            "green": self.green,
            "bans": sorted(self.bans),
        }


def power_turn(state: State) -> PowerTurn:
    """The running turn, as a turn of `bluff`."""
    turn = state.stack[0]
    assert isinstance(turn, PowerTurn), "cards are claimed in turns of bluff"
    return turn


def note_claim(state: State, seat: str, card: str) -> State:
    """Keep that a seat has claimed a card in this turn."""
    return state.with_turn(claimed=power_turn(state).claimed | {(seat, card)})
