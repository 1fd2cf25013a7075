"""The hall's page on a free port: with its ear at a broker, or told by a test itself."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.hall.app import create_hall
from companion.hall.listening import listen_to
from companion.hall.tables import Tables
from companion.mqtt.broker import Broker
from companion.mqtt.telling import messages
from companion.server.serving import Server, listen

SUSPECTS = ("scarlet", "mustard", "white", "green", "peacock", "plum")
PLAYERS = ("Annastina", "Benedikta", "Cat", "Dan", "Eve", "Franz")


@contextmanager
def served(tables: Tables) -> Iterator[str]:
    """Serve the page; gives its address."""
    server = Server(create_hall(tables), listen(0, "127.0.0.1"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://localhost:{server.port}"
    finally:
        server.close()
        thread.join(timeout=10)
        assert not thread.is_alive(), "the server did not stop"


@contextmanager
def hall(broker: Broker) -> Iterator[str]:
    """Serve what a broker has; gives the page's address."""
    tables = Tables()
    client = listen_to(broker, tables)
    client.start()
    try:
        with served(tables) as address:
            yield address
    finally:
        client.close()


def say(tables: Tables, id: str, name: str, minutes: int = 0, there: bool = True, **more: Any) -> None:
    """Let a table say what a public view makes of it; in Annastina's turn unless told otherwise."""
    view = {
        "phase": "play", "rules": "bluff", "link": "ok", "turn": PLAYERS[0], "awaits": [PLAYERS[0]],
        "winner": None, "frame": {"kind": "turn"}, "window": None, "log": [],
        "seats": [{"name": one, "suspect": suspect} for one, suspect in zip(PLAYERS, SUSPECTS, strict=True)],
    } | more  # fmt: skip
    for topic, told in messages(view, name, minutes).items():
        tables.hear(f"cluedo/{id}/{topic}", json.dumps(told).encode(), False)
    tables.hear(f"cluedo/{id}/availability", b"online" if there else b"offline", True)


MOMENTS: tuple[dict[str, Any], ...] = (
    {"turn": PLAYERS[1], "minutes": 25},
    {"frame": {"kind": "window"}, "window": {"seconds": 12, "rest": 11.5}, "awaits": list(PLAYERS[1:])},
    {"frame": {"kind": "window"}, "awaits": list(PLAYERS[1:])},
    {"awaits": list(PLAYERS[2:5]), "minutes": 95},
    {"turn": None, "awaits": list(PLAYERS[:2])},
    {"phase": "over", "winner": PLAYERS[1], "minutes": 61, "log": [{"kind": "right"}], "turn": None},
    {"phase": "over", "winner": PLAYERS[2], "turn": None, "awaits": []},
    {"phase": "over", "turn": None, "awaits": [], "minutes": 7},
    {"phase": "lobby", "turn": None, "awaits": [], "frame": None},
    {"phase": "none", "turn": None, "awaits": [], "frame": None, "seats": []},
    {"link": "lost", "minutes": 3},
    {"link": "wrong", "phase": "lobby", "turn": None, "awaits": [], "frame": None},
    {"there": False},
)  # fmt: skip
"""Whatever a table can be at."""
