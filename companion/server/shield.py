"""What holds for every answer of an app: whom it answers, and what a browser may do with it."""

import gzip
from collections.abc import Callable, Collection, Iterable

from flask import Flask, Response, request
from werkzeug.sansio.utils import host_is_trusted

from companion.server.access import check_origin
from companion.server.faults import Fault

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
}

_LOOPBACK = ("localhost", "127.0.0.1")

_WORTH_PACKING = 1400
"""Bytes that do not fit into one packet anyway."""


def shield(app: Flask, hosts: Callable[[], Iterable[str]], own_referrer: Collection[str] = ()) -> None:
    """Refuse strangers' addresses and pages, pack what is large, and tell browsers to be strict.

    hosts: gives the names and addresses that this machine really has now; any other Host header is refused
        (rebinding).
    own_referrer: the endpoints that tell our own pages where they were called from; all others tell nobody.
    """

    @app.before_request
    def guard() -> None:
        if not host_is_trusted(request.environ.get("HTTP_HOST", ""), [*_LOOPBACK, *hosts()]):
            raise Fault(400, "unknown-host")
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            check_origin()

    @app.after_request
    def squeeze(response: Response) -> Response:
        """Pack pages and views; streams pack themselves, static files are kept by the browser."""
        whole = not response.is_streamed and not response.direct_passthrough
        if whole and request.accept_encodings["gzip"] > 0 and len(response.get_data()) > _WORTH_PACKING:
            response.set_data(gzip.compress(response.get_data(), 6))
            response.headers["Content-Encoding"] = "gzip"
        return response

    @app.after_request
    def harden(response: Response) -> Response:
        response.headers.extend(_HEADERS)
        response.headers["Referrer-Policy"] = (
            "same-origin" if request.endpoint in own_referrer else "no-referrer"
        )
        kept = request.endpoint in ("static", "sheets.style")
        response.headers["Cache-Control"] = "no-cache" if kept else "no-store"
        return response
