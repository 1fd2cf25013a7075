"""What a broker hears: the public view and nothing else, in words that Home Assistant understands."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment

from companion.mqtt.discovery import discovered
from companion.mqtt.telling import messages
from companion.rules import CARDS, State, log, view
from tests.rules.bluff_games import bluff_games
from tests.rules.games import Game
from tests.rules.test_bluff_secrecy import shuffled_hands


def public(state: State, game: Game) -> dict[str, Any]:
    return view(state, None) | {"log": log(game.events, None), "link": "ok", "window": None}


def told(state: State, game: Game) -> bytes:
    return json.dumps(messages(public(state, game), "Library", 3)).encode()


def words(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a message, with the field that it stands in."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from words(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from words(one, key)
    elif isinstance(value, str):
        yield key, value


@settings(max_examples=40, deadline=None)
@given(bluff_games(), st.integers(0, 2**32).map(Random))
def test_two_worlds_that_differ_in_secrets_say_the_same_bytes(game: Game, chance: Random) -> None:
    assert told(game.state, game) == told(shuffled_hands(game.state, chance), game)


@settings(max_examples=40, deadline=None)
@given(bluff_games())
def test_no_card_is_named_but_the_suspect_that_a_seat_plays(game: Game) -> None:
    """Not even those of the case file, which lies open once the game is over, nor those that were claimed."""
    said = list(words(messages(public(game.state, game), "Library", 3)))
    assert {word for key, word in said if key != "suspect"}.isdisjoint(CARDS)
    played = {one.suspect for one in game.state.seats}
    assert {word for key, word in said if key == "suspect"} <= played


def seen(**more: Any) -> dict[str, Any]:
    """A public view of Ann's turn."""
    return {
        "phase": "play", "rules": "bluff", "link": "ok", "turn": "Ann", "awaits": ["Ben"], "winner": None,
        "frame": {"kind": "turn"}, "window": None, "log": [],
        "seats": [{"name": "Ann", "suspect": "scarlet"}, {"name": "Ben", "suspect": "plum"}],
    } | more  # fmt: skip


def test_a_turn_a_window_and_an_end_are_told() -> None:
    said = messages(seen(), "Library", 7)
    assert said["status"] == {
        "name": "Library", "phase": "play", "rules": "bluff", "link": "ok", "seats": 2, "minutes": 7
    }  # fmt: skip
    assert said["turn"] == {"seat": "Ann", "suspect": "scarlet", "awaits": ["Ben"]}
    assert said["window"]["open"] is said["end"]["over"] is False
    claim = seen(frame={"kind": "window"}, window={"seconds": 12, "rest": 11.5})
    assert messages(claim, "", 0)["window"] == {"open": True, "seconds": 12, "rest": 11.5}
    patient = seen(frame={"kind": "window"})  # a table that gives all the time there is
    assert messages(patient, "", 0)["window"] == {"open": True, "seconds": None, "rest": None}


def test_how_a_game_has_ended_is_told() -> None:
    def end(winner: str | None, *kinds: str) -> dict[str, Any]:
        over = seen(phase="over", winner=winner, log=[{"kind": kind} for kind in kinds], turn=None)
        return messages(over, "", 0)["end"]

    assert end("Ben", "right", "case", "won") == {
        "over": True, "winner": "Ben", "suspect": "plum", "how": "accusation"
    }  # fmt: skip
    assert end("Ann", "eliminated", "case", "won")["how"] == "last"
    assert end(None, "wrong", "drawn") == {"over": True, "winner": None, "suspect": None, "how": "nobody"}


def home_assistant(told: dict[str, dict[str, Any]], of: str = "4f") -> dict[str, str]:
    """What the entities of a discovered table show: its templates over what stands on their topics."""
    topic, device = discovered("cluedo", of, "Library", "1.0")
    assert topic == f"homeassistant/device/cluedo-{of}/config"
    shown = {}
    for part in device["cmps"].values():
        on = told[part["state_topic"].removeprefix(f"cluedo/{of}/")]
        shown[part["name"]] = Environment().from_string(part["value_template"]).render(value_json=on)
    return shown


def test_home_assistant_shows_turn_phase_and_who_is_awaited() -> None:
    assert home_assistant(messages(seen(awaits=["Ben", "Cat"]), "", 0)) == {
        "turn": "Ann", "awaited": "Ben, Cat", "phase": "play", "game running": "ON", "board linked": "ON",
        "winner": "None",
    }  # fmt: skip
    idle = seen(phase="lobby", turn=None, awaits=[], link="lost", frame=None)
    assert home_assistant(messages(idle, "", 0)) == {
        "turn": "None", "awaited": "None", "phase": "lobby", "game running": "OFF", "board linked": "OFF",
        "winner": "None",
    }  # fmt: skip


def test_what_home_assistant_needs_of_a_device_is_there() -> None:
    _, device = discovered("cluedo", "4f", "Library", "1.0")
    assert device["dev"]["ids"] and device["dev"]["name"] == "Cluedo: Library" and device["o"]["name"]
    assert device["availability_topic"] == "cluedo/4f/availability"
    for part in device["cmps"].values():
        assert part["p"] in ("sensor", "binary_sensor")
        assert part["p"] != "binary_sensor" or part["device_class"] in ("running", "connectivity")
    ids = [part["unique_id"] for part in device["cmps"].values()]
    _, other = discovered("cluedo", "5e", "Hall", "1.0")
    assert len({*ids, *(part["unique_id"] for part in other["cmps"].values())}) == 2 * len(ids)
