"""The server beneath the pages: waitress on a listening socket of our own."""

import json
import socket
import threading
from typing import Any, Protocol

from flask import Flask
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.server.streams import ALL, Streams
from companion.words import Shelf

_SPARE_THREADS = 8
"""Threads for everything that is no stream."""

_GONE = 10_000
"""Milliseconds after which a peer that confirms nothing is gone; the default is a quarter of an hour."""

_BODY = 64 * 1024
"""Bytes of a request body that are read at all; the app takes less."""


def listen(port: int, host: str = "") -> socket.socket:
    """Open the listening socket.

    port: 0 for a free one. host: an IPv4 address to bind to, all of them by default.
    Raises OSError if the port is taken.
    """
    listening = socket.create_server((host, port))
    listening.setsockopt(
        socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE
    )  # accepted connections inherit it
    return listening


class Served(Protocol):
    """What the server needs of an app's extension `companion`: its words, and its streams to end."""

    @property
    def shelf(self) -> Shelf:
        """The languages."""

    @property
    def streams(self) -> Streams:
        """Who listens."""


class Server:
    """The web server of one app.

    app: made by `create_app`. listening: made by `listen`; the server closes it in the end.
    """

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        self._site: Served = app.extensions["companion"]
        self._map: dict[int, Any] = {}
        self._closing = self._again = False
        self._waking = threading.Lock()
        self._waitress = create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=ALL + _SPARE_THREADS,
            connection_limit=200,
            max_request_body_size=_BODY,
            channel_request_lookahead=1,  # notices a closed stream at once, not when a heartbeat fails
            outbuf_high_watermark=128 * 1024,  # what a slow phone may hold back
            ident=None,
        )
        self._waitress.channel_class = _Channel
        self._waitress.shelf = self._site.shelf
        self._waitress.reader = app.extensions.get("reader")
        self.port: int = listening.getsockname()[1]

    def run(self) -> bool:
        """Serve until `close` is called, or KeyboardInterrupt or SystemExit arrive.

        Gives whether to begin anew.
        """
        try:
            while not self._closing:
                wasyncore.loop(map=self._map, timeout=1, count=1)
        except (KeyboardInterrupt, SystemExit):
            pass
        finally:
            self._site.streams.close()
            self._waitress.task_dispatcher.set_thread_count(0)
            with self._waking:
                self._closing = True
                wasyncore.close_all(self._map)
        return self._again

    def close(self, *, again: bool = False) -> None:
        """Let `run` return; may be called from any thread. again: only to begin anew."""
        with self._waking:  # else the loop may end, and with it the pipe that is written to
            if not self._closing:
                self._again = again
                self._closing = True
                self._waitress.pull_trigger()


class _Answer(WSGITask):  # type: ignore[misc]
    """One answer a connection.

    A browser would send its next request on a connection that is kept alive, also on one that a sleeping
    radio has killed without a word, and wait there.
    """

    def execute(self) -> None:
        self.set_close_on_finish()
        super().execute()


class _Refusal(ErrorTask):  # type: ignore[misc]
    """What waitress itself refuses (too large, not HTTP), in the shape of all our faults."""

    def execute(self) -> None:
        error = self.request.error
        shelf = self.channel.server.shelf
        wanted = parse_accept_header(self.request.headers.get("ACCEPT_LANGUAGE"), LanguageAccept)
        code = "too-large" if error.code == 413 else "bad-request"
        message = shelf.of(shelf.negotiate(wanted.values())).text(f"fault.{code}")
        body = json.dumps({"code": code, "message": message}).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", "application/json"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Channel(HTTPChannel):  # type: ignore[misc]
    task_class = _Answer
    error_task_class = _Refusal

    def parser_class(self, adjustments: Any) -> Any:
        """The reader of one request: the app's own, where it has one (companion/server/uploads.py)."""
        own = self.server.reader
        return own(self.addr, adjustments) if own else HTTPRequestParser(adjustments)
