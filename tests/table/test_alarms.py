"""What the buzzer has to say: each thing once, and nothing of what was there before."""

from typing import Any

from companion.table import Alarms

WRONG = {"suspect": "plum", "from": "Q7", "to": "X7"}


def view(*kinds: str, corrections: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {"log": [{"kind": kind} for kind in kinds], "corrections": list(corrections)}


def test_a_start_in_the_middle_of_a_game_is_silent() -> None:
    alarms = Alarms()
    assert alarms.sound(view("claimed", "shot", corrections=(WRONG,))) is None
    assert alarms.sound(view("claimed", "shot", corrections=(WRONG,))) is None


def test_each_event_sounds_once() -> None:
    alarms = Alarms()
    alarms.sound(view())
    assert alarms.sound(view("claimed")) == "window"
    assert alarms.sound(view("claimed")) is None
    assert alarms.sound(view("claimed", "shot")) == "shot"
    assert alarms.sound(view("claimed", "shot", "turn", "barred")) == "bar"
    assert alarms.sound(view("claimed", "shot", "turn", "barred", "moved")) is None


def test_of_several_at_once_the_newest_sounds() -> None:
    alarms = Alarms()
    alarms.sound(view())
    assert alarms.sound(view("claimed", "shot", corrections=(WRONG,))) == "shot"


def test_an_illegal_rest_sounds_when_it_is_found_and_when_it_is_another() -> None:
    alarms = Alarms()
    alarms.sound(view())
    assert alarms.sound(view(corrections=(WRONG,))) == "illegal"
    assert alarms.sound(view(corrections=(WRONG,))) is None
    assert alarms.sound(view(corrections=({**WRONG, "from": "R7"},))) == "illegal"
    assert alarms.sound(view()) is None
    assert alarms.sound(view(corrections=(WRONG,))) == "illegal"


def test_a_piece_that_is_nowhere_may_be_in_a_hand() -> None:
    alarms = Alarms()
    alarms.sound(view())
    assert alarms.sound(view(corrections=({**WRONG, "from": None},))) is None


def test_a_new_game_begins_in_silence() -> None:
    alarms = Alarms()
    alarms.sound(view("claimed", "shot", "won"))
    assert alarms.sound(view()) is None
    assert alarms.sound(view("claimed")) == "window"
