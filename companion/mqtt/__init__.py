"""What a table tells a broker (docs/mqtt.md): its public view and nothing else, as MQTT messages."""

from companion.mqtt.broker import Broker, BrokerFault, probe
from companion.mqtt.client import Client
from companion.mqtt.discovery import DISCOVERY, discovered
from companion.mqtt.publisher import Publisher
from companion.mqtt.telling import AVAILABILITY, OFFLINE, ONLINE, messages

__all__ = [
    "AVAILABILITY",
    "DISCOVERY",
    "OFFLINE",
    "ONLINE",
    "Broker",
    "BrokerFault",
    "Client",
    "Publisher",
    "discovered",
    "messages",
    "probe",
]
