"""What came over the broker, taken only where it is what a table says; anybody may write there."""

import json
from collections.abc import Callable, Mapping
from typing import Any

LONGEST = 4096
"""Bytes of the largest message that makes sense."""

Check = Callable[[Any], bool]


def _word(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 64


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6


def _time(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 10**4


def _one_of(*values: str) -> Check:
    return lambda value: value in values if isinstance(value, str) else False


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


_SUSPECT = _one_of("scarlet", "mustard", "white", "green", "peacock", "plum")

FIELDS: Mapping[str, Mapping[str, Check]] = {
    "status": {
        "name": _word,
        "phase": _one_of("none", "lobby", "play", "over"),
        "link": _one_of("none", "ok", "lost", "wrong"),
        "seats": _count,
        "minutes": _count,
    },
    "turn": {
        "seat": _or_none(_word),
        "suspect": _or_none(_SUSPECT),
        "awaits": lambda value: isinstance(value, list) and len(value) <= 6 and all(map(_word, value)),
    },
    "window": {
        "open": lambda value: isinstance(value, bool),
        "seconds": _or_none(_time),
        "rest": _or_none(_time),
    },
    "end": {
        "winner": _or_none(_word),
        "suspect": _or_none(_SUSPECT),
        "how": _or_none(_one_of("accusation", "last", "nobody")),
    },
}
"""The topics of a table that the hall reads, and what it reads of each; more may stand there."""


def read(topic: str, payload: bytes) -> dict[str, Any] | None:
    """The fields of a message; None for one that no table says.

    topic: the last word of it.

    >>> read("window", b'{"open": true, "seconds": 12, "rest": 11.5, "more": 1}')
    {'open': True, 'seconds': 12, 'rest': 11.5}
    >>> read("window", b'{"open": "yes"}') is read("window", b"[") is read("hand", b"{}") is None
    True
    """
    fields = FIELDS.get(topic)
    if fields is None or len(payload) > LONGEST:
        return None
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if isinstance(told, dict) and all(name in told and holds(told[name]) for name, holds in fields.items()):
        return {name: told[name] for name in fields}
    return None
