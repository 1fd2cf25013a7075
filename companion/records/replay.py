"""Playing a record again, and holding it to its checks."""

from dataclasses import dataclass

from companion.records.checks import CheckFault, failing
from companion.records.errors import RecordError
from companion.records.record import EVERYBODY, Check, Played, Record, Refused
from companion.rules import Act, Event, Refusal, State, Step, apply, awaits, verify


@dataclass(frozen=True, slots=True)
class Replay:
    """A record after it was played.

    failures: the checks that did not hold, and the act that could not be played, in order.
    """

    state: State
    events: tuple[Event, ...]
    failures: tuple[RecordError, ...]


def replay(record: Record) -> Replay:
    """Play a record to its end, or to the first act that is refused, and gather the checks that fail."""
    step = record.start
    failures: list[RecordError] = []
    for entry in record.entries:
        match entry:
            case Played():
                try:
                    step = _play(step, entry)
                except Refusal as refusal:
                    sentence = (
                        f"found '{entry.who}: {entry.act}' refused because {refusal.code}{_details(refusal)}"
                    )
                    failures.append(
                        RecordError(record.path, entry.line, f"{sentence}, expected it to be accepted")
                    )
                    break
            case Refused():
                found = _not_refused(step.state, entry)
                if found:
                    failures.append(RecordError(record.path, entry.line, found))
            case Check():
                try:
                    found = failing(step.state, entry.words)
                except CheckFault as fault:
                    found = str(fault)
                if found:
                    failures.append(
                        RecordError(record.path, entry.line, f"check {' '.join(entry.words)}: {found}")
                    )
    return Replay(step.state, step.events, tuple(failures))


def _play(step: Step, entry: Played) -> Step:
    if entry.who != EVERYBODY:
        return _join(step, apply(step.state, entry.who, entry.act))
    # `all` is for everybody whom the frame on top asks now, and for no later frame.
    depth = len(step.state.stack)
    for seat in awaits(step.state) or (EVERYBODY,):
        if len(step.state.stack) == depth:
            step = _join(step, apply(step.state, seat, entry.act))
    return step


def _join(before: Step, after: Step) -> Step:
    return Step(after.state, before.events + after.events)


def _not_refused(state: State, entry: Refused) -> str | None:
    """What is wrong with a refusal that a record expects; None when it came as expected."""
    act: Act = entry.act
    try:
        verify(state, entry.who, act)
    except Refusal as refusal:
        if entry.code in (None, refusal.code):
            return None
        return f"found '{entry.who}: {act}' refused because {refusal.code}, expected because {entry.code}"
    return f"found '{entry.who}: {act}' accepted, expected it to be refused"


def _details(refusal: Refusal) -> str:
    named = " ".join(value for value in refusal.details.values() if value)
    return f" ({named})" if named else ""
