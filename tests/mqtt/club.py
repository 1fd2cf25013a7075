"""A club's tables in one process: real tables whose players act at random, each told to the broker."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.mqtt.broker import Broker
from companion.mqtt.publisher import Publisher
from companion.table import Follower, Table
from tests.table.evening import open_table, play_on, seat_players


@dataclass
class Club:
    """The tables by their ids. acts: played so far."""

    broker: Broker
    folder: Path
    tables: dict[str, Table] = field(default_factory=dict)
    acts: int = 0
    _chance: random.Random = field(default_factory=lambda: random.Random(7))
    _open: ExitStack = field(default_factory=ExitStack)
    _told: dict[str, ExitStack] = field(default_factory=dict)
    _left: set[str] = field(default_factory=set)

    def open(self, id: str, rules: str = "bluff", seats: int = 4) -> Table:
        """Set up a table with its players; nobody has dealt yet."""
        folder = self.folder / id
        folder.mkdir(parents=True)
        table = open_table(folder, int(id))
        self._open.callback(table.close)
        table.open_lobby(rules)
        seat_players(table, seats)
        publisher = Publisher(self.broker, id, f"Table {id}", "1.0")
        self._told[id] = told = self._open.enter_context(ExitStack())
        told.enter_context(publisher)
        told.enter_context(Follower(table, publisher.show))
        self.tables[id] = table
        return table

    def play(self, id: str, acts: int = 1) -> float:
        """Play on, and anew where a game is over; gives when the last act was committed."""
        table = self.tables[id]
        for _ in range(acts):
            if table.view(None)["phase"] == "lobby":
                table.start()
            elif not play_on(table, self._chance):
                table.rematch()
            self.acts += 1
        return time.time()

    def state(self, id: str) -> tuple[str, str]:
        """What the hall has to show of a table: its phase, and the seat in turn or the winner."""
        if id in self._left:
            return "off", ""
        view = self.tables[id].view(None)
        return view["phase"], (view["winner"] if view["phase"] == "over" else view["turn"]) or ""

    def leave(self, id: str) -> None:
        """Switch a table's companion off."""
        self._left.add(id)
        self._told[id].close()

    def close(self) -> None:
        self._open.close()


@contextmanager
def club(broker: Broker, folder: Path, tables: int = 0) -> Iterator[Club]:
    """So many tables, every other one with bluff, dealt."""
    opened = Club(broker, folder)
    try:
        for number in range(1, tables + 1):
            opened.open(str(number), rules=("bluff", "classic")[number % 2], seats=3 + number % 4)
        yield opened
    finally:
        opened.close()
