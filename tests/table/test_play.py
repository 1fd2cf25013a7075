"""Acts, dice, versions and the log, through the table."""

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.records import parse_record, replay
from companion.rules import Refusal
from companion.table import StaleVersion, Table
from tests.table.evening import (
    NAMES,
    everything_seen,
    open_table,
    play_on,
    power_cut,
    seat_players,
    started,
    winning,
)


def test_the_house_throws_the_dice(tmp_path: Path) -> None:
    table = started(tmp_path)
    assert table.act("Ann", "roll", table.version) == table.version
    (die,) = table.view(None)["frame"]["dice"]
    assert f"Ann: roll {die}" in table.record().splitlines()


@pytest.mark.parametrize("text", ["roll 6", "roll 1 2", "first 6", "break 6", "untie 6"])
def test_no_phone_chooses_its_dice(text: str, tmp_path: Path) -> None:
    table = started(tmp_path)
    with pytest.raises(Refusal, match="unknown-act"):
        table.act("Ann", text, table.version)


REFUSED = [
    ("Ann", "", "unknown-act"),
    ("Ann", "dance", "unknown-act"),
    ("Ann", "move kitchen", "not-now"),
    ("Ann", "move nowhere", "unknown-place"),
    ("Ann", "suggest spoon rope", "unknown-card"),
    ("Ben", "roll", "not-in-turn"),
    ("Zoe", "roll", "unknown-seat"),
]


@pytest.mark.parametrize(("seat", "text", "code"), REFUSED)
def test_a_refused_act_changes_nothing(seat: str, text: str, code: str, tmp_path: Path) -> None:
    table = started(tmp_path)
    before, version, record = everything_seen(table), table.version, table.record()
    with pytest.raises(Refusal, match=f"^{code}$"):
        table.act(seat, text, version)
    assert (everything_seen(table), table.version, table.record()) == (before, version, record)


def test_an_act_on_a_view_that_the_game_has_left_behind_is_stale(tmp_path: Path) -> None:
    table = started(tmp_path)
    seen = table.view("Ann")["version"]
    table.act("Ann", "roll", seen)
    for version in (seen, 0, -1, table.version + 1):
        with pytest.raises(StaleVersion):
            table.act("Ann", "move " + table.view("Ann")["acts"][0]["choices"][0][0], version)


def test_what_is_no_step_of_the_game_makes_no_act_stale(tmp_path: Path) -> None:
    """Ann ponders; meanwhile Ben takes a note and the link goes: she decides on the same game."""
    table = started(tmp_path)
    seen = table.view("Ann")["version"]
    table.note("Ben", "rope", "Ann", "no")
    table.linked("lost")
    assert table.act("Ann", "roll", seen) == seen + 3


