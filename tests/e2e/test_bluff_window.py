"""A challenge window on the real clock: who says nothing lets the claim pass."""

import time
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.gathering import PATIENCE
from tests.e2e.night import seated

PLAYERS = {"Ann": ("scarlet", "en"), "Ben": ("white", "en"), "Cat": ("plum", "sv")}
WINDOW = 2


def test_a_window_that_runs_out_counts_as_pass(tmp_path: Path) -> None:
    with seated(tmp_path / "games", PLAYERS, window=WINDOW) as night:
        night.deal()
        seat = night.state.in_turn
        assert seat is not None
        suspect, others = night.state.suspect_of(seat), night.state.after(seat)

        asked_from = time.monotonic()
        night.shown(night.phones[seat].do("claim lounge"))
        expect(night.kiosk.locator(f"#piece-{suspect}")).to_have_attribute("data-place", "lounge")
        assert WINDOW <= time.monotonic() - asked_from < WINDOW + PATIENCE / 1000

        night.shown(night.version())
        night.recall()
        night.check()
        assert night.state.top.kind == "turn" and "suggest" not in night.offers(seat)
        assert night.record().splitlines()[-3:] == [
            f"{seat}: claim lounge",
            *(f"{other}: pass" for other in others),
        ]
