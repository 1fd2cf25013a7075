"""The whole of a game at one moment, as one immutable value."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Self

from companion.board import Board
from companion.rules.cards import in_order
from companion.rules.event import Event, Value
from companion.rules.refusals import NotInTurn, NotNow, Refusal
from companion.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from companion.rules.verb import Verb

HOUSE = "house"
"""Who throws the dice and draws the random card: chance as a player."""

BULLETS = 6
"""Bullets of the revolver for the whole game."""


class Standing(StrEnum):
    """How far a seat still takes part."""

    PLAYING = "playing"
    ACCUSED = "accused"  # a wrong accuser: only answers
    DISCREDITED = "discredited"  # caught in a false testimony (R13): only answers
    ELIMINATED = "eliminated"  # could not pay a penalty: nothing left to do (R38)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table.

    name: as the records write it, one word.
    suspect: whom it plays.
    """

    name: str
    suspect: str


class Frame(ABC):
    """Something that waits for a decision.

    Frames lie on a stack; the top one says who is asked and what they may do.
    """

    kind: str
    replies: tuple[str, ...] = ()
    timed: bool = False
    """Whether the question stands for the seconds of a challenge window; silence is then a pass."""

    @abstractmethod
    def asked(self, state: "State") -> tuple[str, ...]:
        """The seats that may act now, in clockwise order."""

    def verbs(self, state: "State") -> Mapping[str, "Verb"]:
        """What the asked seats may do, by name: the `replies` of the frame, as the rule set has them."""
        return {name: state.ruleset.replies[name] for name in self.replies}

    @abstractmethod
    def public(self) -> dict[str, object]:
        """What everybody sees of it."""

    def whose(self) -> str | None:
        """Whose turn it is while this is the lowest frame."""
        return None

    def resume(self, step: "Step", result: object) -> "Step":
        """Go on after the frame above has ended with `result`; this one lies on top again."""
        raise NotImplementedError(f"{type(self).__name__} lays no frame above itself")

    def same_question(self, before: "Frame") -> bool:
        """Whether this still asks what an earlier frame at this height asked, though others have answered."""
        return self == before

    def rejection(self, state: "State", seat: str, verb: str) -> Refusal:
        """Why a seat that is not asked, or a verb that is not offered, has no place here."""
        turn = state.in_turn
        if turn is not None and turn != seat and verb in state.ruleset.verbs:
            return NotInTurn(seat=turn)
        return NotNow()


class Condition(ABC):
    """Something that clings to a seat and outlasts a turn (a rope, a seduction)."""

    seat: str
    kind: str

    def holds(self, state: "State") -> bool:
        """Whether it still applies; one that does not falls away by itself after any act."""
        return True

    def forbids(self, state: "State", verb: str) -> Refusal | None:
        """Why its seat may not do this, or None."""
        return None

    def at_turn(self, state: "State") -> Frame | None:
        """What it lays on the stack when its seat's turn begins."""
        return None


@dataclass(frozen=True, slots=True)
class Testimony:
    """An answer `none`, kept under `honour` so that it can be held against its seat (R13, R44).

    named: the three cards of the suggestion.
    truthful: whether the seat held none of them at that moment.
    """

    seat: str
    named: tuple[str, ...]
    truthful: bool


