"""What is to be heard: all that happens at the screen, what meets a player at the phone, no secret."""

import pytest

from companion.server.cues import Cue, cues, wrong
from companion.server.throws import newest_throw
from tests.server.evening import Evening
from tests.server.stage import STREET, Stage

SHOT = ("Ann: claim revolver Ben", "all: pass", "Ben: pass")


def names(stage: Stage, seat: str | None) -> list[str]:
    return [cue.name for cue in cues(stage.view(seat))]


def test_the_screen_sounds_what_happens_in_its_order(evening: Evening) -> None:
    assert names(Stage(evening, "Ann: roll 3 4"), None) == ["turn", "dice"]
    assert names(Stage(evening, *SHOT), None)[:3] == ["turn", "window", "shot"]
    barred = Stage(evening, "Ann: claim leadpipe", "all: pass", places=STREET.replace("Q5", "hall"))
    assert "bar" in names(barred, None)
    assert names(Stage(evening, "Ann: accuse plum candlestick study"), None)[-1] == "end"


def test_the_screen_complains_once_of_what_rests_in_the_wrong_place(evening: Evening) -> None:
    lies = {"suspect": "mustard", "from": "N7", "to": "Q7"}, {"suspect": "plum", "from": None, "to": "A5"}
    stage = Stage(evening, "Ann: roll 3 4", corrections=list(lies))
    assert wrong(stage.view(None)) == ["mustard-N7"], "what is only missing may still be in somebody's hand"
    assert wrong(stage.view("Ann")) == [], "the room has the screen for it"


def test_a_phone_sounds_what_meets_its_player(evening: Evening) -> None:
    asked = Stage(evening, "Ann: claim revolver Ben")
    assert names(asked, "Ann") == ["turn"]
    assert names(asked, "Cat") == ["window"]
    assert names(Stage(evening, *SHOT), "Ben")[0] == "shot"
    assert "shot" not in names(Stage(evening, *SHOT), "Cat")
    solved = Stage(evening, "Ann: accuse plum candlestick study")
    assert [names(solved, seat)[-1] for seat in ("Ann", "Dan")] == ["end", "end"]


def test_numbers_grow_and_never_change_what_they_name(evening: Evening) -> None:
    before: list[Cue] = []
    for count in range(len(SHOT) + 1):
        now = cues(Stage(evening, *SHOT[:count]).view(None))
        assert now[: len(before)] == before and sorted(now, key=lambda cue: cue.number) == now
        before = now


MUSTARD_ELSEWHERE = (
    {},
    {"Cat": "white mustard", "Ann": "scarlet rope kitchen library"},
    {"Dan": "wrench green leadpipe mustard", "Ann": "scarlet rope kitchen peacock"},
)


@pytest.mark.parametrize("hands", MUSTARD_ELSEWHERE, ids=["Ann", "Cat", "Dan"])
@pytest.mark.parametrize("seat", ["Cat", "Dan"])
def test_being_asked_sounds_alike_whatever_is_held(
    evening: Evening, seat: str, hands: dict[str, str]
) -> None:
    """R35: who could call the lie with Mustard hears no more than who could not."""
    assert cues(Stage(evening, "Ann: claim kitchen", hands=hands).view(seat)) == [Cue(2, "window")]


def test_dice_lie_on_the_table_for_as_long_as_they_matter(evening: Evening) -> None:
    assert newest_throw(Stage(evening).view(None)) is None
    rolled = newest_throw(Stage(evening, "Ann: roll 3 4").view(None))
    assert rolled is not None and list(rolled.dice) == [3, 4]
    moved = newest_throw(Stage(evening, "Ann: roll 3 4", "Ann: move lounge").view(None))
    assert moved == rolled
