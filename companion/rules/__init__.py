"""The rules engine: pure, no input or output, no clock, no random numbers (RULES.md).

`apply` plays an act on a state, `verify` says why it would be refused, `legal` lists what a seat may do,
`view` is what it may see. Dice, the deal and the random card are acts of the house, so the same acts always
lead to the same game.
"""

from companion.rules.act import Act, Offer
from companion.rules.bluff.rope import tie
from companion.rules.cards import CARDS, WEAPONS, CardClass, class_of, in_order, is_card
from companion.rules.engine import apply, awaits, dice_needed, legal, same_question, verify
from companion.rules.event import Event
from companion.rules.invariants import broken
from companion.rules.opening import begin
from companion.rules.refusals import REFUSALS, Refusal
from companion.rules.ruleset import OPTIONS, OptionError, Ruleset
from companion.rules.rulesets import RULESETS, ruleset_of
from companion.rules.setup import (
    MAX_SEATS,
    MIN_SEATS,
    WEAPONS_LAID_OUT,
    Deal,
    SetupError,
    check_seat,
    deal_out,
    is_reserved_name,
    is_seat_name,
    lay_out,
    new_game,
)
from companion.rules.state import BULLETS, HOUSE, Seat, Standing, State, Step
from companion.rules.view import log, view

__all__ = [
    "BULLETS",
    "CARDS",
    "HOUSE",
    "MAX_SEATS",
    "MIN_SEATS",
    "OPTIONS",
    "REFUSALS",
    "RULESETS",
    "WEAPONS",
    "WEAPONS_LAID_OUT",
    "Act",
    "CardClass",
    "Deal",
    "Event",
    "Offer",
    "OptionError",
    "Refusal",
    "Ruleset",
    "Seat",
    "SetupError",
    "Standing",
    "State",
    "Step",
    "apply",
    "awaits",
    "begin",
    "broken",
    "check_seat",
    "class_of",
    "deal_out",
    "dice_needed",
    "in_order",
    "is_card",
    "is_reserved_name",
    "is_seat_name",
    "lay_out",
    "legal",
    "log",
    "new_game",
    "ruleset_of",
    "same_question",
    "tie",
    "verify",
    "view",
]
