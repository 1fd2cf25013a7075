"""False testimony: a `none` that was a lie, found out later (`travel`, option `honour`, R13, R44)."""

from dataclasses import replace

from companion.rules.act import Offer
from companion.rules.movement import step_aside
from companion.rules.refusals import NoTarget, NotNow
from companion.rules.state import Lesson, Standing, State, Step, Testimony
from companion.rules.succession import drop_out
from companion.rules.verb import Verb, Words, seat


def testify(step: Step, witness: str, named: tuple[str, ...]) -> Step:
    """Keep an answer `none`, with whether it was true at this moment (R44)."""
    state = step.state
    if not state.ruleset.honour:
        return step
    testimony = Testimony(witness, named, not set(named) & set(state.hands[witness]))
    return step.into(replace(state, testimonies=(*state.testimonies, testimony)))


def learn(step: Step, card: str, *, of: str, by: tuple[str, ...]) -> Step:
    """Keep that seats have learnt of a card in another's hand."""
    state = step.state
    if not state.ruleset.honour:
        return step
    lessons = tuple(Lesson(one, of, card, len(state.testimonies)) for one in by)
    return step.into(replace(state, lessons=state.lessons + lessons))


def _doubtful(state: State, by: str, of: str) -> list[Testimony]:
    """The answers of a seat that name a card which the other has learnt of since."""
    return [
        testimony
        for lesson in state.lessons
        if (lesson.by, lesson.of) == (by, of)
        for testimony in state.testimonies[: lesson.after]
        if testimony.seat == of and lesson.card in testimony.named
    ]


class CallFalseTestimony(Verb):
    """`false-testimony Ben`: by a seat that has since learnt of a card that Ben did not show.

    May come at any time when no decision is pending, also in another's turn.
    """

    name = "false-testimony"
    signature = (seat,)
    interjected = True

    def verify(self, state: State, seat: str, words: Words) -> None:
        """Refuse where the house does not play it, or the caller has learnt nothing that could prove it."""
        if not state.ruleset.honour:
            raise NotNow
        if words[0] not in _witnesses(state, seat):
            raise NoTarget(seat=words[0])

    def apply(self, state: State, seat: str, words: Words) -> Step:
        """Decide from the history of hands: a lie puts the witness out; else nothing happens, unheard."""
        witness = words[0]
        if all(testimony.truthful for testimony in _doubtful(state, seat, witness)):
            return Step(state).whisper("testimony-stands", {"seat": witness}, seat)
        step = (
            Step(state).tell("false-testimony", seat=seat, against=witness).tell("discredited", seat=witness)
        )
        return drop_out(step_aside(step, witness), witness, Standing.DISCREDITED)

    def offers(self, state: State, seat: str) -> tuple[Offer, ...]:
        """One offer, with every seat whom this one may doubt."""
        witnesses = _witnesses(state, seat)
        return (Offer(self.name, (witnesses,)),) if witnesses else ()


def _witnesses(state: State, by: str) -> tuple[str, ...]:
    return tuple(other for other in state.after(by) if state.plays(other) and _doubtful(state, by, other))
