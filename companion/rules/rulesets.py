"""The rule sets of RULES.md, put together from their parts."""

from collections.abc import Mapping
from dataclasses import replace

from companion.rules import bluff
from companion.rules.answer import HaveNone, Show
from companion.rules.investigation import Accuse, Suggest
from companion.rules.moves import End, Move, Roll, TakePassage
from companion.rules.opening import ThrowForFirst
from companion.rules.ruleset import OptionError, Ruleset
from companion.rules.testimony import CallFalseTestimony
from companion.rules.turn import Turn
from companion.rules.verb import by_name

_MOVE = Move()

CLASSIC = Ruleset(
    name="classic",
    verbs=by_name(Roll(_MOVE), _MOVE, TakePassage(), Suggest(), Accuse(), End()),
    replies=by_name(Show(), HaveNone(), ThrowForFirst()),
    dice=1,
    begins="scarlet",
    must_suggest=False,
    false_testimony=False,
    turn=Turn,
)
TRAVEL = replace(
    CLASSIC,
    name="travel",
    verbs={**CLASSIC.verbs, **by_name(CallFalseTestimony())},
    dice=2,
    begins="highest",
    must_suggest=True,
    false_testimony=True,
)
BASES: Mapping[str, Ruleset] = {base.name: base for base in (CLASSIC, TRAVEL)}


def _bluff(base: Ruleset) -> bluff.BluffRuleset:
    """`bluff` on top of a base, always with two dice."""
    return bluff.on_top_of(
        base,
        bluff.POWERS,
        name="bluff",
        dice=2,
        verbs={**base.verbs, **bluff.TURN_VERBS},
        replies={**base.replies, **bluff.REPLIES},
        turn=bluff.PowerTurn,
    )


RULESETS: Mapping[str, Ruleset] = {**BASES, "bluff": _bluff(TRAVEL)}


def ruleset_of(name: str, options: Mapping[str, object] | None = None) -> Ruleset:
    """A rule set with the table's house options.

    name: one of RULESETS.
    options: names and values as in `rules travel dice=1 honour=on`, or as JSON; `bluff` also takes `base`.
    Raises OptionError with a sentence that names what was found and what was expected.

    >>> ruleset_of("travel", {"dice": "1"}).dice
    1
    >>> ruleset_of("bluff", {"base": "classic"}).begins
    'scarlet'
    >>> ruleset_of("chess")
    Traceback (most recent call last):
    companion.rules.ruleset.OptionError: found rules 'chess', expected one of classic, travel, bluff
    """
    if name not in RULESETS:
        raise OptionError(f"found rules {name!r}, expected one of {', '.join(RULESETS)}")
    ruleset = RULESETS[name]
    options = dict(options or {})
    if isinstance(ruleset, bluff.BluffRuleset) and "base" in options:
        base = options.pop("base")
        if base not in BASES:
            raise OptionError(f"found base={base}, expected {' or '.join(BASES)}")
        ruleset = _bluff(BASES[str(base)])
    return ruleset.with_options(options)