def test_everything_that_a_page_shows_makes_the_version_larger(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    steps: list[Callable[[], object]] = [
        lambda: table.open_lobby("classic"),
        lambda: seat_players(table, 1),
        lambda: table.join("Ben", "plum"),
        lambda: table.join("Cat", "green"),
        lambda: table.order(["Ben", "Cat", "Ann"]),
        lambda: table.linked("ok"),
        table.start,
        lambda: table.set_language("Ann", "sv"),
        lambda: table.note("Ann", "rope", "Ben", "no"),
        lambda: table.redeem(table.invite("Ben")),
        lambda: table.act("Ann", "roll", table.version),
        lambda: table.linked("lost"),
    ]
    for step in steps:
        version = table.version
        step()
        assert table.view(None)["version"] == table.version > version
    version = table.version
    table.linked("lost")
    assert table.version == version


def test_who_waits_is_woken_by_an_act(tmp_path: Path) -> None:
    table = started(tmp_path)
    version = table.version
    assert table.wait(version, 0) == version
    assert table.wait(version - 1, 60) == version
    woken: list[int] = []
    waiter = threading.Thread(target=lambda: woken.append(table.wait(version, 60)))
    waiter.start()
    table.act("Ann", "roll", version)
    waiter.join(60)
    assert woken == [version + 1]


def test_closing_the_table_wakes_who_waits(tmp_path: Path) -> None:
    table = started(tmp_path)
    version = table.version
    woken: list[int] = []
    waiter = threading.Thread(target=lambda: woken.append(table.wait(version, 60)))
    waiter.start()
    table.close()
    waiter.join(60)
    assert woken == [version + 1]


@pytest.mark.parametrize("seed", range(10))
def test_two_acts_at_once_on_one_version_one_wins(seed: int, tmp_path: Path) -> None:
    table = started(tmp_path, seed=seed)
    version = table.version
    together = threading.Barrier(2)
    outcomes: list[object] = []

    def act() -> None:
        together.wait(60)
        try:
            outcomes.append(table.act("Ann", "roll", version))
        except (StaleVersion, Refusal) as fault:
            outcomes.append(type(fault))

    threads = [threading.Thread(target=act) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(map(str, outcomes)) == sorted(map(str, [version + 1, StaleVersion]))
    assert table.record().count("roll") == 1


def test_the_dice_button_throws_for_the_seat_in_turn_once(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    assert not table.roll_pressed()
    table.open_lobby("classic")
    seat_players(table)
    assert not table.roll_pressed()
    table.start()
    assert table.roll_pressed()
    assert table.view(None)["frame"]["stage"] == "rolled"
    before, version = everything_seen(table), table.version
    assert not table.roll_pressed()
    assert (everything_seen(table), table.version) == (before, version)


def test_the_dice_button_throws_for_who_begins_seat_after_seat(tmp_path: Path) -> None:
    table = started(tmp_path, "travel", 4, seed=3)
    for name in NAMES[:4]:
        assert table.roll_pressed()
        assert table.view(None)["log"][-1 if name != "Dan" else 3]["args"]["seat"] == name
    assert [entry["kind"] for entry in table.view(None)["log"]][:4] == ["first"] * 4


def test_the_dice_button_is_silent_when_the_game_is_over(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.act("Ann", winning(table), table.version)
    assert not table.roll_pressed()
    with pytest.raises(Refusal, match="game-over"):
        table.act("Ben", "roll", table.version)


def test_the_house_draws_the_card_of_peacock_by_itself(tmp_path: Path) -> None:
    table = started(tmp_path, "bluff", seed=2)
    chance = random.Random(2)
    while "house: draw" not in table.record():
        seat = table.view(None)["awaits"][0]
        offers = {offer["act"]: offer for offer in table.view(seat)["acts"]}
        quiet = [act for act in offers if act.split()[0] not in ("claim", "challenge", "accuse")]
        wanted = [act for act in ("claim peacock", "pass", "move") if act in offers]
        act = wanted[0] if wanted else chance.choice(quiet)
        rooms = [place for place in offers[act]["choices"][0] if place.isalpha()] if act == "move" else []
        words = [rooms[0]] if rooms else [chance.choice(words) for words in offers[act]["choices"]]
        table.act(seat, " ".join((act, *words)), table.version)
    claim, draw = [line for line in table.record().splitlines() if "peacock" in line or "draw" in line][-2:]
    claimer, target = claim.split(": claim peacock ")
    card = draw.removeprefix("house: draw ")
    view = table.view(claimer)
    assert view["frame"]["kind"] == "swap" and view["awaits"] == [claimer]
    assert card in view["hand"] and card not in table.view(target)["hand"]
    again = open_table(power_cut(tmp_path, tmp_path / "copy"))
    assert everything_seen(again) == everything_seen(table)


def shown_card(table: Table, seed: int) -> tuple[str, str, str]:
    """Play until somebody shows a card; who, to whom, which."""
    chance = random.Random(seed)
    while True:
        shown = [line for line in table.record().splitlines() if ": show " in line]
        if shown:
            who, card = shown[0].split(": show ")
            to = next(e["args"]["to"] for e in table.view(None)["log"] if e["kind"] == "shown")
            return who, to, card
        assert play_on(table, chance)


@pytest.mark.parametrize("seed", range(3))
def test_the_log_tells_the_card_to_two_seats_only(seed: int, tmp_path: Path) -> None:
    table = started(tmp_path, seats=4, seed=seed)
    who, to, card = shown_card(table, seed)
    for viewer in (None, *NAMES[:4]):
        told = next(entry for entry in table.view(viewer)["log"] if entry["kind"] == "shown")
        expected = {"seat": who, "to": to} | ({"card": card} if viewer in (who, to) else {})
        assert told["args"] == expected
        assert [entry["n"] for entry in table.view(viewer)["log"]] == list(
            range(1, len(table.view(viewer)["log"]) + 1)
        )


@settings(max_examples=15, deadline=None)
@given(
    rules=st.sampled_from(["classic", "travel", "bluff"]),
    seats=st.integers(3, 6),
    seed=st.integers(0, 2**32),
)
def test_the_record_of_any_game_plays_again_to_the_same_end(
    rules: str, seats: int, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = started(tmp_path_factory.mktemp("game"), rules, seats, seed=seed)
    chance = random.Random(seed)
    for _ in range(60):
        if not play_on(table, chance):
            break
    played = replay(parse_record(table.record(), "game.case", Path()))
    view = table.view(None)
    assert dict(played.state.tokens) == view["tokens"] and dict(played.state.weapons) == view["weapons"]
    assert {name: list(hand) for name, hand in played.state.hands.items()} == {
        name: table.view(name)["hand"] for name in NAMES[:seats]
    }
    assert played.state.in_turn == view["turn"]
