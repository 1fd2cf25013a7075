"""A whole game as everybody sees it: after every act what is new to the table, and to each seat beyond that.

A line is `WHO WHAT=VALUE ...`. The table's has what has changed since the act before; a seat's has its own
acts and cards when they change, and whatever else its view says that the table's does not. `+` opens an entry
of the log.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.board import ROOMS, SUSPECTS
from companion.records import load_record
from companion.records.record import Played
from companion.rules import WEAPONS, Event, State, Step, apply, log, view

FOLDER = Path(__file__).parent
GAMES = tuple(sorted(FOLDER.glob("*.case")))

TABLE = "table"
OWN = ("seat", "acts", "hand", "case")
"""The fields in which a seat's view may differ from the table's; each is written when it changes."""

CLASSES = {tuple(SUSPECTS): "SUSPECTS", tuple(WEAPONS): "WEAPONS", tuple(ROOMS): "ROOMS"}


def golden(path: Path) -> str:
    """The views of a record's game.

    path: a `.case` file without checks.
    """
    return "\n".join(_lines(path)) + "\n"


def _lines(path: Path) -> Iterator[str]:
    record = load_record(path)
    step = record.start
    watchers = [Watcher(who) for who in (None, *step.state.names)]
    yield f"# {path.name}"
    yield from _seen(watchers, step)
    for number, entry in enumerate(record.entries, 1):
        assert isinstance(entry, Played), f"{path.name}:{entry.line}: a golden game has acts and nothing else"
        step = apply(step.state, entry.who, entry.act)
        yield ""
        yield f"{number} {entry.who}: {entry.act}"
        yield from _seen(watchers, step)


def _seen(watchers: list["Watcher"], step: Step) -> Iterator[str]:
    table, *seats = watchers
    public = table.news(step.state, step.events, {})
    if public:
        yield f"  {TABLE} {public}"
    for watcher in seats:
        if private := watcher.news(step.state, step.events, table.shown):
            yield f"  {watcher.seat} {private}"


class Watcher:
    """Somebody who looks at the game, and remembers how it looked.

    seat: None for the table. shown: the fields as they were after the last act.
    """

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self.shown: dict[str, str] = {}

    def news(self, state: State, events: Iterable[Event], shared: dict[str, str]) -> str:
        """What is new since the last act, and is not the table's as well."""
        fields = {name: _value(name, value) for name, value in _flat(view(state, self.seat))}
        changed = [
            f"{name}={value}"
            for name, value in fields.items()
            if (self.shown.get(name) != value if name in OWN or not shared else shared.get(name) != value)
        ]
        gone = [f"{name}=" for name in self.shown if name not in fields]
        self.shown = fields
        public = [_entry(told) for told in log(events)]
        own = [_entry(told) for told in log(events, self.seat)]
        entries = own if self.seat is None else [told for told in own if told not in public]
        return " ".join([*entries, *changed, *gone])


def _flat(seen: dict[str, object]) -> Iterator[tuple[str, object]]:
    """The fields of a view; those of a token, a weapon or a seat stand for themselves."""
    for name, value in seen.items():
        if name in ("tokens", "weapons") and isinstance(value, dict):
            yield from value.items()
        elif name == "seats" and isinstance(value, list):
            yield from ((f"{one['name']}'s", {**one, "name": ""}) for one in value)
        else:
            yield name, value


def _value(name: str, value: object) -> str:
    if name == "acts" and isinstance(value, list):
        return "[" + "; ".join(_offer(offer) for offer in value) + "]"
    if isinstance(value, dict):
        inner = (f"{key}:{_value('', one)}" for key, one in value.items() if one not in ("", None, [], False))
        return "{" + " ".join(inner) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_value("", one) for one in value) + "]"
    return value if isinstance(value, str) else json.dumps(value)


def _offer(offer: dict[str, object]) -> str:
    choices = offer["choices"]
    assert isinstance(choices, list)
    words = (CLASSES.get(tuple(one), "|".join(one)) for one in choices)
    return " ".join([str(offer["act"]), *words])


def _entry(told: dict[str, object]) -> str:
    args = told["args"]
    assert isinstance(args, dict)
    inner = " ".join(f"{name}:{_value('', value)}" for name, value in args.items() if value != "")
    return f"+{told['kind']}({inner})"
