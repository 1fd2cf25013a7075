"""What paho tells of a broker, in sentences."""

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.mqtt.broker import Broker

CONNECT = 3.0
"""Seconds that a connection may take to be made."""


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
