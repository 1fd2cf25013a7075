"""Two worlds that differ only in hidden cards: whoever may not know them gets the same bytes everywhere."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.server.evening import Evening, open_evening
from tests.server.stage import PLAYERS, STREET, Stage

Hands = Mapping[str, str]

TO_THE_LOUNGE = ("Ann: roll 3 4", "Ann: move lounge", "Ann: suggest peacock knife")

WORLDS: dict[str, tuple[str, tuple[Hands, tuple[str, ...]], tuple[Hands, tuple[str, ...]]]] = {
    "a claim, true or not": (
        STREET,
        ({}, ("Ann: claim kitchen", "Ben: challenge", "Ann: concede", "Ann: pay kitchen")),
        (
            {"Ann": "scarlet rope dining mustard"},
            ("Ann: claim kitchen", "Ben: challenge", "Ann: concede", "Ann: pay dining"),
        ),
    ),
    "an answer": (
        STREET,
        ({}, (*TO_THE_LOUNGE, "Ben: show knife", "Ann: end")),
        ({"Ben": "revolver lounge hall"}, (*TO_THE_LOUNGE, "Ben: show lounge", "Ann: end")),
    ),
    "a shot and a reaction": (
        STREET,
        ({}, ("Ann: claim revolver Ben", "all: pass", "Ben: claim white", "Cat: pass", "all: pass")),
        (
            {
                "Ann": "scarlet rope dining mustard",
                "Ben": "wrench knife hall",
                "Dan": "revolver green leadpipe peacock",
            },
            ("Ann: claim revolver Ben", "all: pass", "Ben: claim white", "Cat: pass", "all: pass"),
        ),
    ),
}
"""Where the pieces stand, and for each world the hands that are changed and what is done."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = open_evening(tmp_path)
    evening.sit_down(PLAYERS)
    yield evening
    evening.table.close()


def everything(evening: Evening) -> list[bytes]:
    """What a seat beside it, the kiosk, a guest and the host can load."""
    beside, guest, host = evening.client(seat="Cat"), evening.client(), evening.host()
    paths = {beside: ("/", "/api/view"), guest: ("/kiosk", "/api/view"), host: ("/kiosk", "/host")}
    return [client.get(path).data for client in paths for path in paths[client]]


@pytest.mark.parametrize("name", WORLDS)
def test_hidden_cards_change_nothing_for_anybody_else(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    places, *worlds = WORLDS[name]
    for done in range(len(worlds[0][1]) + 1):
        loaded = []
        for hands, acts in worlds:
            stage = Stage(evening, *acts[:done], places=places, hands=dict(hands))
            monkeypatch.setattr(evening.table, "view", stage.view)
            loaded.append(everything(evening))
        assert loaded[0] == loaded[1], worlds[0][1][:done]
        assert all(b"panel-turn" in page for page in (loaded[0][2], loaded[0][4])), "the game is shown"
