"""Which broker, and what keeps it from serving, in a sentence."""

import threading
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

PORT = 1883
"""The port of MQTT, registered with IANA."""

CONNECT = 3.0
"""Seconds that a connection may take to be made."""


class BrokerFault(ValueError):
    """What was given is no address of a broker; the message says what one looks like."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and who we are there.

    user: empty where it lets everybody in. topic: the one above all tables, of which each has its own.

    >>> Broker.at("hub.local"), Broker.at("10.0.0.7:1884").port
    (Broker(host='hub.local', port=1883, user='', topic='cluedo'), 1884)
    """

    host: str
    port: int = PORT
    user: str = ""
    password: str = field(default="", repr=False)
    topic: str = "cluedo"

    @classmethod
    def at(cls, address: str, user: str = "", password: str = "", topic: str = "cluedo") -> "Broker":
        """The broker of an address HOST or HOST:PORT. Raises BrokerFault for anything else."""
        try:
            parts = urlsplit(f"//{address}")
            host, port = parts.hostname, parts.port
        except ValueError:
            host = port = None
        if not host or parts.netloc != address or "@" in address:
            raise BrokerFault(f"{address} is no address of a broker: write HOST or HOST:PORT.")
        levels = topic.split("/")
        if not all(levels) or any(sign in topic for sign in "+#\0"):
            raise BrokerFault(f"{topic!r} is no topic: write words with / between them, without + and #.")
        return cls(host, port or PORT, user, password, topic)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def refusal(broker: Broker, reason: ReasonCode) -> str:
    """Why the broker lets nobody in, and what to do."""
    if reason.getName() in ("Bad user name or password", "Not authorized"):
        return (
            f"The broker at {broker} does not take this user and password: set mqtt-user and mqtt-password."
        )
    return f"The broker at {broker} refuses: {reason.getName()}."


def silence(broker: Broker, fault: BaseException | None) -> str:
    """That nobody answers there, and what to do."""
    why = getattr(fault, "strerror", None) or str(fault or "") or "no answer"
    return f"The broker at {broker} does not answer ({why}): is it running, is mqtt its address?"


def new_client(broker: Broker, id: str) -> paho.Client:
    """A client of paho's that has not connected yet."""
    client = paho.Client(CallbackAPIVersion.VERSION2, client_id=id)
    client.connect_timeout = CONNECT
    if broker.user or broker.password:
        client.username_pw_set(broker.user, broker.password)
    return client


def probe(broker: Broker) -> str | None:
    """Connect once: None where the broker lets us in, else why not; takes as long as CONNECT, twice."""
    answered = threading.Event()
    told: list[str] = [silence(broker, None)]

    def connected(
        client: paho.Client, data: object, flags: object, reason: ReasonCode, properties: Properties | None
    ) -> None:
        told[:] = [refusal(broker, reason)] if reason.is_failure else []
        answered.set()

    client = new_client(broker, "")
    client.on_connect = connected
    try:
        client.connect(broker.host, broker.port)
    except OSError as fault:
        return silence(broker, fault)
    client.loop_start()
    answered.wait(CONNECT)
    client.disconnect()
    client.loop_stop()
    return told[0] if told else None
