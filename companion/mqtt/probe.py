"""Whether a broker lets us in, asked once."""

import threading

import paho.mqtt.client as paho
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.mqtt.answers import CONNECT, new_client, refusal, silence
from companion.mqtt.broker import Broker


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
