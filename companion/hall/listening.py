"""The hall's ear at the broker."""

import secrets

from companion.hall.tables import Tables
from companion.mqtt.broker import Broker
from companion.mqtt.client import Client


def listen_to(broker: Broker, tables: Tables) -> Client:
    """A client, not started yet, that lets the tables hear whatever the broker has of them."""

    def changed() -> None:
        tables.linked(client.fault is None)

    client = Client(
        broker,
        f"cluedo-hall-{secrets.token_hex(4)}",
        connected=lambda link: link.subscribe(f"{broker.topic}/+/+"),
        changed=changed,
        heard=tables.hear,
    )
    return client
