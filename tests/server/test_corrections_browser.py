"""The host corrects the board with a finger on the screen."""

import time

from playwright.sync_api import expect

from companion.board import load_board
from companion.sensing import Report
from tests.server.evening import Evening
from tests.server.live import Opener

STARTS = frozenset(load_board("classic").starts.values())


def test_the_token_is_moved_by_a_tap_on_the_screen(visit: Opener, evening: Evening) -> None:
    evening.deal()
    evening.table.roll_pressed()
    turn = evening.view()["turn"]
    end = evening.view(turn)["acts"][0]["choices"][0][0]
    kiosk = visit("/kiosk", kiosk=True)
    kiosk.locator(f"#goal-{end}").click()
    expect(kiosk.locator("#correct-place")).to_have_value(end)
    kiosk.get_by_role("button", name="Move it there").click()
    expect(kiosk.locator("#piece-scarlet")).to_have_attribute("data-place", end)


def test_the_board_is_declared_right_on_the_screen(visit: Opener, evening: Evening) -> None:
    evening.sit_down()
    evening.table.linked("ok")
    kiosk = visit("/kiosk", kiosk=True)
    expect(kiosk.locator(".setup")).to_have_count(0)
    evening.table.sensed(Report(STARTS - {"X7"}, time.monotonic(), resync=True))
    deadline = time.monotonic() + 10
    while not evening.view()["corrections"]:
        assert time.monotonic() < deadline
        evening.table.tick()
    expect(kiosk.locator(".setup")).to_contain_text("Colonel Mustard belongs on X7.")
    kiosk.get_by_role("button", name="The board is right").click()
    expect(kiosk.locator(".setup")).to_contain_text("Not felt though a token stands there: X7.")
    assert evening.view()["corrections"] == []