@dataclass(frozen=True, slots=True)
class Lesson:
    """A seat has learnt of a card in another's hand.

    after: how many testimonies had been given by then.
    """

    by: str
    of: str
    card: str
    after: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended; winner None when nobody is left to accuse (R6)."""

    winner: str | None


@dataclass(frozen=True, slots=True)
class State:
    """Everything the rules need to know; nothing in it is ever changed in place.

    tokens, weapons: where the six of each stand.
    hands: the cards of each seat, in card order.
    standings: how far each seat still takes part.
    summoned: seats that were summoned into a room since their last turn (R4).
    stack: what waits for a decision, the top frame last; empty when the game is over.
    """

    board: Board
    ruleset: Ruleset
    seats: tuple[Seat, ...]
    case: tuple[str, str, str]
    hands: Mapping[str, tuple[str, ...]]
    tokens: Mapping[str, str]
    weapons: Mapping[str, str]
    standings: Mapping[str, Standing]
    stack: tuple[Frame, ...] = ()
    summoned: frozenset[str] = frozenset()
    bullets: int = BULLETS
    barred: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    testimonies: tuple[Testimony, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    outcome: Outcome | None = field(default=None)

    @property
    def top(self) -> Frame:
        """The frame that waits; the game must not be over."""
        return self.stack[-1]

    @property
    def in_turn(self) -> str | None:
        """The seat whose turn it is: the lowest frame's, None before the first turn and after the end."""
        return self.stack[0].whose() if self.stack else None

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, clockwise."""
        return tuple(seat.name for seat in self.seats)

    def suspect_of(self, seat: str) -> str:
        """Whom a seat plays."""
        return next(one.suspect for one in self.seats if one.name == seat)

    def player_of(self, suspect: str) -> str | None:
        """The seat that plays a suspect, None for an unplayed one (R12)."""
        return next((one.name for one in self.seats if one.suspect == suspect), None)

    def place_of(self, seat: str) -> str:
        """Where a seat's token stands."""
        return self.tokens[self.suspect_of(seat)]

    def room_of(self, seat: str) -> str | None:
        """The room a seat's token stands in, None in the corridor."""
        place = self.place_of(seat)
        return place if self.board.is_room(place) else None

    def occupied(self) -> frozenset[str]:
        """The squares on which tokens stand."""
        return frozenset(place for place in self.tokens.values() if self.board.is_square(place))

    def bound(self, kind: str) -> list[str]:
        """The seats to which a kind of condition clings, clockwise."""
        held = {condition.seat for condition in self.conditions if condition.kind == kind}
        return [seat for seat in self.names if seat in held]

    def after(self, seat: str) -> tuple[str, ...]:
        """All other seats, clockwise, beginning at this one's left."""
        names = self.names
        at = names.index(seat)
        return names[at + 1 :] + names[:at]

    def plays(self, seat: str) -> bool:
        """Whether a seat still has turns."""
        return self.standings[seat] is Standing.PLAYING

    def push(self, frame: Frame) -> Self:
        """Lay a frame on the stack."""
        return replace(self, stack=(*self.stack, frame))

    def with_turn(self, **changes: object) -> Self:
        """Change the frame of the running turn, whatever lies on top of it."""
        return replace(self, stack=(replace(self.stack[0], **changes), *self.stack[1:]))  # type: ignore[type-var]

    def pop(self) -> Self:
        """Take the top frame away."""
        return replace(self, stack=self.stack[:-1])

    def on_top(self, frame: Frame) -> Self:
        """Put a frame in the place of the top one."""
        return replace(self, stack=(*self.stack[:-1], frame))

    def with_token(self, suspect: str, place: str) -> Self:
        """Stand a token elsewhere."""
        return replace(self, tokens={**self.tokens, suspect: place})

    def with_hand(self, seat: str, cards: Iterable[str]) -> Self:
        """Give a seat exactly these cards."""
        return replace(self, hands={**self.hands, seat: in_order(cards)})

    def with_standing(self, seat: str, standing: Standing) -> Self:
        """Change how far a seat takes part."""
        return replace(self, standings={**self.standings, seat: standing})


@dataclass(frozen=True, slots=True)
class Step:
    """A state and what happened on the way to it."""

    state: State
    events: tuple[Event, ...] = ()

    def tell(self, kind: str, **args: Value) -> Self:
        """Add an event that everybody learns."""
        return replace(self, events=(*self.events, Event(kind, args)))

    def confide(self, kind: str, args: Mapping[str, Value], secret: Mapping[str, Value], *privy: str) -> Self:
        """Add an event of which only some seats learn the secret part."""
        return replace(self, events=(*self.events, Event(kind, args, secret, frozenset(privy))))

    def whisper(self, kind: str, args: Mapping[str, Value], *privy: str) -> Self:
        """Add an event of which nobody but some seats learns at all."""
        return replace(self, events=(*self.events, Event(kind, args, privy=frozenset(privy), hidden=True)))

    def close(self, result: object) -> "Step":
        """Take the top frame away and let the one below go on with its result."""
        below = self.into(self.state.pop())
        return below.state.top.resume(below, result)

    def into(self, state: State) -> Self:
        """The same events, another state."""
        return replace(self, state=state)
