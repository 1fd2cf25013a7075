"""The one request that may be large: the host brings a copy of the games from another machine."""

import copy
from typing import Any

from waitress.parser import HTTPRequestParser
from werkzeug.http import parse_cookie

from companion.server.access import HOST_COOKIE, is_loopback, opens_host
from companion.server.site import Site

UPLOAD = "/api/backup/upload"

LARGEST = 32 * 1024 * 1024
"""Bytes of a copy: a hundred times those of a busy year."""


def parser_for(site: Site, peer: tuple[Any, ...] | str | None, adjustments: Any) -> HTTPRequestParser:
    """What reads one request. It takes more than waitress' limit only for this path, and from the host.

    peer: the address of the socket's other end. adjustments: waitress' own settings.
    """
    return _Parser(site, peer[0] if isinstance(peer, tuple) else None, adjustments)


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    adj: Any

    def __init__(self, site: Site, peer: str | None, adjustments: Any) -> None:
        super().__init__(adjustments)
        self._site = site
        self._peer = peer

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.command == "POST" and self.path == UPLOAD and self._from_host():
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = LARGEST + 1

    def _from_host(self) -> bool:
        """Before anything of the body is read; the app asks again."""
        key = parse_cookie(self.headers.get("COOKIE", "")).get(HOST_COOKIE)
        bearer = self.headers.get("AUTHORIZATION", "").removeprefix("Bearer ")
        return is_loopback(self._peer) or any(opens_host(self._site, one) for one in (key, bearer))
