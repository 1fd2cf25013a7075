"""Reports as JSON values and back, for recordings."""

from collections.abc import Mapping
from typing import Any

from companion.sensing.report import Report, Tap

_PLAIN = Report(None, 0.0)
_SETS = ("strangers", "unread", "doubtful")


def report_data(report: Report) -> dict[str, Any]:
    """A report as JSON values; what is as usual is left out.

    >>> report_data(Report(frozenset({"Q7", "A5"}), 12.5, resync=True))
    {'squares': ['A5', 'Q7'], 'at': 12.5, 'resync': True}
    """
    rooms = report.rooms
    told: dict[str, Any] = {
        "squares": None if report.squares is None else sorted(report.squares),
        "at": report.at,
        "resync": report.resync,
        "spare": list(report.spare),
        "rooms": None if rooms is None else {room: sorted(pieces) for room, pieces in rooms.items()},
        "tap": report.tap and [report.tap.piece, report.tap.room],
    }
    told |= {name: sorted(getattr(report, name)) for name in _SETS}
    usual: tuple[object, ...] = (None, [], False)
    return {name: value for name, value in told.items() if name == "squares" or value not in usual}


def report_of(told: Mapping[str, Any]) -> Report:
    """The report that such values stand for.

    >>> report_of({"squares": ["Q7"], "at": 12.5, "rooms": {"hall": ["rope"]}}).rooms
    {'hall': frozenset({'rope'})}
    """
    squares, rooms, tap = told["squares"], told.get("rooms"), told.get("tap")
    return Report(
        None if squares is None else frozenset(squares),
        told["at"],
        told.get("resync", _PLAIN.resync),
        tuple(told.get("spare", ())),
        None if rooms is None else {room: frozenset(pieces) for room, pieces in rooms.items()},
        tap=tap and Tap(*tap),
        **{name: frozenset(told.get(name, ())) for name in _SETS},
    )
