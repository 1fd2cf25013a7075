"""What phones do to a page: they sleep, lose the Wi-Fi, are reloaded, opened twice, killed, and are slow.

The page's own clock is moved, so that nobody waits for a minute.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.server.evening import Evening
from tests.server.live import PHONE, Opener
from tests.server.relay import Relay

SOON = 1_000
"""Milliseconds in which a page is true again after it woke."""

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


TIMERS_ANEW = "dispatchEvent(new Event('online'))"
"""Lets a page connect again, so that its timers run on the clock that was just installed."""


def until_nobody_listens(evening: Evening) -> None:
    streams = evening.app.extensions["companion"].streams
    while len(streams):
        evening.table.linked("lost" if evening.view()["link"] == "ok" else "ok")  # a write finds it closed


@pytest.fixture
def relay(port: int) -> Iterator[Relay]:
    relay = Relay(port)
    yield relay
    relay.close()


def ben_waits(page: Page) -> None:
    expect(page.locator("#panel-prompt .sentence")).to_have_text("Ann is about to move.")


def ben_sees_the_roll(page: Page, within: float = SOON) -> None:
    expect(page.locator("#panel-prompt .die")).to_be_visible(timeout=within)
    expect(page.locator("#notice-lost")).not_to_be_visible()


def test_sleep_and_wake(visit: Opener, evening: Evening) -> None:
    """A hidden page closes its stream, and is true at once when it is seen again."""
    evening.deal()
    ben = visit(seat="Ben")
    ben_waits(ben)
    with ben.expect_event("requestfailed", lambda request: "/stream" in request.url):
        ben.evaluate(HIDE, True)
    until_nobody_listens(evening)
    evening.act("Ann", "roll")
    ben.evaluate(HIDE, False)
    ben_sees_the_roll(ben)


def test_asleep_while_the_seat_went_to_another_phone(visit: Opener, evening: Evening) -> None:
    evening.table.open_lobby("classic")
    evening.tokens["Ben"] = evening.table.join("Ben", "mustard", "sv").token
    evening.sit_down({"Ann": "scarlet", "Cat": "white"})
    evening.table.start()
    ben = visit(seat="Ben")
    expect(ben.locator("html")).to_have_attribute("lang", "sv")
    ben.evaluate(HIDE, True)
    evening.table.redeem(evening.table.invite("Ben"))
    ben.evaluate(HIDE, False)
    expect(ben.locator("#notice-moved")).to_contain_text("Din plats finns nu på en annan telefon.")
    ben.get_by_role("button", name="Fortsätt utan den").click()
    expect(ben.locator("body[data-seated]")).to_have_count(0)


def test_a_killed_tab_comes_back_with_all_it_had(chromium: Browser, evening: Evening, port: int) -> None:
    evening.deal()
    at = f"http://localhost:{port}"
    card = next(card for card in ("rope", "knife", "wrench") if card not in evening.view("Ann")["hand"])
    context = chromium.new_context(viewport=PHONE)
    context.add_cookies([{"name": "companion_seat", "value": evening.tokens["Ann"], "url": at}])
    killed = context.new_page()
    killed.goto(at)
    killed.get_by_role("button", name="Notes").click()
    killed.locator(f'[data-note="{card}"][data-column="Ben"]').click()
    expect(killed.locator(f'[data-note="{card}"][data-column="Ben"]')).to_have_text("×")
    killed.close()
    page = context.new_page()
    page.goto(at)
    expect(page.get_by_role("button", name="Roll the dice")).to_be_visible()
    page.get_by_role("button", name="Notes").click()
    expect(page.locator(f'[data-note="{card}"][data-column="Ben"]')).to_have_text("×")
    context.close()


def test_refreshed_in_the_middle_of_a_window(visit: Opener, evening: Evening) -> None:
    """The rest of the window goes on; it does not begin anew."""
    evening.table.open_lobby("bluff", {"base": "classic", "window": 30})
    evening.deal()
    evening.act("Ann", "claim kitchen")
    ben = visit(seat="Ben")
    left = ben.locator('[data-countdown="window"]')
    expect(left).not_to_have_text(re.compile("^(30)?$"))
    before = int(left.inner_text())
    ben.reload()
    expect(left).not_to_be_empty()
    assert int(left.inner_text()) <= before
    ben.get_by_role("button", name="Let it pass").click()
    expect(ben.get_by_role("button", name="Let it pass")).to_have_count(0)


def test_two_phones_on_one_seat(visit: Opener, evening: Evening) -> None:
    """By a one-use invitation: the newer takes over, the older says so, and the code is of no more use."""
    evening.deal()
    old = visit(seat="Ann")
    old.get_by_role("button", name="Hand", exact=True).click()
    old.get_by_role("button", name="Move my seat to another phone").click()
    expect(old.locator("#invitation svg.qr")).to_be_visible()
    code = old.locator("#invitation .address").inner_text().rpartition("/")[2]
    new = visit(f"/seat/{code}")
    new.get_by_role("button", name="Take the seat").click()
    expect(new.get_by_role("heading", name="Your turn")).to_be_visible()
    assert new.url.endswith("/"), "nothing of the code stays in the address"
    expect(old.locator("#notice-moved")).to_contain_text("Your seat is on another phone now.")
    third = visit(f"/seat/{code}")
    third.get_by_role("button", name="Take the seat").click()
    expect(third.get_by_role("alert")).to_have_text("This invitation is no longer good. Ask for a new one.")


def test_a_second_page_of_the_seat_takes_over(visit: Opener, evening: Evening) -> None:
    evening.deal()
    first = visit(seat="Ann")
    expect(first.get_by_role("button", name="Roll the dice")).to_be_visible()
    second = visit(seat="Ann")
    expect(first.get_by_text("Your seat is open on a newer page")).to_be_visible()
    first.get_by_role("button", name="Go on here").click()
    expect(second.get_by_text("Your seat is open on a newer page")).to_be_visible()


def test_wifi_lost_for_a_minute(visit: Opener, evening: Evening, relay: Relay) -> None:
    """It says so, and is true again as soon as the browser has a network."""
    evening.deal()
    ben = visit(seat="Ben", via=relay.port)
    ben_waits(ben)
    ben.clock.install()
    ben.context.set_offline(True)
    relay.cut()
    expect(ben.locator("#notice-lost")).to_contain_text("No connection to the table.")
    ben.clock.run_for(60_000)
    expect(ben.locator("#notice-lost")).to_be_visible()
    evening.act("Ann", "roll")
    ben.context.set_offline(False)
    ben.clock.run_for(10)
    ben_sees_the_roll(ben)


def test_a_link_that_is_half_open_for_a_minute(visit: Opener, evening: Evening, relay: Relay) -> None:
    """Nothing is closed, nothing arrives, nobody tells the browser: silence itself is noticed."""
    evening.deal()
    ben = visit(seat="Ben", via=relay.port)
    ben_waits(ben)
    ben.clock.install()
    ben.evaluate(TIMERS_ANEW)
    ben.clock.run_for(10)
    ben_waits(ben)
    relay.shadow(True)
    evening.act("Ann", "roll")
    ben.clock.run_for(60_000)
    expect(ben.locator("#notice-lost")).to_be_visible()
    relay.shadow(False)
    ben.clock.run_for(4_000)
    ben_sees_the_roll(ben)


def test_a_half_open_link_is_mended_in_real_time(visit: Opener, evening: Evening, relay: Relay) -> None:
    evening.deal()
    ben = visit(seat="Ben", via=relay.port)
    ben_waits(ben)
    relay.swallow()
    evening.act("Ann", "roll")
    ben_sees_the_roll(ben, within=12_000)


def test_seven_tabs(chromium: Browser, evening: Evening, port: int) -> None:
    """A browser opens six connections to a host; tabs out of sight hold none."""
    evening.deal()
    at = f"http://localhost:{port}/"
    context = chromium.new_context(viewport=PHONE)
    context.add_cookies([{"name": "companion_seat", "value": evening.tokens["Ben"], "url": at}])
    tabs = []
    for _ in range(7):
        page = context.new_page()
        page.goto(at)
        ben_waits(page)
        tabs.append(page)
        page.evaluate(HIDE, True)
    tabs[0].evaluate(HIDE, False)
    evening.act("Ann", "roll")
    ben_sees_the_roll(tabs[0])
    context.close()


def test_back_and_forth(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ben = visit(seat="Ben")
    ben_waits(ben)
    ben.goto(ben.url + "host")
    evening.act("Ann", "roll")
    ben.go_back()
    ben_sees_the_roll(ben)


def test_a_slow_radio(visit: Opener, evening: Evening) -> None:
    """While a tap is on its way it cannot be tapped again, and the page says that it is busy."""
    evening.deal()
    ann = visit(seat="Ann")
    ann.context.new_cdp_session(ann).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 400, "downloadThroughput": 20_000, "uploadThroughput": 20_000},
    )
    roll = ann.get_by_role("button", name="Roll the dice")
    under_way: list[Route] = []

    def hold(route: Route) -> None:
        under_way.append(route)

    ann.route("**/api/act", hold)
    roll.click()
    expect(roll).to_be_disabled()
    expect(roll).to_have_attribute("aria-busy", "true")
    under_way[0].continue_()
    expect(ann.locator("#panel-prompt .die")).to_be_visible()
    assert [entry["kind"] for entry in evening.view()["log"]].count("rolled") == 1


def test_a_stale_tap_is_refused_with_a_sentence(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ann = visit(seat="Ann")
    expect(ann.get_by_role("button", name="Roll the dice")).to_be_visible()
    ann.evaluate("document.body.dataset.version = 0")
    ann.get_by_role("button", name="Roll the dice").click()
    expect(ann.get_by_role("alert")).to_have_text("The table has moved on. Look again, then decide.")
    assert evening.view()["frame"]["stage"] == "start"


def test_notes_of_others_make_no_tap_stale(visit: Opener, evening: Evening) -> None:
    """They are a version of their own, and change no question."""
    evening.deal()
    ann = visit(seat="Ann")
    expect(ann.get_by_role("button", name="Roll the dice")).to_be_visible()
    seen = evening.table.version
    for _ in range(3):
        evening.table.note("Ben", "rope", "Cat", "maybe")
        evening.table.note("Ben", "rope", "Cat", "")
    assert evening.table.version > seen
    ann.evaluate("seen => (document.body.dataset.version = seen)", seen)
    ann.get_by_role("button", name="Roll the dice").click()
    expect(ann.locator("#panel-prompt .die")).to_be_visible()


def test_a_page_without_a_place_waits_for_one(
    visit: Opener, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.server.streams.GUESTS", 1)
    evening.sit_down()
    first = visit()
    expect(first.get_by_role("listitem").filter(has_text="Cat")).to_be_visible()
    second = visit()
    expect(second.locator("#notice-full")).to_be_visible()
    expect(second.locator("#notice-lost")).not_to_be_visible()
    second.clock.install()
    second.evaluate(TIMERS_ANEW)
    first.close()
    until_nobody_listens(evening)
    second.clock.fast_forward(11_000)
    expect(second.locator("#notice-full")).not_to_be_visible()
