"""What comes into a table and what comes of it, written down so that it can be played again.

Kinds of line, beside the board's own (companion/sensing/recording.py):

=========  ====================================================================================
hardware   the files of ``hardware/``: what the board's lines mean
game       the table as it is when the file begins
phone      from a page: the table's version then, the method, its arguments as JSON
board      the link: `sensed` (the report that the lines before have made), `linked`
button     the dice button
clock      a time was up
house      what chance gave: dice, the deal and the salt, a drawn card
did        an act that was played and journaled, with its dice
end        the file was closed
=========  ====================================================================================
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.rules import Deal, Offer
from companion.table.clock import Clock
from companion.table.game import deal_data
from companion.table.house import House
from companion.table.journal import KeptAct

INPUTS: Mapping[str, str] = {
    "open_lobby": "phone",
    "rematch": "phone",
    "join": "phone",
    "remove": "phone",
    "order": "phone",
    "start": "phone",
    "act": "phone",
    "pass_for": "phone",
    "agree": "phone",
    "put": "phone",
    "sensed": "board",
    "linked": "board",
    "roll_pressed": "button",
    "tick": "clock",
}
"""The methods by which a table is told something that a game can depend on, and their kind."""

Write = Callable[[float, str, str], None]
"""Takes one line: monotonic seconds, kind, text."""


class Tape(Protocol):
    """What a recording is to the table."""

    @property
    def full(self) -> bool:
        """Whether it is time for another file."""

    def afresh(self, at: float, first: Mapping[str, str]) -> None:
        """Begin another file with these lines, by their kinds."""

    def write(self, at: float, kind: str, text: str) -> None:
        """Take one line."""


class Moment:
    """A clock that stands still while the table does one thing, so that all of it happens at one time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._stopped: float | None = None

    def monotonic(self) -> float:
        """See Clock."""
        return self._clock.monotonic() if self._stopped is None else self._stopped

    def now(self) -> float:
        """See Clock."""
        return self._clock.now()

    def stop(self) -> bool:
        """Stand still; False if it does so already. The table's lock must be held until `go_on`."""
        if self._stopped is not None:
            return False
        self._stopped = self._clock.monotonic()
        return True

    def go_on(self) -> None:
        """Run again."""
        self._stopped = None


class Recorder:
    """Words the table's lines. Called under the table's lock.

    write: takes each line. clock: the table's.
    """

    def __init__(self, write: Write, clock: Clock) -> None:
        self._write = write
        self._clock = clock

    def came(self, name: str, version: int, named: Mapping[str, Any]) -> None:
        """An input is about to be taken: one of INPUTS, with its arguments."""
        self._line(INPUTS[name], f"{version} {name} {json.dumps(named, ensure_ascii=False)}")

    def did(self, act: KeptAct) -> None:
        """An act was played."""
        self._line("did", f"{act.seat}: {act.text}")

    def chance(self, what: str, given: object) -> None:
        """The house gave something."""
        self._line("house", f"{what} {json.dumps(given, ensure_ascii=False)}")

    def _line(self, kind: str, text: str) -> None:
        self._write(self._clock.monotonic(), kind, text)


class RecordedHouse(House):
    """A house whose chance is written down."""

    def __init__(self, house: House, recorder: Recorder) -> None:
        self._house = house
        self._recorder = recorder

    def dice(self, count: int) -> tuple[int, ...]:
        """See House."""
        thrown = self._house.dice(count)
        if thrown:
            self._recorder.chance("dice", thrown)
        return thrown

    def deal(self, names: Sequence[str]) -> Deal:
        """See House."""
        deal = self._house.deal(names)
        self._recorder.chance("deal", deal_data(deal))
        return deal

    def pick(self, offers: Sequence[Offer]) -> str:
        """See House."""
        text = self._house.pick(offers)
        self._recorder.chance("pick", text)
        return text

    def salt(self) -> str:
        """See House."""
        salt = self._house.salt()
        self._recorder.chance("salt", salt)
        return salt
