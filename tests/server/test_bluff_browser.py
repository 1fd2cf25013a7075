"""Bluff in a real Chromium: time that runs by itself, cards face down, claims in two taps."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.rules import class_of
from tests.server.evening import Evening, open_evening
from tests.server.live import Opener
from tests.server.stage import PLAYERS, Stage


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Ann begins; whoever says nothing for twelve seconds lets it pass."""
    evening = open_evening(tmp_path, rules="bluff")
    evening.table.open_lobby("bluff", {"begins": "scarlet"})
    evening.sit_down(PLAYERS)
    evening.table.start()
    yield evening
    evening.table.close()


def stopped(page: Page) -> Page:
    """The page once more, its clock in the test's hand: nothing on it happens by itself."""
    page.clock.install(time=0)
    page.reload()
    expect(page.locator("#panel-status h1, #panel-turn h1").first).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    return page


def left(page: Page) -> str:
    return page.locator('[data-countdown="window"]').inner_text()


def test_the_time_runs_on_phone_and_kiosk_without_the_server(
    visit: Opener, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For less long than the page waits for a sign of life."""
    pages = stopped(visit(seat="Ben")), stopped(visit("/kiosk", kiosk=True))
    stage = Stage(evening, "Ann: claim kitchen", window={"seconds": 12, "rest": 5.3})
    monkeypatch.setattr(evening.table, "view", stage.view)
    evening.table.note("Ben", "rope", "Ann", "maybe")  # a newer version for everybody
    asked: list[str] = []
    for page in pages:
        expect(page.locator('[data-countdown="window"]')).to_have_text("6")
        page.on("request", lambda request: asked.append(request.url))
        page.clock.run_for(2_000)
        assert left(page) == "4"
        expect(page.locator(".countdown.short")).to_have_count(0)
        page.clock.run_for(1_500)
        assert left(page) == "2"
        expect(page.locator(".countdown.short")).to_have_count(1)
        page.clock.run_for(2_000)
        assert left(page) == "0"
    assert not asked


def test_newer_panels_correct_the_time(visit: Opener, evening: Evening) -> None:
    """The page's clock has gone astray, as in a phone that slept; the table's has not."""
    cat = stopped(visit(seat="Cat"))
    evening.act("Ann", "claim kitchen")
    expect(cat.locator('[data-countdown="window"]')).to_have_text("12")
    cat.clock.run_for(5_100)
    assert left(cat) == "7"
    evening.act("Ben", "pass")
    expect(cat.locator('[data-countdown="window"]')).to_have_text(re.compile("^(8|9|1[012])$"))


def test_the_ring_does_not_glide_for_those_who_want_no_motion(visit: Opener, evening: Evening) -> None:
    ben = visit(seat="Ben")
    ben.emulate_media(reduced_motion="reduce")
    evening.act("Ann", "claim kitchen")
    ring = ben.locator(".countdown .rest")
    expect(ring).to_be_visible()
    assert ring.evaluate("one => one.getAnimations().length") == 0
    ben.emulate_media(reduced_motion="no-preference")
    ben.wait_for_function("() => document.querySelector('.countdown .rest').getAnimations().length > 0")


def test_the_host_passes_from_the_kiosk_and_all_see_it_come(visit: Opener, evening: Evening) -> None:
    cat, kiosk = visit(seat="Cat"), visit("/kiosk", kiosk=True)
    evening.act("Ann", "claim kitchen")
    kiosk.get_by_role("button", name="Pass for Cat").click()
    expect(kiosk.locator(".passing")).to_contain_text("The host passes for Cat in")
    expect(cat.locator(".passing")).to_contain_text("Answer now if you are there.")
    cat.get_by_role("button", name="Let it pass").click()
    expect(kiosk.locator(".passing")).to_have_count(0)
    expect(kiosk.locator("#asked-white")).to_have_count(0)


def test_a_claim_is_two_taps_and_a_confirm(visit: Opener, evening: Evening) -> None:
    ann, kiosk = visit(seat="Ann"), visit("/kiosk", kiosk=True)
    ann.get_by_text("Claim a power …").click()
    confirm = ann.locator('[data-act="claim kitchen"]')
    expect(confirm).not_to_be_visible()
    ann.locator('[data-pick="kitchen"]').tap()
    expect(confirm).to_be_in_viewport()
    expect(ann.locator("#powers .confirm:visible")).to_have_count(1)
    confirm.tap()
    expect(kiosk.locator("#panel-turn")).to_contain_text("Ann claims the Kitchen. Who doubts it?")
    expect(ann.locator("#powers")).to_have_count(0)


def lie_of(evening: Evening) -> str:
    """A room that Ann does not hold, and of whose class she can pay."""
    hand = evening.view("Ann")["hand"]
    assert any(class_of(card) == "room" for card in hand), "deal otherwise: another chance"
    return next(room for room in ("kitchen", "hall", "study") if room not in hand)


def test_revealing_what_is_not_held_is_refused_with_a_sentence(visit: Opener, evening: Evening) -> None:
    ann, lie = visit(seat="Ann"), lie_of(evening)
    evening.act("Ann", f"claim {lie}")
    evening.act("Ben", "challenge")
    ann.get_by_role("button", name="Reveal the card").click()
    told = f"You do not hold the {lie.title()}. Concede, or choose a card that you hold."
    expect(ann.get_by_role("alert")).to_have_text(told)
    ann.get_by_role("button", name="Concede").click()
    expect(ann.locator("#pick-pay")).to_be_visible()


def test_a_penalty_is_chosen_face_down(visit: Opener, evening: Evening) -> None:
    ann = visit(seat="Ann")
    evening.act("Ann", f"claim {lie_of(evening)}")
    evening.act("Ben", "challenge")
    evening.act("Ann", "concede")
    (card, *_) = evening.offers("Ann")["pay"][0]
    pick = ann.locator(f'#pick-pay [data-pick="{card}"]')
    face, confirm = pick.locator("span:not(.hidden)"), ann.locator(f'#pick-pay [data-act="pay {card}"]')
    expect(pick).to_be_visible()
    expect(face).not_to_be_visible()
    ann.get_by_role("button", name="Hold to look").hover()
    ann.mouse.down()
    expect(face).to_be_visible()
    ann.mouse.up()
    expect(face).not_to_be_visible()
    expect(confirm).not_to_be_visible()
    pick.tap()
    expect(confirm).to_have_text("Give this card")
    expect(face).not_to_be_visible()
    confirm.tap()
    expect(ann.locator("#pick-pay")).to_have_count(0)
    assert card in evening.view("Ben")["hand"]


def test_a_second_finger_does_not_cover_what_the_first_holds_open(visit: Opener, evening: Evening) -> None:
    ann = visit(seat="Ann")
    ann.get_by_role("button", name="Hand", exact=True).click()
    name = ann.locator("#panel-hand .card span:not(.hidden)").first
    look = ann.get_by_role("button", name="Hold to look")
    look.dispatch_event("pointerdown", {"pointerId": 5, "bubbles": True})
    ann.locator("#panel-hand h2").first.dispatch_event("pointerup", {"pointerId": 6, "bubbles": True})
    expect(name).to_be_visible()
    look.dispatch_event("pointerup", {"pointerId": 5, "bubbles": True})
    expect(name).not_to_be_visible()
