"""`bluff`: every card a power, every power a possible lie (RULES.md section 4).

A claim lies on the turn, its window on the claim, a dispute in the window's place; a reaction is a claim on
the claim. Each power is a module named after its card.
"""

from collections.abc import Mapping

from companion.board import ROOMS
from companion.rules.bluff.candlestick import Candlestick
from companion.rules.bluff.challenge import Challenge, ClaimReaction, Pass
from companion.rules.bluff.claiming import ClaimPower
from companion.rules.bluff.dispute import Concede, Pay, Reveal
from companion.rules.bluff.green import Green
from companion.rules.bluff.knife import Knife
from companion.rules.bluff.leadpipe import Break, LeadPipe, MoveOrBreak, Unbar
from companion.rules.bluff.mustard import Mustard
from companion.rules.bluff.peacock import DrawCard, GiveCard, Peacock
from companion.rules.bluff.plum import Plum
from companion.rules.bluff.power import Power
from companion.rules.bluff.revolver import Revolver
from companion.rules.bluff.rooms import Teleport
from companion.rules.bluff.rope import Rope, Untie
from companion.rules.bluff.ruleset import BluffRuleset, on_top_of
from companion.rules.bluff.scarlet import Scarlet
from companion.rules.bluff.turn import PowerTurn
from companion.rules.bluff.white import White
from companion.rules.bluff.wrench import Wrench
from companion.rules.moves import Roll
from companion.rules.verb import Verb, by_name

POWERS: Mapping[str, Power] = {
    "scarlet": Scarlet(),
    "mustard": Mustard(),
    "white": White(),
    "green": Green(),
    "peacock": Peacock(),
    "plum": Plum(),
    "candlestick": Candlestick(),
    "leadpipe": LeadPipe(),
    "rope": Rope(),
    "revolver": Revolver(),
    "knife": Knife(),
    "wrench": Wrench(),
    **{room: Teleport(room) for room in ROOMS},
}
"""The power of each of the 21 cards."""

_MOVE = MoveOrBreak()
TURN_VERBS: Mapping[str, Verb] = by_name(Roll(_MOVE), _MOVE, ClaimPower(), Unbar())
"""What a turn of `bluff` has on top of the base's, or in its place."""

REPLIES: Mapping[str, Verb] = by_name(
    Challenge(), Pass(), ClaimReaction(), Reveal(), Concede(), Pay(), Break(), Untie(), DrawCard(), GiveCard()
)
"""What is said in answer to claims, doors, ropes and swaps."""

__all__ = ["POWERS", "REPLIES", "TURN_VERBS", "BluffRuleset", "Power", "PowerTurn", "on_top_of"]
