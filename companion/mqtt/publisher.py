"""Keeps what a broker has of a table as the public view has it; the game never waits for it."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Self

from companion.mqtt.broker import Broker
from companion.mqtt.client import Client
from companion.mqtt.discovery import discovered
from companion.mqtt.telling import AVAILABILITY, OFFLINE, ONLINE, messages

_MINUTE = 60


class Publisher:
    """Tells a broker of one table, for as long as the block runs that it is entered for.

    It holds one message a topic, the newest, and none is on its way twice: a broker that is slow, or not
    there, costs no memory and no time. All topics are told anew on each new link.

    broker: where. table: the id of the table, one word of a topic. name: what people call it.
    version: of this program. clock: monotonic seconds.
    """

    def __init__(
        self,
        broker: Broker,
        table: str,
        name: str,
        version: str,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name, self._clock = name, clock
        self._base = f"{broker.topic}/{table}"
        self._wanted: dict[str, str] = dict([_packed(*discovered(broker.topic, table, name, version))])
        self._sent: dict[str, str] = {}
        self._flying: dict[int, str] = {}
        self._gone = False
        self._since: float | None = None
        self._minutes = 0
        self._lock = threading.RLock()
        self._client = Client(
            broker, f"cluedo-{table}", connected=self._tell_anew, written=self._written
        )
        self._client.leave_word(f"{self._base}/{AVAILABILITY}", OFFLINE)

    def __enter__(self) -> Self:
        self._client.start()
        return self

    def __exit__(self, *exc: object) -> None:
        with self._lock:
            self._gone = True
            if self._client.fault is None:
                self._client.publish(f"{self._base}/{AVAILABILITY}", OFFLINE)
        self._client.close()

    @property
    def fault(self) -> str | None:
        """Why the broker is not told now, None while it is."""
        return self._client.fault

    def show(self, view: Mapping[str, Any]) -> float | None:
        """Tell a new public view; gives the seconds after which it is to be told again all the same."""
        if view["phase"] == "play":
            now = self._clock()
            self._since = now if self._since is None else self._since
            self._minutes = int((now - self._since) // _MINUTE)
        else:
            self._since = None
            if view["phase"] != "over":  # a game that is over stays as old as it is
                self._minutes = 0
        with self._lock:
            for topic, told in messages(view, self._name, self._minutes).items():
                self._wanted.update([_packed(f"{self._base}/{topic}", told)])
            self._send()
        return float(_MINUTE) if view["phase"] == "play" else None

    def _send(self) -> None:
        """Hand over what the broker has not yet, but for topics of which a message still waits to leave."""
        if self._client.fault is not None or self._gone:
            return
        waiting = set(self._flying.values())
        for topic, payload in self._wanted.items():
            if topic not in waiting and self._sent.get(topic) != payload:
                self._sent[topic] = payload
                self._flying[self._client.publish(topic, payload)] = topic

    def _tell_anew(self, client: Client) -> None:
        with self._lock:
            self._sent.clear()
            self._flying.clear()
            self._client.publish(f"{self._base}/{AVAILABILITY}", ONLINE)
            self._send()

    def _written(self, number: int) -> None:
        with self._lock:
            if self._flying.pop(number, None) is not None:
                self._send()


def _packed(topic: str, told: Mapping[str, Any]) -> tuple[str, str]:
    return topic, json.dumps(told, ensure_ascii=False, separators=(",", ":"))
