"""Who is asking, and what they may do."""

import hmac
import ipaddress
from dataclasses import dataclass

from flask import Request, Response, g, request

from companion.server.faults import Fault
from companion.server.site import Site
from companion.words import Words

SEAT_COOKIE = "companion_seat"
HOST_COOKIE = "companion_host"
_KEPT = 30 * 24 * 3600
"""Seconds for which a phone remembers its seat: a game may be finished another week."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who sent a request.

    token: the seat token that it came with, None without one.
    seat: the seat that the token opens, None for guests.
    host: whether it may open, start and correct games.
    words: its language.
    """

    token: str | None
    seat: str | None
    host: bool
    words: Words


def asker(site: Site) -> Asker:
    """Tell who sent the current request; found once for each request."""
    if "asker" not in g:
        g.asker = _identify(site, request)
    found: Asker = g.asker
    return found


def seated(site: Site) -> str:
    """The asker's seat. Raises Fault 401 for anyone without."""
    seat = asker(site).seat
    if seat is None:
        raise Fault(401, "no-seat")
    return seat


def host_only(site: Site) -> None:
    """Raise Fault 403 unless the asker is the host."""
    if not asker(site).host:
        raise Fault(403, "not-host")


def check_origin() -> None:
    """Raise Fault 403 for a request that a page of another site sent.

    A page on another port of the same machine counts as the same site for cookies, so SameSite alone does
    not keep it out. Programs that are no browsers send no Origin.
    """
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        raise Fault(403, "foreign-page")


def give_seat(response: Response, token: str) -> None:
    """Let the phone keep its seat."""
    response.set_cookie(SEAT_COOKIE, token, max_age=_KEPT, httponly=True, samesite="Strict")


def forget_seat(response: Response) -> None:
    """Let the phone forget its seat."""
    response.delete_cookie(SEAT_COOKIE, httponly=True, samesite="Strict")


def give_host(response: Response, key: str) -> None:
    """Let the browser keep the host's rights."""
    response.set_cookie(HOST_COOKIE, key, max_age=_KEPT, httponly=True, samesite="Strict")


def opens_host(site: Site, key: str | None) -> bool:
    """Whether this is the host key; takes the same time for every wrong one."""
    return bool(key) and hmac.compare_digest(str(key).strip().encode(), site.host_key.encode())


def is_loopback(address: str | None) -> bool:
    """Whether a peer sits at this machine.

    >>> [is_loopback(peer) for peer in ("127.0.0.1", "::ffff:127.0.0.1", "192.168.1.7", None)]
    [True, True, False, False]
    """
    try:
        peer = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = peer.ipv4_mapped if isinstance(peer, ipaddress.IPv6Address) else None
    return (mapped or peer).is_loopback


def _identify(site: Site, asked: Request) -> Asker:
    bearer = (
        asked.authorization.token if asked.authorization and asked.authorization.type == "bearer" else None
    )
    token = bearer or asked.cookies.get(SEAT_COOKIE)
    seat = site.table.seat_of(token) if token else None
    keys = (bearer, asked.cookies.get(HOST_COOKIE))
    host = is_loopback(asked.remote_addr) or any(opens_host(site, key) for key in keys)
    chosen = site.table.language_of(seat) if seat else None
    words = site.shelf.of(chosen or site.shelf.negotiate(asked.accept_languages.values()))
    return Asker(token, seat, host, words)
