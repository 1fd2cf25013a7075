"""A whole table on a free port, and players that act at random: the same game every time."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.server.app import create_app
from companion.server.serving import Server, listen
from companion.table import House, Journal, Table

PLAYERS = {
    "Ann": "scarlet",
    "Ben": "mustard",
    "Cat": "white",
    "Dan": "green",
    "Eve": "peacock",
    "Fay": "plum",
}


@dataclass(frozen=True, slots=True)
class Evening:
    """A running game. port: of the pages. tokens: by seat."""

    table: Table
    port: int
    tokens: dict[str, str]

    def some_act(self, chance: Random) -> tuple[str, str, int]:
        """Whose turn it is to decide, an act that is offered, and the version it is offered on."""
        seat = chance.choice(self.table.view(None)["awaits"])
        seen = self.table.view(seat)
        offers: list[dict[str, Any]] = [offer for offer in seen["acts"] if offer["act"] != "accuse"]
        offer = chance.choice(offers)
        words = [offer["act"], *(chance.choice(choice) for choice in offer["choices"])]
        return seat, " ".join(words), seen["version"]


@contextmanager
def evening() -> Iterator[Evening]:
    """Serve a game of six on the loopback, until the block is left."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-")))
        table = Table(Journal.open(folder), house=House(Random(1)))
        stack.callback(table.close)
        listening = stack.enter_context(listen(0, "127.0.0.1"))
        port = listening.getsockname()[1]
        app = create_app(table, host_key="-", address=lambda: f"http://127.0.0.1:{port}/")
        server = Server(app, listening)
        serving = threading.Thread(target=server.run, daemon=True)
        serving.start()
        stack.callback(serving.join)
        stack.callback(server.close)
        table.open_lobby("travel")
        tokens = {name: table.join(name, suspect).token for name, suspect in PLAYERS.items()}
        table.start()
        yield Evening(table, port, tokens)
