"""The screen in a browser: set by touch alone, heard once, back by itself when the table has been away."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.server.screen import Screen
from companion.server.wifi import Wifi
from tests.server.axe import assert_accessible
from tests.server.evening import PI, Evening, open_evening
from tests.server.live import KIOSK, Opener, served
from tests.server.relay import Relay
from tests.server.stage import Stage

HEARD = """() => {
    window.heard = 0;
    window.buzzed = 0;
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
        const begin = kind.prototype.start;
        kind.prototype.start = function (...when) { window.heard++; return begin.apply(this, when); };
    }
    navigator.vibrate = () => { window.buzzed++; return true; };
}"""


def test_the_screen_is_set_by_touch_alone(visit: Opener, evening: Evening) -> None:
    kiosk = visit("/kiosk", kiosk=True)
    ground = "getComputedStyle(document.body).backgroundColor"
    kiosk.get_by_role("button", name="This screen").click()
    bright = kiosk.evaluate(ground)
    kiosk.get_by_role("button", name="Dark", exact=True).click()
    assert kiosk.evaluate(ground) != bright
    kiosk.reload()
    assert kiosk.evaluate(ground) != bright, "kept by the device"
    kiosk.get_by_role("button", name="This screen").click()
    kiosk.get_by_role("button", name="Automatic").click()
    assert kiosk.evaluate(ground) == bright
    kiosk.get_by_role("button", name="Suomi").click()
    expect(kiosk.locator("html[lang=fi]")).to_be_attached()
    kiosk.get_by_role("button", name="Tämä näyttö").click()
    expect(kiosk.get_by_role("button", name="Suomi")).to_have_attribute("aria-pressed", "true")


def test_every_screen_follows_the_language_but_only_the_host_chooses(visit: Opener, evening: Evening) -> None:
    other = visit("/kiosk", kiosk=True)
    assert evening.client().post("/api/screen", json={"language": "sv"}).status_code == 403
    assert evening.host().post("/api/screen", json={"language": "tlh"}).status_code == 409
    assert evening.host().post("/api/screen", json={"language": "sv"}).status_code == 200
    expect(other.locator("html[lang=sv]")).to_be_attached()


def test_the_language_outlasts_a_restart(tmp_path: Path) -> None:
    kept = tmp_path / "screen.json"
    Screen(kept).choose("nb")
    assert Screen(kept, first="fi").language == "nb"
    assert Screen(kept, {"en", "fi"}, first="fi").language == "fi", "a language that there is no more"
    kept.write_text("{ torn")
    assert Screen(kept, first="fi").language == "fi"


def test_the_rules_are_chosen_with_one_touch(visit: Opener, evening: Evening) -> None:
    kiosk = visit("/kiosk", kiosk=True)
    kiosk.get_by_role("button", name="Bluff").click()
    expect(kiosk.get_by_role("button", name="Bluff")).to_have_attribute("aria-pressed", "true")
    assert evening.view()["rules"] == "bluff"


def test_tokens_walk_until_the_game_begins_and_stand_still_for_those_who_want_no_motion(
    visit: Opener, evening: Evening
) -> None:
    kiosk = visit("/kiosk", kiosk=True)
    kiosk.emulate_media(reduced_motion="reduce")
    kiosk.clock.install()
    kiosk.reload()
    expect(kiosk.locator(".strollers .scarlet")).to_be_visible()
    places = "() => [...document.querySelectorAll('.strollers .token')].map((one) => one.outerHTML).join()"
    home = kiosk.evaluate(places)
    kiosk.clock.run_for(4_000)
    assert kiosk.evaluate(places) == home
    kiosk.emulate_media(reduced_motion="no-preference")
    kiosk.clock.run_for(4_000)
    assert kiosk.evaluate(places) != home
    evening.deal()
    expect(kiosk.locator(".strollers")).not_to_be_visible()


def test_dice_roll_once_a_throw(visit: Opener, evening: Evening) -> None:
    evening.deal()
    kiosk = visit("/kiosk", kiosk=True)
    kiosk.emulate_media(reduced_motion="no-preference")
    evening.act("Ann", "roll")
    tumbling = kiosk.locator("#panel-turn .tumbling").first
    expect(tumbling).to_be_visible()
    assert tumbling.evaluate("one => one.getAnimations().length") == 1
    tumbling.evaluate("one => one.getAnimations()[0].finish()")
    evening.table.linked("lost")  # the panels come again
    expect(kiosk.locator("#panel-link")).to_be_visible()
    assert tumbling.evaluate("one => one.getAnimations().length") == 0
    kiosk.emulate_media(reduced_motion="reduce")
    assert kiosk.locator(".passing-faces .die").first.evaluate("one => getComputedStyle(one).opacity") == "0"


# -- coming in -----------------------------------------------------------------------------------------


def test_a_newcomer_holds_a_hand_after_three_taps_and_one_name(visit: Opener, evening: Evening) -> None:
    evening.sit_down({"Ann": "scarlet", "Ben": "mustard"})
    kiosk = visit("/kiosk", kiosk=True)
    spelt = kiosk.locator(".way-in .address").inner_text()
    assert "".join(spelt.split()) == f"http://{PI}:8000", "what the code says stands beside it in words"
    phone = visit()  # that is what the code opens
    phone.get_by_label("Your name").fill("Cat")
    phone.locator("#join-white").tap()
    phone.get_by_role("button", name="Sit down").tap()
    expect(phone.locator("body[data-seated]")).to_be_visible()
    kiosk.get_by_role("button", name="Deal and begin").click()
    phone.get_by_role("button", name="Hand", exact=True).tap()
    expect(phone.locator("#panel-hand .card:visible")).to_have_count(len(evening.view("Cat")["hand"]))


def test_the_wifi_is_told_only_where_it_is_set(tmp_path: Path, evening: Evening) -> None:
    assert evening.client().get("/kiosk").text.count('class="way-in"') == 1
    told = open_evening(tmp_path / "told", wifi=Wifi("Villa Boddy", "green-candle-7"))
    page = told.client().get("/kiosk").text
    assert page.count('class="way-in"') == 2 and "green-candle-7" in page
    assert "green-candle-7" not in told.client().get("/").text, "a phone that is here has it"
    told.table.close()


# -- what is heard ------------------------------------------------------------------------------------


def listening(page: Page) -> Callable[[], int]:
    """Load the page once more with an ear at its sounds; gives how many tones and noises began by now."""
    page.add_init_script(f"({HEARD})()")
    page.reload()
    return lambda: int(page.evaluate("window.heard"))


def settled(page: Page, evening: Evening) -> None:
    """The page shows the newest version."""
    newest = str(evening.table.version)
    page.wait_for_function("version => document.body.dataset.version === version", arg=newest)


def test_the_screen_sounds_each_happening_once_and_nothing_after_a_gap(
    visit: Opener, evening: Evening, port: int
) -> None:
    evening.deal()
    relay = Relay(port)
    kiosk = visit("/kiosk", kiosk=True, via=relay.port)
    heard = listening(kiosk)
    kiosk.locator("h1").first.click()  # browsers are mute before the first touch
    kiosk.wait_for_function("() => navigator.userActivation.hasBeenActive")
    assert heard() == 0, "what was there already stays silent"
    evening.act("Ann", "roll")
    kiosk.wait_for_function("() => window.heard > 0")
    dice = heard()
    evening.table.linked("lost")
    settled(kiosk, evening)
    assert heard() == dice
    relay.swallow()
    evening.act("Ann", f"move {evening.offers('Ann')['move'][0][0]}")
    evening.act("Ann", "end")
    settled(kiosk, evening)
    assert heard() == dice, "what happened while the link was down is old"
    evening.act(evening.asked, "roll")
    kiosk.wait_for_function("heard => window.heard > heard", arg=dice)
    relay.close()


def test_a_muted_screen_stays_mute(visit: Opener, evening: Evening) -> None:
    evening.deal()
    kiosk = visit("/kiosk", kiosk=True)
    heard = listening(kiosk)
    kiosk.get_by_role("button", name="This screen").click()
    kiosk.get_by_role("button", name="Sound").click()
    kiosk.reload()
    kiosk.locator("h1").first.click()
    evening.act("Ann", "roll")
    settled(kiosk, evening)
    assert heard() == 0


def test_a_phone_is_heard_and_felt_where_its_player_wishes_it(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ben = visit(seat="Ben")
    ben.emulate_media(reduced_motion="no-preference")  # else it would not be felt
    heard = listening(ben)

    def turn_goes_on() -> None:
        evening.act(evening.asked, "roll")
        evening.play_until(lambda seat, offers: "roll" in offers)
        settled(ben, evening)

    ben.locator("h1").first.click()
    turn_goes_on()
    assert evening.view()["turn"] == "Ben" and heard() == 0, "silent by default"
    ben.get_by_role("button", name="Story", exact=True).click()
    ben.get_by_role("button", name="Sound").click()
    ben.wait_for_function("() => window.heard > 0")
    sample, buzzed = heard(), ben.evaluate("window.buzzed")
    turn_goes_on()
    assert heard() == sample, "the dice and turns of others are the screen's"
    turn_goes_on()
    turn_goes_on()
    assert heard() > sample and ben.evaluate("window.buzzed") > buzzed


# -- away and back ------------------------------------------------------------------------------------


def test_the_screen_says_that_the_table_is_away_and_comes_back_by_itself(
    chromium: Browser, evening: Evening
) -> None:
    evening.deal()
    context = chromium.new_context(viewport=KIOSK)
    kiosk = context.new_page()
    with served(evening) as port:
        kiosk.goto(f"http://localhost:{port}/kiosk")
        expect(kiosk.get_by_role("heading", name="Ann’s turn")).to_be_visible()
    expect(kiosk.locator("#notice-lost")).to_be_visible()
    for _ in range(2):  # it tries again and again
        kiosk.wait_for_event("requestfailed", lambda request: "/stream" in request.url)
    kiosk.set_viewport_size({"width": 1024, "height": 600})
    evening.act("Ann", "roll")
    with served(evening, port):
        expect(kiosk.locator("#panel-turn .die").first).to_be_visible()
        expect(kiosk.locator("#notice-lost")).not_to_be_visible()
        context.close()


# -- for everybody ------------------------------------------------------------------------------------


def test_every_moment_of_the_screen_is_accessible(
    visit: Opener, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk = visit("/kiosk", kiosk=True)
    assert_accessible(kiosk, "attract")
    kiosk.get_by_role("button", name="House rules").click()
    assert_accessible(kiosk, "house rules")
    kiosk.keyboard.press("Escape")
    kiosk.get_by_role("button", name="This screen").click()
    assert_accessible(kiosk, "menu")
    evening.sit_down()
    for moment, acts in {"window": ("Ann: claim revolver Ben",), "turn": ("Ann: roll 3 4",)}.items():
        monkeypatch.setattr(evening.table, "view", Stage(evening, *acts).view)
        kiosk.goto(kiosk.url)
        expect(kiosk.locator("#panel-table .seat").first).to_be_visible()
        assert_accessible(kiosk, moment)
