"""Writing a record of a game that the program has led."""

from collections.abc import Iterable, Sequence

from companion.records.header import BUILT_IN_BOARD
from companion.rules import RULESETS, WEAPONS_LAID_OUT, Deal, Ruleset, Seat


def deal_lines(deal: Deal) -> tuple[str, ...]:
    """The dealt cards as record lines: the case file and every hand.

    >>> from companion.rules import WEAPONS_LAID_OUT
    >>> deal_lines(Deal(("plum", "rope", "hall"), {"Ann": ("study",)}, WEAPONS_LAID_OUT))
    ('case plum rope hall', 'hand Ann study')
    """
    hands = (" ".join(("hand", name, *cards)) for name, cards in deal.hands.items())
    return (" ".join(("case", *deal.case)), *hands)


def rules_words(ruleset: Ruleset) -> str:
    """A rule set with the house options that differ from its own.

    >>> from companion.rules import ruleset_of
    >>> rules_words(ruleset_of("travel", {"dice": 1, "honour": True}))
    'travel dice=1 honour=on'
    """
    usual = RULESETS[ruleset.name].options()
    changed = (f"{name}={word}" for name, word in ruleset.options().items() if word != usual[name])
    return " ".join((ruleset.name, *changed))


def write_record(
    ruleset: Ruleset,
    seats: Sequence[Seat],
    deal: Deal,
    acts: Iterable[tuple[str, str]],
    board: str = BUILT_IN_BOARD,
) -> str:
    """The text of a record: every hand, the case file, every weapon out of its usual place, every act.

    acts: who, and the act's text with its dice, in order.
    board: the name of the built-in board, or the file's name.
    """
    weapons = (
        f"put {weapon} {room}" for weapon, room in deal.weapons.items() if WEAPONS_LAID_OUT[weapon] != room
    )
    header = [
        f"rules {rules_words(ruleset)}",
        f"board {board}",
        *(f"seat {seat.name} {seat.suspect}" for seat in seats),
        *deal_lines(deal),
        *weapons,
    ]
    return "\n".join([*header, "--", *(f"{who}: {act}" for who, act in acts), ""])
