"""The rule sets of RULES.md, put together from their parts."""

from collections.abc import Mapping

from companion.rules.answer import HaveNone, Show
from companion.rules.investigation import Accuse, Suggest
from companion.rules.moves import End, Move, Roll, TakePassage
from companion.rules.opening import ThrowForFirst
from companion.rules.ruleset import OptionError, Ruleset
from companion.rules.testimony import CallFalseTestimony
from companion.rules.verb import by_name

_MOVE = Move()
_TURN_VERBS = by_name(Roll(_MOVE), _MOVE, TakePassage(), Suggest(), Accuse(), End())

CLASSIC = Ruleset(
    name="classic",
    verbs=_TURN_VERBS,
    replies=by_name(Show(), HaveNone()),
    dice=1,
    begins="scarlet",
    must_suggest=False,
    false_testimony=False,
)
TRAVEL = Ruleset(
    name="travel",
    verbs={**_TURN_VERBS, **by_name(CallFalseTestimony())},
    replies=by_name(Show(), HaveNone(), ThrowForFirst()),
    dice=2,
    begins="highest",
    must_suggest=True,
    false_testimony=True,
)
RULESETS: Mapping[str, Ruleset] = {ruleset.name: ruleset for ruleset in (CLASSIC, TRAVEL)}


def ruleset_of(name: str, options: Mapping[str, object] | None = None) -> Ruleset:
    """A rule set with the table's house options.

    name: one of RULESETS.
    options: names and values as in `rules travel dice=1 honour=on`, or as JSON.
    Raises OptionError with a sentence that names what was found and what was expected.

    >>> ruleset_of("travel", {"dice": "1"}).dice
    1
    >>> ruleset_of("chess")
    Traceback (most recent call last):
    companion.rules.ruleset.OptionError: found rules 'chess', expected one of classic, travel
    """
    if name not in RULESETS:
        raise OptionError(f"found rules {name!r}, expected one of {', '.join(RULESETS)}")
    return RULESETS[name].with_options(options or {})
