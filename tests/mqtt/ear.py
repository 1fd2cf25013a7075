"""A listener at a broker: another program than ours, as Home Assistant would be."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any, Self

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from companion.mqtt.broker import Broker

PATIENCE = 20.0


class Ear:
    """Hears everything. heard: in order, the topic, the text, whether the broker had kept it."""

    def __init__(self, broker: Broker) -> None:
        self.heard: list[tuple[str, str, bool]] = []
        self._news = threading.Condition()
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set(broker.user or None, broker.password or None)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *rest: client.subscribe("#")
        self._client.on_subscribe = lambda *rest: self._take(None)
        self._client.on_message = lambda client, data, message: self._take(message)
        self._broker = broker
        self._ready = False

    def __enter__(self) -> Self:
        self._client.connect(self._broker.host, self._broker.port)
        self._client.loop_start()
        self.until(lambda: self._ready)
        return self

    def __exit__(self, *fault: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def say(self, topic: str, payload: str) -> None:
        """Tell the broker something that it keeps."""
        self._client.publish(topic, payload, retain=True).wait_for_publish(PATIENCE)

    def last(self, topic: str) -> Any:
        """The newest that was said on a topic, JSON read; None for nothing."""
        found = next((text for one, text, _ in reversed(self.heard) if one == topic), None)
        try:
            return found if found is None else json.loads(found)
        except ValueError:
            return found

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds of what was heard."""
        patient = time.monotonic() + PATIENCE
        with self._news:
            assert self._news.wait_for(holds, patient - time.monotonic()), self.heard[-8:]

    def _take(self, message: paho.MQTTMessage | None) -> None:
        with self._news:
            self._ready = True
            if message is not None:
                self.heard.append((message.topic, message.payload.decode(), message.retain))
            self._news.notify_all()
