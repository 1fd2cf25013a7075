"""The end of a game and its replay in a real browser: on the phone, and on the screen at the table."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.words import NAMES
from tests.server.axe import assert_accessible
from tests.server.evening import Evening
from tests.server.live import Opener

SCREENS = ((1920, 1080), (1280, 800), (1024, 600))


@pytest.fixture
def over(evening: Evening) -> Evening:
    """Somebody has suspected, the others have answered, and Ann was right."""
    evening.deal()
    evening.act(evening.until_offered("suggest"), "suggest plum rope")
    while evening.view()["frame"]["kind"] == "answer":
        asked = evening.asked
        offers = evening.offers(asked)
        evening.act(asked, f"show {offers['show'][0][0]}" if "show" in offers else "none")
    evening.play_until(lambda seat, offers: seat == "Ann" and "accuse" in offers)
    evening.act("Ann", "accuse " + " ".join(evening.case))
    return evening


def step(page: Page) -> int:
    said = page.locator("#step").inner_text()
    return int(said.split(" / ")[0])


def spot(page: Page, piece: str) -> str:
    return str(page.locator(f"[data-piece={piece}]").get_attribute("transform"))


def inside(page: Page, selector: str) -> bool:
    """Whether a part lies on the screen as a whole."""
    return bool(
        page.locator(selector).evaluate(
            "one => { const box = one.getBoundingClientRect();"
            "return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }"
        )
    )


def test_the_screen_at_the_table_shows_the_end_and_turns_its_pages(visit: Opener, over: Evening) -> None:
    page = visit("/kiosk", kiosk=True)
    expect(page.get_by_role("heading", name="Ann has solved the case")).to_be_visible()
    expect(page.locator("#slide-1")).to_be_visible()
    titles = ("Honours", "Who suspected whom", "Where everybody went", "The game in figures")
    for number, title in enumerate(titles, 1):
        page.get_by_role("button", name=title).click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.locator(".slide:visible")).to_have_count(1)
        assert page.locator(f"[data-slide='{number}']").get_attribute("aria-current") == "true"
    assert page.get_by_role("button", name="Stop turning the pages").get_attribute("aria-pressed") == "true"
    assert_accessible(page, "the end on the screen, with its figures")


def test_the_pages_turn_by_themselves_unless_motion_is_unwanted(visit: Opener, over: Evening) -> None:
    page = visit("/kiosk", kiosk=True)
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    page.reload()
    expect(page.locator("#slide-1")).to_be_visible()
    expect(page.locator("[data-slides][data-open='1']")).to_be_visible()
    page.clock.run_for(15_000)
    expect(page.locator("#slide-2")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    page.clock.run_for(60_000)
    expect(page.locator("#slide-2")).to_be_visible()


def test_everything_has_room_on_every_screen(visit: Opener, over: Evening) -> None:
    for language in NAMES:
        over.app.extensions["companion"].screen.choose(language)
        page = visit("/kiosk", kiosk=True)
        expect(page.locator("[data-slides][data-open]")).to_be_visible()
        for width, height in SCREENS if language == "fi" else SCREENS[1:2]:
            page.set_viewport_size({"width": width, "height": height})
            for part in (".verdict h1", ".fair", ".last-word > .row", ".leaves"):
                assert inside(page, part), (language, height, part)
            for number in (1, 2, 3, 4) if language == "fi" else (1, 4):
                page.locator(f"[data-slide='{number}']").click()
                assert page.locator(f"#slide-{number}").evaluate(
                    "one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth"
                ), (language, height, number)
        page.close()


def test_the_phone_tells_the_same_and_says_that_it_noted_the_deal(visit: Opener, evening: Evening) -> None:
    evening.deal()
    page = visit("/", seat="Ann")
    expect(page.locator("body[data-phase=play]")).to_be_visible()
    late = visit("/", seat="Ben")
    late.close()
    evening.act("Ann", "accuse " + " ".join(evening.case))
    expect(page.get_by_role("heading", name="Ann has solved the case")).to_be_visible()
    expect(page.get_by_text("At the deal this screen noted the same fingerprint.")).to_be_visible()
    stranger = visit("/", seat="Cat")
    expect(stranger.get_by_text("their fingerprint fits")).to_be_visible()
    expect(stranger.locator("[data-noted]")).to_be_hidden()
    for title in ("Who suspected whom", "Where everybody went", "The game in figures"):
        expect(stranger.get_by_role("heading", name=title)).to_be_visible()
    stranger.get_by_text("Were the cards changed?").click()
    expect(stranger.get_by_text("sha256sum")).to_be_visible()
    assert_accessible(stranger, "the end on a phone")
    assert stranger.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_record_is_kept_under_a_clear_name(visit: Opener, over: Evening, tmp_path: Path) -> None:
    page = visit("/", seat="Ben")
    with page.expect_download() as kept:
        page.get_by_role("link", name="Keep the record").click()
    assert re.fullmatch(r"cluedo-\d{4}-\d\d-\d\d-1\.case", kept.value.suggested_filename)
    kept.value.save_as(tmp_path / "kept.case")
    assert (tmp_path / "kept.case").read_text(encoding="utf-8").startswith("rules classic")


def test_the_game_is_watched_again_by_taps_and_keys(visit: Opener, over: Evening) -> None:
    page = visit("/", seat="Ann")
    page.get_by_role("link", name="Watch it again").click()
    expect(page.get_by_text("The cards are dealt.")).to_be_visible()
    start = spot(page, "scarlet")
    page.get_by_role("button", name="One step on").click()
    assert step(page) == 1
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("Ann wins.")).to_be_visible()
    last = step(page)
    assert spot(page, "scarlet") != start
    page.get_by_role("button", name="One step back").click()
    assert step(page) == last - 1
    page.get_by_role("button", name="To the beginning").click()
    assert step(page) == 0 and spot(page, "scarlet") == start
    page.locator("h1").click()  # the keys are the page's where no control has them
    for key, expected in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        assert step(page) == expected, key
    page.get_by_role("slider").fill("2")
    assert step(page) == 2
    assert_accessible(page, "the replay on a phone")


def test_it_plays_by_itself_to_the_end(visit: Opener, over: Evening) -> None:
    page = visit("/replay/1")
    page.clock.install()
    page.reload()
    expect(page.get_by_text("The cards are dealt.")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(3_500)
    expect(page.locator("#step")).to_have_text(re.compile("^2 / "))
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(10_000)
    assert step(page) == 2
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(120_000)
    expect(page.get_by_text("Ann wins.")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_it_is_seen_through_a_players_eyes(visit: Opener, over: Evening) -> None:
    page = visit("/replay/1?from=kiosk", kiosk=True)
    page.get_by_role("button", name="To the end").click()
    held = page.locator(".holding .coin:visible")
    expect(held).to_have_count(18)  # all but the case file
    page.get_by_label("Seen by").select_option("Ben")
    expect(page.locator("[data-seat=Ben] .coin:visible")).to_have_count(6)
    page.get_by_role("button", name="To the beginning").click()
    expect(held).to_have_count(6)
    assert_accessible(page, "the replay on the screen")
    for part in (".reel", ".players", "header", ".telling"):
        assert inside(page, part), part


def test_the_screen_goes_back_to_the_table_by_itself(visit: Opener, over: Evening) -> None:
    page = visit("/replay/1?from=kiosk", kiosk=True)
    page.clock.install()
    page.reload()
    expect(page.get_by_text("The cards are dealt.")).to_be_visible()
    page.clock.run_for(181_000)
    page.wait_for_url("**/kiosk")


def test_the_screen_leaves_the_replay_when_another_game_begins(visit: Opener, over: Evening) -> None:
    page = visit("/kiosk", kiosk=True)
    with page.expect_response("**/api/view"):
        page.get_by_role("link", name="Watch it again").click()
        expect(page.get_by_text("The cards are dealt.")).to_be_visible()
    over.table.rematch()
    page.wait_for_url("**/kiosk")


def test_from_the_lobby_the_last_games_can_be_watched(visit: Opener, over: Evening) -> None:
    over.table.rematch()
    for path, back in (("/", "/"), ("/kiosk", "/kiosk")):
        page = visit(path, seat="Ann", kiosk=path == "/kiosk")
        page.get_by_role("link", name="The evening so far").click()
        expect(page.get_by_text("The cards are dealt.")).to_be_visible()
        page.get_by_role("link", name="Back to the table").click()
        page.wait_for_url(f"**{back}")
