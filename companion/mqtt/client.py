"""A link to a broker that is kept for ever: it comes back by itself, and what is wrong is said once."""

import logging
import sys
import threading
from collections.abc import Callable
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.mqtt.answers import new_client, refusal, silence
from companion.mqtt.broker import Broker

KEEPALIVE = 15
"""Seconds of silence after which either end asks; the broker calls a client lost after one and a half."""

SLOWEST = 15
"""Seconds between two tries at most; the first come after 1, 2, 4 and 8."""

GOING = 2.0
"""Seconds that the end of the program waits for the broker at most."""

log = logging.getLogger(__name__)


class Client:
    """One link to a broker, on a thread of its own; nobody who calls it waits for the network.

    id: tells this client from all others of the broker; a second of the same takes its place.
    connected: called each time the link is there, before anything else.
    changed: called when the link has come or gone.
    heard: called with the topic and the bytes of each message, and whether the broker had kept it.
    written: called when a message has left.
    """

    def __init__(
        self,
        broker: Broker,
        id: str,
        *,
        connected: Callable[["Client"], None],
        changed: Callable[[], None] = lambda: None,
        heard: Callable[[str, bytes, bool], None] = lambda topic, payload, kept: None,
        written: Callable[[int], None] = lambda number: None,
    ) -> None:
        self.broker = broker
        self._connected, self._changed, self._heard, self._written = connected, changed, heard, written
        self._fault: str | None = f"The broker at {broker} has not answered yet."
        self._paho = new_client(broker, id)
        self._paho.reconnect_delay_set(1, SLOWEST)
        self._paho.on_connect = self._on_connect
        self._paho.on_connect_fail = self._on_connect_fail
        self._paho.on_disconnect = self._on_disconnect
        self._paho.on_message = self._on_message
        self._paho.on_publish = self._on_publish

    @property
    def fault(self) -> str | None:
        """Why the link is not there, None while it is."""
        return self._fault

    def leave_word(self, topic: str, payload: str) -> None:
        """What the broker tells and keeps once this client is lost; before `start`."""
        self._paho.will_set(topic, payload, retain=True)

    def start(self) -> None:
        """Look for the broker from now on."""
        self._paho.connect_async(self.broker.host, self.broker.port, KEEPALIVE)
        self._paho.loop_start()

    def publish(self, topic: str, payload: str) -> int:
        """Hand a message over, which the broker keeps for those who come later; gives its number.

        It is sent once: whatever was on its way when a link was lost is to be said again on the next.
        """
        return self._paho.publish(topic, payload, retain=True).mid

    def subscribe(self, topic: str) -> None:
        """Hear a topic, or all below one (`cluedo/+/+`); anew on each link."""
        self._paho.subscribe(topic)

    def close(self) -> None:
        """Say good-bye and let go; takes GOING at most, whatever the network does."""
        self._paho.disconnect()
        # Its own stop waits for the thread for as long as a name server or a connection takes.
        stopping = threading.Thread(target=self._paho.loop_stop, daemon=True)
        stopping.start()
        stopping.join(GOING)

    def _tell(self, fault: str | None) -> None:
        if fault != self._fault:
            self._fault = fault
            log.info("%s", fault or f"The broker at {self.broker} is there.")
            self._changed()

    def _on_connect(
        self, client: paho.Client, data: Any, flags: Any, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._tell(refusal(self.broker, reason))
        else:
            self._tell(None)
            self._connected(self)

    def _on_connect_fail(self, client: paho.Client, data: Any) -> None:
        self._tell(silence(self.broker, sys.exc_info()[1]))  # paho calls this while it handles the exception

    def _on_disconnect(
        self, client: paho.Client, data: Any, flags: Any, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if self._fault is None and reason.is_failure:
            self._tell(f"The broker at {self.broker} has gone; it is looked for again and again.")

    def _on_message(self, client: paho.Client, data: Any, message: paho.MQTTMessage) -> None:
        self._heard(message.topic, bytes(message.payload), message.retain)

    def _on_publish(
        self, client: paho.Client, data: Any, mid: int, reason: ReasonCode, properties: Properties
    ) -> None:
        self._written(mid)
