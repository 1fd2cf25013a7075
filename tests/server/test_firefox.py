"""A short walk in Firefox: join, look at the hand, act, and see what others do."""

import pytest
from playwright.sync_api import expect

from tests.firefox import found_firefox, started_firefox
from tests.server.evening import Evening


@pytest.mark.skipif(not found_firefox(), reason="no Firefox here: the walk was made in Chromium only")
def test_from_joining_to_what_others_do(evening: Evening, port: int) -> None:
    with started_firefox() as firefox:
        page = firefox.new_context(viewport={"width": 390, "height": 844}).new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://localhost:{port}/")
        page.get_by_label("Your name").fill("Ann")
        page.locator("#join-scarlet").click()
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator("body[data-seated]")).to_be_visible()
        evening.sit_down({"Ben": "mustard", "Cat": "white"})
        expect(page.get_by_role("listitem").filter(has_text="Cat")).to_be_visible()
        evening.table.start()

        page.get_by_role("button", name="Hand", exact=True).click()
        face = page.locator("#panel-hand .card span:not(.hidden)").first
        expect(face).not_to_be_visible()
        page.get_by_role("button", name="Hold to look").hover()
        page.mouse.down()
        expect(face).to_be_visible()
        page.mouse.up()
        expect(face).not_to_be_visible()

        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_role("button", name="Roll the dice").click()
        expect(page.locator("#panel-prompt .die")).to_be_visible()
        place = evening.offers("Ann")["move"][0][0]
        evening.act("Ann", f"move {place}")
        evening.act("Ann", "end")
        expect(page.get_by_role("heading", name="Ben’s turn")).to_be_visible()
        assert not complaints
