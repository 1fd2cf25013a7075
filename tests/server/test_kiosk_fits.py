"""The screen in every language at the common sizes: nothing overflows, no letter is too small to be read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.board import SUSPECTS
from companion.server.wifi import Wifi
from companion.words import NAMES
from tests.server.evening import Evening, open_evening
from tests.server.live import Opener
from tests.server.stage import LOUNGE, Stage

SIZES = ((1920, 1080), (1280, 800), (1024, 600))
LONG = ("Annastina", "Benedikta", "Cat", "Dan", "Eve", "Franz")

ASTRAY = [
    {"suspect": suspect, "from": "N7", "to": place}
    for suspect, place in (("mustard", "Q7"), ("plum", "A5"), ("peacock", "conservatory"))
]

MOMENTS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "room": ((), {"places": LOUNGE}),
    "fallen": (("Ann: claim revolver Ben", "all: pass", "Ben: pass"), {}),
    "nest": (
        ("Ann: claim revolver Ben", "all: pass", "Ben: claim white", "Cat: pass", "Dan: challenge mustard"),
        {},
    ),
    "awry": (("Ann: roll 3 4",), {"link": "ok", "corrections": ASTRAY}),
}

SMALLEST = 0.0155
"""Of the height of the screen: the smallest letter; what matters most is three times as large."""

FAULTS = """(smallest) => {
    const page = document.documentElement, faults = [];
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)
        faults.push(`the page is ${page.scrollWidth} x ${page.scrollHeight}`);
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
        && one.getBoundingClientRect().width > 2;
    const parts = "h1, .spelt, .waits, .seat, .chip, .ruleset, .begin > *, .way > li, .honour, .hands li,"
        + " .leaf, .last-word > .row > *";
    for (const one of document.querySelectorAll(parts)) {
        if (!seen(one)) continue;
        const box = one.getBoundingClientRect();
        if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
            faults.push(`outside: ${one.textContent.trim()}`);
        if (one.matches("h1, .spelt, .ruleset") && one.scrollWidth > one.clientWidth + 1)
            faults.push(`cut: ${one.textContent.trim()}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walker.nextNode()); ) {
        if (!text.data.trim() || !seen(text.parentElement)) continue;
        const drawn = text.parentElement.getScreenCTM?.()?.a ?? 1;
        const size = parseFloat(getComputedStyle(text.parentElement).fontSize) * drawn;
        if (size < smallest * innerHeight) faults.push(`${size.toFixed(1)} px: ${text.data.trim()}`);
    }
    return faults;
}"""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A lobby of bluff whose screen tells of the Wi-Fi, too."""
    evening = open_evening(tmp_path, rules="bluff", wifi=Wifi("Villa Boddy 5 GHz", "green-candle-7"))
    yield evening
    evening.table.close()


def check(kiosk: Page, moment: str) -> None:
    for width, height in SIZES:
        kiosk.set_viewport_size({"width": width, "height": height})
        assert not kiosk.evaluate(FAULTS, SMALLEST), (moment, width, height)


@pytest.mark.parametrize("language", NAMES)
def test_the_screen_fits(
    visit: Opener, evening: Evening, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    evening.screen.choose(language)
    kiosk = visit("/kiosk", kiosk=True)
    expect(kiosk.locator(".way-in")).to_have_count(2)
    check(kiosk, "attract")
    evening.sit_down(dict(zip(LONG, SUSPECTS, strict=True)))
    expect(kiosk.locator("#panel-welcome .seat")).to_have_count(6)
    check(kiosk, "lobby")
    seen = evening.table.view
    monkeypatch.setattr(evening.table, "view", lambda seat: seen(seat) | {"corrections": ASTRAY})
    kiosk.goto(kiosk.url)
    expect(kiosk.locator(".setup .warn")).to_have_count(3)
    check(kiosk, "set-up")
    for moment, (acts, how) in MOMENTS.items():
        monkeypatch.setattr(evening.table, "view", Stage(evening, *acts, **how).view)
        kiosk.goto(kiosk.url)
        expect(kiosk.locator("#panel-table .seat").first).to_be_visible()
        check(kiosk, moment)
    monkeypatch.undo()
    evening.table.start()
    evening.act(evening.until_offered("accuse"), "accuse " + " ".join(evening.case))
    kiosk.goto(kiosk.url)
    for page in kiosk.locator(".leaf").all():
        page.click()
        expect(page).to_have_attribute("aria-current", "true")
        check(kiosk, f"end, {page.inner_text()}")
