"""Games of bluff in which nobody doubts anything: for tests of what claims lead to outside the rules."""

from pathlib import Path

from companion.table import Table
from tests.table.evening import open_table, seat_players


def bluff(folder: Path) -> Table:
    """A dealt game in which Ann begins and windows last for ever."""
    table = open_table(folder)
    table.open_lobby("bluff", {"begins": "scarlet", "window": "0"})
    seat_players(table)
    table.start()
    return table


def claim(table: Table, seat: str, power: str) -> None:
    """Claim a power that nobody doubts and no target answers."""
    table.act(seat, f"claim {power}", table.version)
    while table.view(None)["frame"]["kind"] != "turn":
        table.act(table.view(None)["awaits"][0], "pass", table.version)


def shoot(table: Table) -> None:
    """Ann and Ben both go to the kitchen, where Ben shoots Ann."""
    claim(table, "Ann", "kitchen")
    table.act("Ann", "end", table.version)
    claim(table, "Ben", "kitchen")
    claim(table, "Ben", "revolver Ann")
    assert table.view(None)["bullets"] == 5


def bar_the_kitchen(table: Table) -> None:
    """Ann goes to the kitchen and bars it."""
    claim(table, "Ann", "kitchen")
    claim(table, "Ann", "leadpipe")
    assert table.view(None)["barred"] == ["kitchen"]


def unbar_the_kitchen(table: Table) -> None:
    """The others go elsewhere, then Ann opens it again."""
    for seat, room in (("Ben", "study"), ("Cat", "hall")):
        claim(table, seat, room)
        table.act(seat, "end", table.version)
    table.act("Ann", "unbar", table.version)
    assert table.view(None)["barred"] == []
