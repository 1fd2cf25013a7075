"""The real server on a free port, and a listener that hears its streams."""

import http.client
import json
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self

from playwright.sync_api import Page

from companion.server.serving import Server, listen
from tests.server.evening import Evening

PHONE = {"width": 390, "height": 844}
KIOSK = {"width": 1920, "height": 1080}

Opener = Callable[..., Page]
"""Opens a page of the table in a browser of its own; see the fixture `visit`."""


@contextmanager
def served(evening: Evening, port: int = 0) -> Iterator[int]:
    """Serve an evening, on a free port where none is named; gives the port."""
    server = Server(evening.app, listen(port, "127.0.0.1"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.port
    finally:
        server.close()
        thread.join(timeout=10)
        assert not thread.is_alive(), "the server did not stop"


class Listener:
    """One stream, read event by event."""

    def __init__(self, port: int, path: str, *, token: str | None = None, gzip: bool = False) -> None:
        headers = {"Cookie": f"companion_seat={token}"} if token else {}
        headers |= {"Accept-Encoding": "gzip"} if gzip else {}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self._connection.request("GET", path, headers=headers)
        self.response = self._connection.getresponse()
        self.received = 0
        self._unpack = zlib.decompressobj(wbits=31) if gzip else None
        self._text = ""

    def next(self) -> tuple[str, int | None, Any]:
        """The next event: its kind, its id and its data. EOFError when the stream has ended."""
        while "\n\n" not in self._text:
            chunk = self.response.read1(65536)
            if not chunk:
                raise EOFError
            self.received += len(chunk)
            self._text += (self._unpack.decompress(chunk) if self._unpack else chunk).decode()
        told, self._text = self._text.split("\n\n", 1)
        fields = dict(line.split(": ", 1) for line in told.split("\n"))
        if "event" not in fields:
            return self.next()  # the first lines only say how soon to come back
        id = int(fields["id"]) if "id" in fields else None
        return fields["event"], id, json.loads(fields["data"])

    def until(self, kind: str) -> tuple[int | None, Any]:
        """The next event of a kind."""
        while True:
            told, id, data = self.next()
            if told == kind:
                return id, data

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()
