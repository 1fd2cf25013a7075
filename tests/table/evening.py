"""What the tests of the table share: a clock to move, players who know no rules, and power cuts."""

import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.board import SUSPECTS
from companion.table import House, Journal, Table

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")


class HandClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> float:
        return 1_700_000_000.0 + self.seconds


def open_table(folder: Path, seed: int = 1, clock: HandClock | None = None) -> Table:
    """A table on the journal of a folder, with foretold dice."""
    return Table(Journal.open(folder), house=House(random.Random(seed)), clock=clock or HandClock())


def seat_players(table: Table, seats: int = 3) -> dict[str, str]:
    """Let Ann, Ben, ... join; gives their tokens."""
    players = list(zip(NAMES, SUSPECTS, strict=True))[:seats]
    return {name: table.join(name, suspect, "en").token for name, suspect in players}


def started(folder: Path, rules: str = "classic", seats: int = 3, **more: Any) -> Table:
    """A table with a dealt game."""
    table = open_table(folder, **more)
    table.open_lobby(rules)
    seat_players(table, seats)
    table.start()
    return table


def let_pass(table: Table, clock: HandClock, seconds: float) -> None:
    """Let time pass, with every tick at the moment when it is due."""
    end = clock.seconds + seconds
    while (due := table.tick()) is not None and clock.seconds + due <= end:
        clock.seconds += due + 1e-6
    clock.seconds = max(end, clock.seconds)
    table.tick()


def some_act(view: Mapping[str, Any], chance: random.Random) -> str | None:
    """Anything that the view offers, an accusation seldom; None if it offers nothing."""
    offers = [one for one in view["acts"] if one["act"] != "accuse"]
    if not offers or chance.random() < 0.02:
        offers = view["acts"]
    if not offers:
        return None
    offer = chance.choice(offers)
    return " ".join((offer["act"], *(chance.choice(words) for words in offer["choices"])))


def play_on(table: Table, chance: random.Random) -> bool:
    """One act of anybody who is asked; False when the game is over."""
    public = table.view(None)
    if public["phase"] != "play":
        return False
    seat = chance.choice(public["awaits"])
    text = some_act(table.view(seat), chance)
    assert text is not None
    assert table.act(seat, text, public["version"]) == public["version"] + 1
    return True


def everything_seen(table: Table) -> dict[str | None, str]:
    """Each seat's view and the public one, byte by byte, but for the version."""
    seen = {}
    for seat in (None, *(one["name"] for one in table.view(None)["seats"])):
        view = table.view(seat)
        del view["version"]
        seen[seat] = json.dumps(view)
    return seen


def power_cut(folder: Path, copy: Path) -> Path:
    """What a disk holds at this moment, as a folder of its own: nobody has closed anything."""
    shutil.copytree(folder, copy)
    return copy


def winning(table: Table) -> str:
    """The right accusation, read from the record, as no player could."""
    line = next(line for line in table.record().splitlines() if line.startswith("case "))
    return line.replace("case", "accuse")
