"""The streams, through the real server: the newest view, at once, to those who may see it."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.server.panels import PAGES
from companion.server.streams import ALL, GUESTS
from tests.server.evening import Evening, open_evening
from tests.server.live import Listener, served

QUICK = 0.2


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = open_evening(tmp_path, heartbeat=QUICK)
    evening.deal()
    yield evening
    evening.table.close()


@pytest.fixture
def port(evening: Evening) -> Iterator[int]:
    with served(evening) as port:
        yield port


def test_the_api_tells_whole_views(evening: Evening, port: int) -> None:
    with (
        Listener(port, "/api/stream", token=evening.tokens["Ann"]) as ann,
        Listener(port, "/api/stream") as all,
    ):
        assert ann.response.headers["Content-Type"].startswith("text/event-stream")
        kind, id, seen = ann.next()
        assert (kind, id) == ("view", evening.table.version)
        assert seen == evening.view("Ann")
        assert all.next()[2] == evening.view(None)
        evening.act("Ann", "roll")
        id, seen = ann.until("view")
        assert id == evening.table.version and seen["frame"]["stage"] == "rolled"
        assert "hand" not in all.until("view")[1]


def test_a_page_gets_all_panels_first_and_then_what_changed(evening: Evening, port: int) -> None:
    with Listener(port, "/stream?page=player", token=evening.tokens["Ben"], gzip=True) as ben:
        id, first = ben.until("panels")
        assert id == first["version"] == evening.table.version
        assert (first["phase"], first["board"]) == ("play", "classic")
        assert "card-in-hand" in first["panels"]["hand"] and set(first["panels"]) == set(PAGES["player"])
        evening.act("Ann", "roll")
        _, then = ben.until("panels")
        assert "prompt" in then["panels"] and "hand" not in then["panels"]
        assert ben.received < 12_000, "a stream is packed"


def test_a_silent_table_gives_signs_of_life(evening: Evening, port: int) -> None:
    with Listener(port, "/stream?page=kiosk") as kiosk:
        kiosk.until("panels")
        assert kiosk.next() == ("heartbeat", None, {"version": evening.table.version})


def test_a_newer_page_of_a_seat_replaces_the_older(evening: Evening, port: int) -> None:
    with Listener(port, "/stream?page=player", token=evening.tokens["Ann"]) as older:
        older.until("panels")
        with Listener(port, "/api/stream", token=evening.tokens["Ann"]) as bot:
            bot.until("view")
            with Listener(port, "/stream?page=player", token=evening.tokens["Ann"]) as newer:
                newer.until("panels")
                assert older.until("replaced")
                with pytest.raises(EOFError):
                    older.next()
                assert newer.next()[0] == bot.next()[0] == "heartbeat"


def test_a_phone_whose_seat_has_moved_is_told(evening: Evening, port: int) -> None:
    with Listener(port, "/stream?page=player", token=evening.tokens["Ann"]) as old:
        old.until("panels")
        evening.table.redeem(evening.table.invite("Ann"))
        assert old.until("gone")[1] == {"moved": True}
        with pytest.raises(EOFError):
            old.next()


def test_a_phone_that_slept_while_its_seat_moved_or_was_freed_is_told(evening: Evening, port: int) -> None:
    """It still believes in its seat; its cookie opens none, or another one."""
    asleep = "/stream?page=player&seat=Ann"
    with Listener(port, asleep) as moved:
        assert moved.next() == ("gone", None, {"moved": True})
    with Listener(port, asleep, token=evening.tokens["Ben"]) as other:
        assert other.next() == ("gone", None, {"moved": False})
    evening.table.open_lobby("classic", replace=True)
    with Listener(port, asleep) as freed:
        assert freed.next() == ("gone", None, {"moved": False})


def test_guests_are_few_and_seats_always_get_in(evening: Evening, port: int) -> None:
    with ExitStack() as guests:
        for _ in range(GUESTS):
            guests.enter_context(Listener(port, "/stream?page=kiosk")).until("panels")
        assert guests.enter_context(Listener(port, "/stream?page=kiosk")).next()[0] == "full"
        refused = guests.enter_context(Listener(port, "/api/stream"))
        assert refused.response.status == 503
        assert json.load(refused.response)["code"] == "too-many-streams"
        seat = guests.enter_context(Listener(port, "/stream?page=player", token=evening.tokens["Cat"]))
        seat.until("panels")
        answer = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        answer.request("GET", "/healthz")
        assert answer.getresponse().status == 200, "streams never starve the rest"
        answer.close()


def test_a_closed_page_gives_its_place_back(evening: Evening, port: int) -> None:
    streams = evening.app.extensions["companion"].streams
    listeners = [Listener(port, "/stream?page=kiosk") for _ in range(GUESTS)]
    for listener in listeners:
        listener.until("panels")
    assert len(streams) == GUESTS <= ALL
    for listener in listeners:
        listener.response.close()
        listener.close()
    with Listener(port, "/stream?page=player", token=evening.tokens["Ann"]) as ann:
        while len(streams) > 1:
            ann.until("heartbeat")


def test_the_server_refuses_what_it_never_reads(port: int) -> None:
    def answer(request: bytes) -> tuple[int, dict[str, str]]:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
            raw.sendall(request)
            response = http.client.HTTPResponse(raw)
            response.begin()
            return response.status, json.loads(response.read())

    large = b"POST /api/act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n"
    status, told = answer(large)
    assert (status, told["code"]) == (413, "too-large") and told["message"].endswith(".")
    status, told = answer(b"GET /\x00 HTTP/1.1\r\nBad Header\r\n\r\n")
    assert (status, told["code"]) == (400, "bad-request")


def test_half_sent_requests_do_not_stop_the_others(port: int) -> None:
    with ExitStack() as slow:
        for _ in range(40):
            raw = slow.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
            raw.sendall(b"POST /api/act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        asked.request("GET", "/healthz")
        assert asked.getresponse().status == 200
        asked.close()


def test_dead_peers_are_noticed(port: int) -> None:
    """The option that a quarter of an hour of waiting hangs on is inherited from the listening socket."""
    from companion.server.serving import listen

    with listen(0, "127.0.0.1") as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 10_000
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 10_000
