"""Server-Sent Events: the newest state whenever it changed, a sign of life while it does not.

A stream waits on the table's version, never on a queue of messages: whoever was away gets the newest state
and has missed nothing.
"""

import json
import zlib
from collections.abc import Callable, Iterator

from flask import Response, request

from companion.server.access import asker
from companion.server.site import Site
from companion.server.streams import Streams

Render = Callable[[], tuple[int, str]]
"""Gives the newest version and its event."""


def event(kind: str, data: object, version: int | None = None) -> str:
    """One event, as it goes over the wire.

    >>> event("heartbeat", {"version": 3})
    'event: heartbeat\\ndata: {"version":3}\\n\\n'
    """
    identity = "" if version is None else f"id: {version}\n"
    return f"event: {kind}\n{identity}data: {json.dumps(data, separators=(',', ':'))}\n\n"


def stream(
    site: Site,
    sort: str,
    render: Render,
    *,
    seat: str | None,
    void: Callable[[], bool] = lambda: False,
    wait: Callable[[int, float], int] | None = None,
) -> Response:
    """A response that tells the asker every newer version.

    sort: streams of one sort replace each other.
    render: makes the event for the newest version.
    seat: whose view it shows, None for the public one.
    void: whether the page is no longer what it was when it was opened, so that it has to load anew.
    wait: waits until the version is another, at most so many seconds, and gives it; the table's by default.
    """
    token = asker(site).token

    def ending() -> str | None:
        if void() or (seat is not None and (token is None or site.table.seat_of(token) != seat)):
            return gone(site, seat)
        return None

    owner = None if seat is None else f"{sort} {seat}"
    return following(
        site.streams, wait or site.table.wait, render, owner=owner, heartbeat=site.heartbeat, ending=ending
    )


def following(
    streams: Streams,
    wait: Callable[[int, float], int],
    render: Render,
    *,
    owner: str | None = None,
    heartbeat: float,
    ending: Callable[[], str | None] = lambda: None,
) -> Response:
    """A response that tells every newer version of anything that has versions.

    streams: of which it is one. owner: a newer stream of the same owner takes its place.
    wait: waits until the version is another, at most so many seconds, and gives it.
    heartbeat: seconds between signs of life. ending: gives the last event once the stream has to end.
    """
    slot = streams.enter(owner)

    def events() -> Iterator[str]:
        seen = -1
        yield "retry: 1000\n\n"
        while True:
            version = wait(seen, heartbeat)
            if slot.ended == "closing":
                return
            if slot.ended is not None:
                yield event(slot.ended, {})
                return
            if (last := ending()) is not None:
                yield last
                return
            if version == seen:
                yield event("heartbeat", {"version": seen})
            else:
                seen, told = render()
                yield told

    squeezed = request.accept_encodings["gzip"] > 0
    response = Response(_squeeze(events()) if squeezed else events(), mimetype="text/event-stream")
    if squeezed:
        response.headers["Content-Encoding"] = "gzip"
    response.call_on_close(lambda: streams.leave(slot))
    return response


def gone(site: Site, seat: str | None) -> str:
    """The event for a page that is no longer what it was; `moved` says that another phone has its seat now.

    seat: the one that the page had, None for a page without.
    """
    return event("gone", {"moved": any(one["name"] == seat for one in site.table.view(None)["seats"])})


def only(told: str) -> Response:
    """A stream that tells one event and ends."""
    return Response(told, mimetype="text/event-stream")


def _squeeze(events: Iterator[str]) -> Iterator[bytes]:
    """Gzip that lets every event through at once; panels repeat each other, so little of them is left."""
    packer = zlib.compressobj(wbits=31)
    for told in events:
        yield packer.compress(told.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
