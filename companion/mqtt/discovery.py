"""How Home Assistant finds a table by itself: MQTT discovery of a whole device, Home Assistant 2024.11 on.

Source: the discovery messages of Home Assistant's MQTT integration,
https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

from collections.abc import Mapping
from typing import Any

from companion.mqtt.telling import AVAILABILITY, OFFLINE, ONLINE

DISCOVERY = "homeassistant"
"""The topic below which Home Assistant listens unless it is told otherwise."""

_NAMED = "{{{{ value_json.{} }}}}"
_EITHER = "{{{{ 'ON' if value_json.{} == '{}' else 'OFF' }}}}"

_PARTS: Mapping[str, Mapping[str, Any]] = {
    "turn": {"p": "sensor", "name": "turn", "topic": "turn", "template": _NAMED.format("seat")},
    "awaited": {
        "p": "sensor",
        "name": "awaited",
        "topic": "turn",
        "template": "{{ value_json.awaits | join(', ') or None }}",  # None is how a state becomes unknown
    },
    "phase": {
        "p": "sensor",
        "name": "phase",
        "topic": "status",
        "template": _NAMED.format("phase"),
        "device_class": "enum",
        "options": ["none", "lobby", "play", "over"],
    },
    "running": {
        "p": "binary_sensor",
        "name": "game running",
        "topic": "status",
        "template": _EITHER.format("phase", "play"),
        "device_class": "running",
    },
    "board": {
        "p": "binary_sensor",
        "name": "board linked",
        "topic": "status",
        "template": _EITHER.format("link", "ok"),
        "device_class": "connectivity",
    },
    "winner": {"p": "sensor", "name": "winner", "topic": "end", "template": _NAMED.format("winner")},
}
"""The entities of a table: what Home Assistant shows of which topic."""


def discovered(base: str, table: str, name: str, version: str) -> tuple[str, dict[str, Any]]:
    """The topic and the message that make a table a device of Home Assistant.

    base: the topic above all tables. table: its id. name: what people call it. version: of this program.

    >>> topic, message = discovered("cluedo", "4f2a", "Library", "1.0")
    >>> topic, message["cmps"]["turn"]["state_topic"]
    ('homeassistant/device/cluedo-4f2a/config', 'cluedo/4f2a/turn')
    """
    device = f"cluedo-{table}"
    parts = {}
    for part, kind in _PARTS.items():
        told = {key: value for key, value in kind.items() if key not in ("topic", "template")}
        parts[part] = told | {
            "unique_id": f"{device}-{part}",
            "state_topic": f"{base}/{table}/{kind['topic']}",
            "value_template": kind["template"],
        }
    return f"{DISCOVERY}/device/{device}/config", {
        "dev": {"ids": [device], "name": f"Cluedo: {name}", "mdl": "Cluedo Companion", "sw": version},
        "o": {"name": "cluedo-companion", "sw": version},
        "cmps": parts,
        "availability_topic": f"{base}/{table}/{AVAILABILITY}",
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
    }
