"""Which broker, and who we are there."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

PORT = 1883
"""The port of MQTT, registered with IANA."""

_HOST = re.compile(r"[\w.:%-]+")


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
        if not host or _HOST.fullmatch(host) is None or parts.netloc != address or "@" in address:
            raise BrokerFault(f"{address} is no address of a broker: write HOST or HOST:PORT.")
        levels = topic.split("/")
        if not all(levels) or any(sign in topic for sign in "+#\0"):
            raise BrokerFault(f"{topic!r} is no topic: write words with / between them, without + and #.")
        return cls(host, port or PORT, user, password, topic)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"
