"""The golden games: every view after every act is as written down (renew them: `python -m tests.golden`)."""

from collections import Counter
from pathlib import Path

import pytest

from companion.records import load_record, replay
from tests.golden.views import GAMES, golden

LARGEST = 300_000

EVENTS = """
    claimed challenged stands-by conceded revealed paid void eliminated teleported four-dice barred unbarred
    broken tied stays-tied freed shot killed stabbed second-shot blocked turned seduced seduced-over took gave
    suggested summoned shown nobody accused wrong right won drawn passage moved
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_every_view_is_as_it_was(game: Path) -> None:
    kept = game.with_suffix(".views").read_text(encoding="utf-8").splitlines()
    found = golden(game).splitlines()
    for line, (is_now, was) in enumerate(zip(found, kept, strict=False), 1):
        assert is_now == was, f"line {line}; if it is meant to change: python -m tests.golden"
    assert len(found) == len(kept)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_golden_game_is_whole(game: Path) -> None:
    played = replay(load_record(game))
    assert played.failures == ()
    assert played.state.outcome is not None
    assert played.state.ruleset.name == "bluff"


def test_there_are_three_and_they_show_everything() -> None:
    assert len(GAMES) == 3
    seen = Counter(event.kind for game in GAMES for event in replay(load_record(game)).events)
    assert [kind for kind in EVENTS.split() if not seen[kind]] == []
    assert {len(load_record(game).seats) for game in GAMES} == {3, 4, 6}


def test_they_stay_readable() -> None:
    files = [*GAMES, *(game.with_suffix(".views") for game in GAMES)]
    assert all(file.stat().st_size < LARGEST for file in files)
