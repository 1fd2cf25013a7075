"""What the frames of `bluff` tell everybody, so that a page can ask its question without any rule."""

from pathlib import Path
from typing import Any

from companion.records import parse_record
from companion.records.record import Played
from companion.rules import apply, view

SHOT = """\
rules bluff
board classic
seat Ann scarlet
seat Ben mustard
seat Cat white
case green candlestick study
hand Ann scarlet rope kitchen
hand Ben revolver knife hall
put scarlet Q5
put mustard Q7
turn Ann
--
"""


def seen(*acts: str, text: str = SHOT) -> dict[str, Any]:
    """The public view after some acts."""
    record = parse_record(text + "\n".join(acts) + "\n", "shot.case", Path())
    state = record.start.state
    for entry in record.entries:
        assert isinstance(entry, Played)
        state = apply(state, entry.who, entry.act).state
    return view(state)


def test_a_window_names_the_class_that_is_at_stake_and_who_is_asked_first() -> None:
    frame = seen("Ann: claim revolver Ben")["frame"]
    assert (frame["claimer"], frame["card"], frame["target"]) == ("Ann", "revolver", "Ben")
    assert (frame["class"], frame["neighbour"]) == ("weapon", "Ben")


def test_a_reaction_names_the_attack() -> None:
    shot = ("Ann: claim revolver Ben", "Ben: pass", "Cat: pass")
    frame = seen(*shot)["frame"]
    assert frame == {
        "kind": "reaction",
        "seat": "Ben",
        "attacker": "Ann",
        "attack": "revolver",
        "cards": ["wrench", "white"],
    }
    turned = (*shot, "Ben: claim white", "Cat: pass", "Ann: pass")
    frame = seen(*turned)["frame"]
    assert (frame["seat"], frame["attacker"], frame["attack"]) == ("Ann", "Ben", "white")


def test_a_dispute_and_its_penalty_say_what_it_is_about() -> None:
    doubted = ("Ann: claim revolver Ben", "Ben: challenge")
    assert seen(*doubted)["frame"]["class"] == "weapon"
    assert seen(*doubted, "Ann: concede")["frame"] == {
        "kind": "penalty",
        "seat": "Ann",
        "to": "Ben",
        "card": "revolver",
        "class": "weapon",
        "proven": False,
    }


def test_what_lies_beneath_is_told_from_the_turn_upwards() -> None:
    told = seen("Ann: claim revolver Ben", "Ben: pass", "Cat: pass", "Ben: claim wrench")
    assert [frame["kind"] for frame in told["beneath"]] == ["turn", "claim", "claim"]
    assert told["beneath"][0]["claimed"] == ["revolver"]
    assert [frame["card"] for frame in told["beneath"][1:]] == ["revolver", "wrench"]


def test_a_door_and_a_rope_say_which_dice_they_need() -> None:
    house = SHOT.replace("rules bluff", "rules bluff untie=5").replace("put mustard Q7", "put mustard Q6")
    tied = ("Ann: claim rope Ben", "Ben: pass", "Cat: pass", "Ben: pass")
    told = seen(*tied, "Ann: roll 1 2", "Ann: move Q2", "Ann: end", text=house)
    assert (told["tied"], told["frame"]) == (["Ben"], {"kind": "untie", "seat": "Ben", "needs": 5})
