"""How long it takes from the act of one phone until all phones and the kiosk have it."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from random import Random

from companion.bench.evening import Evening, evening
from companion.bench.figure import Figure, percentile

ACTS = 200
WARM_UP = 20
GUESTS = 2
PATIENCE = 30.0


class _Listener:
    """One open stream: notes when each version came."""

    def __init__(self, port: int, token: str | None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request("GET", "/api/stream", headers=_bearer(token))
        self._answer = self._connection.getresponse()
        self._came: dict[int, float] = {}
        self._changed = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def came(self, version: int) -> float:
        """When that version, or a newer one, came: seconds of the performance counter."""
        with self._changed:
            if not self._changed.wait_for(lambda: any(one >= version for one in self._came), PATIENCE):
                raise TimeoutError(f"version {version} never came")
            return min(at for one, at in self._came.items() if one >= version)

    def _listen(self) -> None:
        for line in self._answer:
            if line.startswith(b"id: "):
                with self._changed:
                    self._came[int(line[4:])] = time.perf_counter()
                    self._changed.notify_all()


def measure() -> Iterator[Figure]:
    """Random acts of six phones over HTTP, each until it has come out of eight streams."""
    with evening() as table:
        listeners = [_Listener(table.port, token) for token in (*table.tokens.values(), *[None] * GUESTS)]
        took = sorted(_acts(table, listeners)[WARM_UP * len(listeners) :])
    note = f"{ACTS - WARM_UP} acts, {len(listeners)} streams, clients in the same process"
    yield Figure("act to stream, median", percentile(took, 50), "ms", note)
    yield Figure("act to stream, 99 %", percentile(took, 99), "ms", note)


def _acts(table: Evening, listeners: list[_Listener]) -> list[float]:
    chance = Random(1)
    phone = http.client.HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE)
    took = []
    for _ in range(ACTS):
        seat, act, seen = table.some_act(chance)
        sent = time.perf_counter()
        body = json.dumps({"act": act, "version": seen})
        phone.request("POST", "/api/act", body, _bearer(table.tokens[seat]))
        version = json.load(phone.getresponse())["version"]
        took += [1000 * (listener.came(version) - sent) for listener in listeners]
    return took


def _bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}
