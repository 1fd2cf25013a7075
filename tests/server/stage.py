"""A game of bluff at any moment that a record can tell, shown by a real table's pages."""

from pathlib import Path
from typing import Any

from companion.records import parse_record
from companion.rules import Act, State, apply, awaits, log, view
from tests.server.evening import Evening

PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white", "Dan": "green", "Eve": "peacock"}

HANDS = {
    "Ann": "scarlet rope kitchen mustard",
    "Ben": "revolver knife hall",
    "Cat": "white library",
    "Dan": "wrench green leadpipe peacock",
}
"""Eve gets the rest."""

STREET = """\
put scarlet Q5
put mustard Q7
put white lounge
put green kitchen
put peacock lounge
barred kitchen
"""
"""Ann sees Ben along the corridor."""

LOUNGE = """\
put scarlet lounge
put mustard lounge
put white Q7
put green kitchen
put peacock R6
bullets 3
tied Cat
"""
"""Ann is alone with Ben."""


class Stage:
    """Shows a moment of a game in place of the table's own.

    acts: what was done, `SEAT: ACT`; `all: pass` lets everybody pass whom the question asks.
    places, options, hands: of the record's header. shown: fields of the view that only a table knows.
    """

    def __init__(
        self,
        evening: Evening,
        *acts: str,
        places: str = STREET,
        options: str = "",
        turn: str = "Ann",
        hands: dict[str, str] | None = None,
        **shown: object,
    ) -> None:
        self._evening = evening
        header = [f"rules bluff {options}".strip(), "board classic"]
        header += [f"seat {name} {suspect}" for name, suspect in PLAYERS.items()]
        header += ["case plum candlestick study"]
        header += [f"hand {name} {cards}" for name, cards in (HANDS | (hands or {})).items()]
        text = "\n".join([*header, places.strip(), f"turn {turn}", "--", ""])
        step = parse_record(text, "stage.case", Path()).start
        self.state: State = step.state
        self.events = list(step.events)
        for act in acts:
            self._play(*act.split(": "))
        self.shown: dict[str, Any] = {"link": "none", "passing": None} | shown

    def _play(self, seat: str, act: str) -> None:
        asked = awaits(self.state) if seat == "all" else (seat,)
        question = self.state.top
        for one in asked:
            if seat != "all" or self.state.top.same_question(question):
                step = apply(self.state, one, Act.parse(act))
                self.state = step.state
                self.events += step.events

    def view(self, seat: str | None) -> dict[str, Any]:
        """As the table gives it."""
        seen = view(self.state, seat) | {
            "version": self._evening.table.version,
            "log": log(self.events, seat),
            "fairness": None,
            "ask_room": False,
            "ask": [],
            "notices": [],
            "corrections": [],
            "window": {"seconds": 12, "rest": 8.3} if self.state.stack and self.state.top.timed else None,
        }
        if seat is not None:
            seen |= {"suspect": self.state.suspect_of(seat), "language": "en", "notes": {}}
        return seen | self.shown
