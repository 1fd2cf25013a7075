"""What the lamps are told, from the table's public view and on a thread of their own."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.board import load_board
from companion.devices import Pins, Wire, open_devices
from companion.table import Follower, bullets_of, dice_wanted, glowing_doors
from tests.table.claims import bar_the_kitchen, bluff, shoot, unbar_the_kitchen
from tests.table.evening import HandClock, open_table, seat_players, started

DEADLINE = 15.0
GPIOS = (18, 23, 25, 12, 16, 26)
PINS = Pins(Wire(17, 11, 9), tuple(Wire(gpio, 1, 6) for gpio in GPIOS))


class Shown:
    """What a follower has shown, and waiting for it."""

    def __init__(self, look: Callable[[Any], Any], answer: float | None = None) -> None:
        self.seen: list[Any] = []
        self.answer = answer
        self._look = look
        self._came = threading.Condition()

    def __call__(self, view: Any) -> float | None:
        with self._came:
            self.seen.append(self._look(view))
            self._came.notify_all()
            return self.answer

    def wait(self, holds: Callable[[list[Any]], bool]) -> None:
        with self._came:
            assert self._came.wait_for(lambda: holds(self.seen), DEADLINE), self.seen[-3:]


def test_bullets_are_shown_where_there_is_a_revolver_only(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    assert bullets_of(table.view(None)) is None
    for rules, count in (("classic", None), ("travel", None), ("bluff", 6)):
        table.open_lobby(rules)
        assert bullets_of(table.view(None)) == count
    table.open_lobby("bluff", {"base": "classic"})
    assert bullets_of(table.view(None)) == 6


def test_a_shot_takes_a_bullet_away(tmp_path: Path) -> None:
    table = bluff(tmp_path)
    shoot(table)
    assert bullets_of(table.view(None)) == 5


def test_the_doors_of_barred_rooms_glow(tmp_path: Path) -> None:
    board = load_board("classic")
    table = open_table(tmp_path / "before")
    assert glowing_doors(table.view(None), board) == frozenset()
    table = bluff(tmp_path / "game")
    assert glowing_doors(table.view(None), board) == frozenset()
    bar_the_kitchen(table)
    assert glowing_doors(table.view(None), board) == set(board.doors_of("kitchen"))
    unbar_the_kitchen(table)
    assert glowing_doors(table.view(None), board) == frozenset()


def test_the_dice_are_wanted_until_they_lie(tmp_path: Path) -> None:
    """As long as the button would throw, and no longer."""
    table = open_table(tmp_path)
    assert not dice_wanted(table.view(None), table.view)
    table.open_lobby("classic", {"begins": "scarlet"})
    seat_players(table)
    assert not dice_wanted(table.view(None), table.view)
    table.start()
    assert dice_wanted(table.view(None), table.view)
    assert table.roll_pressed()
    assert not dice_wanted(table.view(None), table.view)
    assert not table.roll_pressed()


def test_in_a_window_nobody_is_asked_for_dice(tmp_path: Path) -> None:
    table = bluff(tmp_path)
    assert dice_wanted(table.view(None), table.view)
    table.act("Ann", "claim kitchen", table.version)
    assert not dice_wanted(table.view(None), table.view)


def test_a_follower_shows_the_present_and_every_change(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    shown = Shown(lambda view: view["phase"])
    with Follower(table, shown):
        shown.wait(lambda seen: seen == ["none"])
        table.open_lobby("classic")
        shown.wait(lambda seen: seen[-1] == "lobby")
        seat_players(table)
        table.start()
        shown.wait(lambda seen: seen[-1] == "play")
    count = len(shown.seen)
    table.roll_pressed()
    assert len(shown.seen) == count


def test_what_asks_for_it_is_called_again_without_a_change(tmp_path: Path) -> None:
    table = started(tmp_path)
    shown = Shown(lambda view: view["version"], answer=0.001)
    with Follower(table, shown):
        shown.wait(lambda seen: len(seen) >= 10)
    assert set(shown.seen) == {table.version}


def test_one_that_fails_is_called_for_the_next_change(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = open_table(tmp_path)
    shown = Shown(lambda view: view["phase"])

    def failing(view: Any) -> None:
        shown(view)
        raise OSError("a lamp has burnt out")

    with Follower(table, failing):
        shown.wait(lambda seen: seen == ["none"])
        table.open_lobby("classic")
        shown.wait(lambda seen: seen[-1] == "lobby")
    assert "a lamp has burnt out" in caplog.text


def test_a_shot_at_the_table_on_the_pins(tmp_path: Path) -> None:
    """From the act to the pins: six lit; the sixth blinks as the hand-moved clock goes on, and is dark."""
    table, clock, factory = bluff(tmp_path), HandClock(), MockFactory()
    pins = Shown(lambda _: "".join(str(int(factory.pin(gpio).state)) for gpio in GPIOS))
    with open_devices(PINS, table.roll_pressed, clock=clock.monotonic, pin_factory=factory) as devices:

        def show(view: Any) -> float | None:
            wait = devices.show_bullets(bullets_of(view))
            pins(view)
            clock.seconds += wait or 0.0
            return None if wait is None else 0.0

        with Follower(table, show):
            pins.wait(lambda seen: seen == ["111111"])
            shoot(table)
            pins.wait(lambda seen: seen.count("111110") == 4)
    shown = [now for now, before in zip(pins.seen, ["", *pins.seen], strict=False) if now != before]
    assert shown == ["111111", "111110"] * 4
    assert [factory.pin(gpio).state for gpio in GPIOS] == [0] * 6
