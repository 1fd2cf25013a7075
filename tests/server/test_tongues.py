"""Every page in every language: no English is left over, and nothing is wider than a small phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.server import panels
from companion.server.panels import PAGES
from companion.server.scene import Viewer
from companion.words import NAMES, Words, load_words
from tests.server.evening import Evening, open_evening
from tests.server.stage import PLAYERS, Stage
from tests.server.test_accessible import MOMENTS

FOREIGN = [language for language in NAMES if language != "en"]
ALLOWED = {*NAMES.values(), *PLAYERS, "Cluedo Companion", "Companion", "SHA-256", "Pico", "Wi-Fi"}
NARROW = {"width": 360, "height": 740}
WORDY = ("the own turn, with its sheets open", "a suggestion", "a window", "a reaction", "an answer")
"""The moments with most words."""

TOO_WIDE = """() => [
  ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
  ...[...document.querySelectorAll("button, summary, .card span, p, h1, h2, label, td, th, select, .chip")]
    .filter((one) => one.checkVisibility() && one.clientWidth > 1)
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
    .map((one) => `${one.nodeName} ${one.className} ${one.textContent.trim()}`),
]"""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = open_evening(tmp_path, rules="bluff")
    yield evening
    evening.table.close()


def pieces(html: str) -> set[str]:
    """What a reader reads and hears of a panel, piece by piece."""
    heard = re.findall(r'(?:aria-label|title)="([^"]*)"', html)
    read = re.split(r"<[^>]*>", re.sub(r"<style.*?</style>", "", html, flags=re.S))
    told = {" ".join(piece.split()) for piece in (*heard, *read)}
    return {piece for piece in told if re.search(r"[^\W\d_]{3}", re.sub("http:.*", "", piece))}


def same(words: Words, english: Words) -> set[str]:
    """Messages that are spelt as in English."""
    own, theirs = words.catalogue.messages, english.catalogue.messages
    return {form for key in theirs for form in own.get(key, ()) if form in theirs[key]}


@pytest.mark.parametrize("language", FOREIGN)
def test_no_english_is_left_over(evening: Evening, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    words, english = load_words().of(language), load_words().of("en")
    allowed = ALLOWED | same(words, english)

    def compare(when: str, *seats: str | None) -> None:
        for page in PAGES:
            for seat in seats if page == "player" else (None,):
                told = [
                    pieces("".join(look(evening, Viewer(page, seat, True, spoken)).values()))
                    for spoken in (words, english)
                ]
                assert not {piece for piece in told[0] & told[1] if piece not in allowed}, (when, page, seat)

    compare("to join", None)
    evening.sit_down(PLAYERS)
    compare("in the lobby", "Ann", None)
    evening.table.start()
    for moment, (_, acts, how) in MOMENTS.items():
        monkeypatch.setattr(evening.table, "view", Stage(evening, *acts, **how).view)  # type: ignore[arg-type]
        compare(moment, *PLAYERS, None)


def look(evening: Evening, who: Viewer) -> dict[str, str]:
    site = evening.app.extensions["companion"]
    return dict(panels.look(site, evening.app.jinja_env, who).panels)


@pytest.mark.parametrize("language", NAMES)
def test_nothing_is_wider_than_a_small_phone(
    chromium: Browser, evening: Evening, port: int, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """At the usual size, and what is read at twice that size."""
    at = f"http://localhost:{port}/"
    context = chromium.new_context(viewport=NARROW, locale=language)
    page = context.new_page()
    page.goto(at)
    fits(page, language, "to join")
    evening.sit_down(PLAYERS)
    for seat in PLAYERS:
        evening.table.set_language(seat, language)
    evening.table.start()
    for moment in WORDY:
        seat, acts, how = MOMENTS[moment]
        monkeypatch.setattr(evening.table, "view", Stage(evening, *acts, **how).view)  # type: ignore[arg-type]
        context.add_cookies([{"name": "companion_seat", "value": evening.tokens[seat], "url": at}])
        page.goto(at)
        assert page.locator("html").get_attribute("lang") == language
        for sheet in page.locator("#panel-prompt details > summary").all():
            sheet.click()
        fits(page, language, moment)
    page.locator("[data-keep-open]:visible").click()
    for tab in ("play", "hand", "notes", "log"):
        page.locator(f'nav [data-tab="{tab}"]').click()
        fits(page, language, tab)
    context.close()


def fits(page: Page, language: str, moment: str) -> None:
    for size in ("100%", "200%"):
        page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
        wide = page.evaluate(TOO_WIDE)
        assert not wide, (language, moment, size, wide)
    page.evaluate("document.documentElement.style.fontSize = ''")
