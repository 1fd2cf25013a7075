"""Playing an act: the only way from one state to the next.

The engine knows frames and verbs, no rule by name. Chance stands outside: dice and random cards come as words
of acts, so the same acts always lead to the same state.
"""

from dataclasses import replace

from companion.rules.act import Act, Offer
from companion.rules.refusals import Eliminated, GameOver, HasAccused, UnknownAct, UnknownSeat
from companion.rules.state import HOUSE, Standing, State, Step
from companion.rules.verb import Verb


def awaits(state: State) -> tuple[str, ...]:
    """Who may act now, clockwise; `house` where a random card is to be drawn. Empty when the game is over."""
    return state.top.asked(state) if state.stack else ()


def verify(state: State, seat: str, act: Act) -> None:
    """Raise the one Refusal that stands against an act; a roll may come without its dice.

    seat: who acts, or `house`.
    """
    _admit(state, seat, act).verify(state, seat, act.words)


def apply(state: State, seat: str, act: Act) -> Step:
    """Play an act.

    Raises the Refusal that `verify` raises; the given state is never changed. A roll must carry its dice.
    """
    verb = _admit(state, seat, act)
    verb.verify(state, seat, act.words)
    if len(act.words) < verb.dice(state, seat):
        raise UnknownAct(act=str(act))
    return _let_go(verb.apply(state, seat, act.words))


def legal(state: State, seat: str) -> tuple[Offer, ...]:
    """Everything that a seat may do now, with the words allowed at each open place."""
    if not state.stack or (seat != HOUSE and seat not in state.names):
        return ()
    asked = seat in awaits(state)
    verbs = state.top.verbs(state).values()
    if not asked and not (seat != HOUSE and state.plays(seat)):
        return ()
    return tuple(offer for verb in verbs if asked or verb.interjected for offer in verb.offers(state, seat))


def dice_needed(state: State, seat: str, act: Act) -> int:
    """How many dice the house has to throw for an act that came without them, 0 for any other act.

    Raises the Refusal of an act that is not allowed, so that no die is thrown in vain.
    """
    verb = _admit(state, seat, act)
    verb.verify(state, seat, act.words)
    return 0 if act.words else verb.dice(state, seat)


def same_question(then: State, now: State) -> bool:
    """Whether what waited in an earlier state of a game waits still, whoever else has answered since.

    A window lasts while its seats answer one by one; a new claim opens another, though it looks alike.
    """
    if not then.stack or len(then.stack) != len(now.stack) or then.stack[1:-1] != now.stack[1:-1]:
        return False
    return then.in_turn == now.in_turn and now.top.same_question(then.top)


def _admit(state: State, seat: str, act: Act) -> Verb:
    """The verb of an act that is well said, by a seat that is asked."""
    if seat != HOUSE and seat not in state.names:
        raise UnknownSeat(seat=seat)
    known = state.ruleset.verbs.get(act.verb) or state.ruleset.replies.get(act.verb)
    if known is None:
        raise UnknownAct(act=str(act))
    known.check_words(state, act.words)
    if not state.stack:
        raise GameOver
    offered = state.top.verbs(state).get(act.verb)
    if seat in awaits(state):
        if offered is None:
            raise state.top.rejection(state, seat, act.verb)
        return offered
    if seat != HOUSE and not state.plays(seat):
        raise Eliminated(seat=seat) if state.standings[seat] is Standing.ELIMINATED else HasAccused(seat=seat)
    if offered is None or not offered.interjected or seat == HOUSE:
        raise state.top.rejection(state, seat, act.verb)
    return offered


def _let_go(step: Step) -> Step:
    """Let fall what no longer clings to a seat (a seduction whose seducer has left)."""
    kept = tuple(condition for condition in step.state.conditions if condition.holds(step.state))
    for condition in step.state.conditions:
        if condition not in kept:
            step = step.tell(f"{condition.kind}-over", seat=condition.seat)
    return step.into(replace(step.state, conditions=kept)) if kept != step.state.conditions else step
