"""Why an act is refused: one reason, one code, one exception class (RECORDS.md).

A refusal is an answer, not a failure: nothing changed, and the game waits for the same act as before. The
sentence that a player reads stands in the catalogues; `details` are the names that it may fill in.
"""

from typing import ClassVar


class Refusal(Exception):
    """An act that the rules do not allow now.

    details: the names of what stood in the way (a seat, a place, a card, ...), for the sentence.

    >>> refusal = Occupied(place="Q7")
    >>> refusal.code, refusal.details
    ('occupied', {'place': 'Q7'})
    """

    code: ClassVar[str]

    def __init__(self, **details: str) -> None:
        super().__init__(self.code, details)
        self.details = details

    def __str__(self) -> str:
        return self.code


class NotInTurn(Refusal):
    """It is another seat's turn."""

    code = "not-in-turn"


class NotNow(Refusal):
    """The game waits for something else."""

    code = "not-now"


class MustMove(Refusal):
    """A turn contains a move; it cannot be given up to stay in a room."""

    code = "must-move"


class MustSuggest(Refusal):
    """A suggestion has to come first (entering a room in `travel`, or the house option for accusations)."""

    code = "must-suggest"


class Unreachable(Refusal):
    """The roll does not lead there."""

    code = "unreachable"


class Occupied(Refusal):
    """Another token stands on the square."""

    code = "occupied"


class Barred(Refusal):
    """The doors of the room are barred."""

    code = "barred"


class NoPassage(Refusal):
    """No secret passage leaves this room."""

    code = "no-passage"


class Trapped(Refusal):
    """Every door of the room is blocked and no passage leads out (R3)."""

    code = "trapped"


class NotInRoom(Refusal):
    """The token stands in the corridor, and the act needs a room."""

    code = "not-in-room"


class AlreadySuggested(Refusal):
    """One suggestion per entry."""

    code = "already-suggested"


class NoEntry(Refusal):
    """The token did not enter the room afresh, so it gains no suggestion here."""

    code = "no-entry"


class Teleported(Refusal):
    """No suggestion and no accusation in the turn of a teleport (R20)."""

    code = "teleported"


class Shot(Refusal):
    """A shot leaves no suggestion, no accusation and no other act in the turn (R20, R43)."""

    code = "shot"


class Tied(Refusal):
    """A tied seat cannot teleport."""

    code = "tied"


class Seduced(Refusal):
    """A seduced seat cannot leave the room (R39)."""

    code = "seduced"


class AlreadyClaimed(Refusal):
    """Each card can be claimed once a turn, and one movement power at most."""

    code = "already-claimed"


class OutOfSight(Refusal):
    """The target is neither in the same room nor in line of sight (R26)."""

    code = "out-of-sight"


class NotAdjacent(Refusal):
    """The target is neither in the same room nor on an adjacent square (R25)."""

    code = "not-adjacent"


class NoTarget(Refusal):
    """There is nobody on whom the act could work."""

    code = "no-target"


class NoBullets(Refusal):
    """The revolver is empty (R28)."""

    code = "no-bullets"


class NotNeighbour(Refusal):
    """Only the claimer's left neighbour may challenge without Mustard."""

    code = "not-neighbour"


class NotHeld(Refusal):
    """The seat does not hold such a card."""

    code = "not-held"


class WrongClass(Refusal):
    """The card is of another class than the one asked for."""

    code = "wrong-class"


class MustShow(Refusal):
    """The seat holds a card that the suggestion names, and has to show one of them."""

    code = "must-show"


class HasAccused(Refusal):
    """The seat is out of the investigation; it only answers."""

    code = "has-accused"


class Eliminated(Refusal):
    """The seat is out of the game."""

    code = "eliminated"


class GameOver(Refusal):
    """The game has ended."""

    code = "game-over"


class UnknownAct(Refusal):
    """No act is spelt like that."""

    code = "unknown-act"


class UnknownCard(Refusal):
    """No card has that name."""

    code = "unknown-card"


class UnknownPlace(Refusal):
    """The board has no such square or room."""

    code = "unknown-place"


class UnknownSeat(Refusal):
    """Nobody of that name sits at the table."""

    code = "unknown-seat"


REFUSALS: dict[str, type[Refusal]] = {reason.code: reason for reason in Refusal.__subclasses__()}
"""Every reason by its code."""
