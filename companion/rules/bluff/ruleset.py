"""The rule set of `bluff`: a base, and a power for each card."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from companion.rules.bluff.power import Power
from companion.rules.ruleset import Ruleset
from companion.rules.state import State


@dataclass(frozen=True, slots=True)
class BluffRuleset(Ruleset):
    """A base rule set with claims on top.

    base: the name of the base.
    powers: what a claim of each card does.
    """

    base: str = ""
    powers: Mapping[str, Power] = field(default_factory=dict)

    def options(self) -> dict[str, str]:
        """The house options as words, the base first."""
        return {"base": self.base, **Ruleset.options(self)}


def on_top_of(base: Ruleset, powers: Mapping[str, Power], **changes: object) -> BluffRuleset:
    """Lay powers and changed fields on a base."""
    taken = {one.name: getattr(base, one.name) for one in fields(base)}
    return BluffRuleset(**{**taken, **changes, "base": base.name, "powers": powers})


def power_of(state: State, card: str) -> Power:
    """What a claim of the card does."""
    ruleset = state.ruleset
    assert isinstance(ruleset, BluffRuleset), "cards are claimed in bluff"
    return ruleset.powers[card]
