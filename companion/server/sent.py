"""The JSON that came with a request."""

from collections.abc import Mapping
from typing import TypeVar

from flask import request

from companion.server.faults import Fault

T = TypeVar("T")


def body() -> Mapping[str, object]:
    """The JSON object that was sent. Raises Fault 400 for anything else."""
    try:
        sent = request.get_json(force=True, silent=True)
    except RecursionError:  # thousands of brackets, one in the other
        sent = None
    if not isinstance(sent, dict):
        raise Fault(400, "not-json")
    return sent


def field(sent: Mapping[str, object], name: str, kind: type[T], default: T | None = None) -> T:
    """One field of what was sent. Raises Fault 400 where it is missing or of another kind."""
    value = sent.get(name, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise Fault(400, "bad-field", field=name)
    return value
