"""The hall's page in a browser: read across a hall in five languages, day and night, few tables or many."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hall.tables import Tables
from companion.words import NAMES
from tests.mqtt.hall import MOMENTS, PLAYERS, say, served
from tests.server.axe import assert_accessible
from tests.server.live import KIOSK

SIZES = ((1920, 1080), (1280, 800))

SMALLEST = 0.0155
"""Of the height of the screen: the smallest letter with forty tables."""

FAULTS = """(smallest) => {
    const page = document.documentElement, faults = [];
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)
        faults.push(`the page is ${page.scrollWidth} x ${page.scrollHeight}`);
    for (const place of document.querySelectorAll(".floor > li")) {
        const box = place.getBoundingClientRect();
        for (const one of place.querySelectorAll("h2, p, span, .countdown")) {
            const inner = one.getBoundingClientRect();
            if (inner.left < box.left - 1 || inner.right > box.right + 1 || inner.top < box.top - 1
                || inner.bottom > box.bottom + 1) faults.push(`outside: ${one.textContent.trim()}`);
            if (!one.children.length && one.scrollHeight > one.clientHeight + 2 && one.clientHeight)
                faults.push(`cut: ${one.textContent.trim()}`);
            const size = parseFloat(getComputedStyle(one).fontSize);
            if (one.textContent.trim() && size < smallest * innerHeight)
                faults.push(`${size.toFixed(1)} px: ${one.textContent.trim()}`);
        }
        for (const one of place.querySelectorAll("h2, .who span"))
            if (one.scrollWidth > one.clientWidth) faults.push(`cut: ${one.textContent}`);
        const said = [...place.querySelectorAll("h2, .who, .more-of")];
        const lines = said.map((one) => one.getBoundingClientRect());
        for (let n = 1; n < lines.length; n++)
            if (lines[n].top < lines[n - 1].bottom - 6) faults.push(`on each other: ${said[n].textContent}`);
    }
    return faults;
}"""

Opener = Callable[..., Page]


@pytest.fixture
def tables() -> Tables:
    """Linked to a broker, and nothing heard yet."""
    tables = Tables()
    tables.linked(True)
    return tables


@pytest.fixture
def visit(chromium: Browser, tables: Tables) -> Iterator[Opener]:
    """Open the page; whatever the browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []
    with served(tables) as address:

        def opened(language: str = "en") -> Page:
            width, height = KIOSK["width"], KIOSK["height"]
            context = chromium.new_context(viewport={"width": width, "height": height}, locale=language)
            contexts.append(context)
            page = context.new_page()
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(address)
            return page

        yield opened
        for context in contexts:
            context.close()
    assert not [said for said in complaints if "ERR_" not in said], complaints


def fill(tables: Tables, number: int) -> None:
    """So many tables, at every moment that there is, in turn."""
    for n in range(number):
        say(tables, f"{n}", f"Table {n + 1}", **MOMENTS[n % len(MOMENTS)])


@pytest.mark.parametrize("language", NAMES)
def test_everything_fits_and_can_be_read(visit: Opener, tables: Tables, language: str) -> None:
    fill(tables, 40)
    page = visit(language)
    expect(page.locator(".floor > li")).to_have_count(40)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(FAULTS, SMALLEST), (language, width, height)


@pytest.mark.parametrize("number", [1, 6, 13])
def test_fewer_tables_are_larger(visit: Opener, tables: Tables, number: int) -> None:
    fill(tables, number)
    page = visit("fi")
    expect(page.locator(".floor > li")).to_have_count(number)
    assert not page.evaluate(FAULTS, 0.02)
    size = page.locator("h2").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size > {1: 50, 6: 40, 13: 28}[number]


def test_the_page_is_for_everybody(visit: Opener, tables: Tables) -> None:
    page = visit()
    assert_accessible(page, "nobody yet")
    fill(tables, 13)
    tables.linked(False)
    expect(page.locator(".floor > li")).to_have_count(13)
    expect(page.locator("#panel-broker .warn")).to_be_visible()
    assert_accessible(page, "all moments, and no broker")


def test_a_table_is_followed_live(visit: Opener, tables: Tables) -> None:
    page = visit()
    expect(page.locator("#panel-tables")).to_contain_text("No table has been heard of yet.")
    say(tables, "4f", "Library", seats=[], phase="lobby", turn=None, awaits=[], frame=None)
    at = page.locator("#at-4f")
    expect(at).to_contain_text("0 seats are taken")
    say(tables, "4f", "Library", awaits=["Cat", "Dan"], minutes=25)
    expect(at.locator(".who")).to_contain_text(PLAYERS[0])
    expect(at.locator(".badge.scarlet")).to_be_visible()
    expect(at.locator(".more-of")).to_have_text("waits for Cat and Dan")
    expect(at.locator(".lasted")).to_have_text("25 min")
    expect(page.locator("#panel-broker")).to_contain_text("one game is on")
    say(tables, "4f", "Library", link="lost")
    expect(at.locator(".cable")).to_have_text("The board does not answer")
    say(tables, "4f", "Library", phase="over", winner="Cat", log=[{"kind": "right"}], turn=None, awaits=[])
    expect(at.locator(".who")).to_contain_text("Cat")
    expect(at.locator(".more-of")).to_have_text("The accusation was right.")
    say(tables, "4f", "Library", there=False)
    expect(at).to_have_attribute("data-phase", "off")
    expect(at).to_contain_text("Switched off")


def test_two_windows_count_down_at_once(visit: Opener, tables: Tables) -> None:
    page = visit()
    for id, rest in (("4f", 30.0), ("5e", 12.0)):
        say(tables, id, id, frame={"kind": "window"}, window={"seconds": 30, "rest": rest})
    for id, rest in (("4f", 30), ("5e", 12)):
        shown = page.locator(f"#at-{id} [data-countdown]")
        expect(shown).to_have_text(str(rest - 1), timeout=10_000)
    assert page.locator("#at-4f").get_attribute("data-open") is not None
    say(tables, "4f", "4f")
    expect(page.locator("#at-4f .countdown")).to_have_count(0)
    expect(page.locator("#at-5e .countdown")).to_have_count(1)


def test_a_broker_that_is_gone_is_told_and_the_tables_stay(visit: Opener, tables: Tables) -> None:
    page = visit()
    fill(tables, 3)
    expect(page.locator(".floor > li")).to_have_count(3)
    tables.linked(False)
    expect(page.locator("#panel-broker")).to_contain_text("The broker does not answer")
    expect(page.locator(".floor > li")).to_have_count(3)
    tables.linked(True)
    expect(page.locator("#panel-broker .warn")).to_have_count(0)
