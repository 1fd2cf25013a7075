"""WCAG 2.2 AA on the phone, at every moment and in both themes; the keyboard alone plays a turn."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.axe import assert_accessible
from tests.server.evening import Evening
from tests.server.live import Opener
from tests.server.stage import LOUNGE, PLAYERS, Stage

SHOT = ("Ann: claim revolver Ben",)
FIRED = (*SHOT, "all: pass")
CAUGHT = (*SHOT, "Ben: challenge", "Ann: concede")
AT_THE_DOOR = "put scarlet T17\nbarred kitchen"

MOMENTS = {
    "the own turn, with its sheets open": ("Ann", (), {"places": LOUNGE}),
    "a roll": ("Ann", ("Ann: roll 1 2",), {}),
    "a suggestion": ("Ann", ("Ann: roll 1 2", "Ann: move lounge"), {}),
    "an answer": ("Ben", ("Ann: roll 1 2", "Ann: move lounge", "Ann: suggest plum knife"), {}),
    "a window": ("Ben", SHOT, {}),
    "somebody else's window": ("Ann", SHOT, {"passing": {"seat": "Cat", "rest": 4.2}}),
    "a reaction": ("Ben", FIRED, {}),
    "a dispute": ("Ann", (*SHOT, "Ben: challenge"), {}),
    "a penalty": ("Ann", CAUGHT, {}),
    "a barred door": ("Ann", ("Ann: roll 1 2", "Ann: move kitchen"), {"places": AT_THE_DOOR}),
    "the rope": ("Cat", (), {"turn": "Cat", "places": LOUNGE}),
    "a piece to put right": (
        "Cat",
        (),
        {"link": "lost", "corrections": [{"suspect": "mustard", "from": "W7", "to": "X7"}]},
    ),
}


def test_the_pages_before_and_beside_a_game(visit: Opener, evening: Evening) -> None:
    page = visit("/nowhere")
    for path in ("/", "/host", "/seat/old"):
        assert_accessible(page, "an address without a page")
        page.goto(page.url.rpartition("/")[0].partition("/seat")[0] + path)
        assert_accessible(page, path)
    evening.sit_down()
    host = visit(seat="Ann")
    host.get_by_text("House rules").click()
    host.get_by_text("New game …").click()
    assert_accessible(host, "the host's lobby")
    host.get_by_role("button", name="Seat of Ben").click()
    assert_accessible(host, "what the host may do with a seat")


def test_a_game_from_tab_to_tab(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ann = visit(seat="Ann")
    for tab in ("Hand", "Notes", "Story"):
        ann.get_by_role("button", name=tab, exact=True).click()
        assert_accessible(ann, tab)
    ann.get_by_role("button", name="Hand", exact=True).click()
    ann.get_by_role("button", name="Leave them open").click()
    assert_accessible(ann, "an open hand")
    ann.get_by_role("button", name="Move my seat to another phone").click()
    expect(ann.locator("#invitation svg")).to_be_visible()
    assert_accessible(ann, "an invitation")
    ann.get_by_role("button", name="Done").click()
    ann.get_by_role("button", name="Table", exact=True).click()
    ann.evaluate("for (const one of document.querySelectorAll('.notice')) one.hidden = false")
    assert_accessible(ann, "notices")
    ann.reload()
    evening.act("Ann", "accuse " + " ".join(evening.case))
    expect(ann.get_by_role("heading", name="Ann has solved the case")).to_be_visible()
    assert_accessible(ann, "the end")


def test_every_question(visit: Opener, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.table.open_lobby("bluff")
    evening.sit_down(PLAYERS)
    evening.table.start()
    pages: dict[str, Page] = {}
    for moment, (seat, acts, how) in MOMENTS.items():
        monkeypatch.setattr(evening.table, "view", Stage(evening, *acts, **how).view)  # type: ignore[arg-type]
        page = pages[seat] = pages.get(seat) or visit(seat=seat)
        page.reload()
        for sheet in page.locator("#panel-prompt details > summary").all():
            sheet.click()
        assert_accessible(page, moment)


def test_a_turn_by_keyboard(visit: Opener, evening: Evening) -> None:
    """Nothing but Tab, arrows, Space and Enter; whatever arrives meanwhile leaves the focus where it is."""
    evening.deal()
    asker = evening.until_offered("suggest")
    page = visit(seat=asker)
    to(page, "#suggest-1")
    page.keyboard.type("Professor")
    evening.table.note(asker, "rope", next(seat for seat in evening.tokens if seat != asker), "maybe")
    evening.table.linked("lost")
    expect(page.get_by_text("The board does not answer")).to_be_visible()
    expect(page.locator("#suggest-1")).to_be_focused()
    to(page, "#suggest-2")
    page.keyboard.type("Rope")
    to(page, "#act-suggest button")
    page.keyboard.press("Enter")
    expect(page.locator("#act-suggest")).to_have_count(0)
    assert evening.view()["log"][-1]["kind"] in ("suggested", "summoned")

    witness = visit(seat=evening.asked)
    shown = evening.offers(evening.asked).get("show")
    to(witness, "#pick-show [data-look]")
    witness.keyboard.down("Space")
    expect(witness.locator("#pick-show .card span:not(.hidden)").first).to_be_visible()
    witness.keyboard.up("Space")
    expect(witness.locator("#pick-show .card span:not(.hidden)").first).not_to_be_visible()
    if shown:
        to(witness, "#pick-show input")
        witness.keyboard.press("Space")
        to(witness, "#pick-show .confirm")
    else:
        to(witness, '[data-act="none"]')
    witness.keyboard.press("Enter")
    expect(witness.locator("#pick-show")).to_have_count(0)

    to(page, 'nav.tabs [data-tab="notes"]')
    page.keyboard.press("Enter")
    to(page, "[data-note]")
    mark = page.locator("[data-note]").first
    before = mark.inner_text()
    page.keyboard.press("Enter")
    expect(mark).not_to_have_text(before)
    expect(mark).to_be_focused()


def to(page: Page, control: str) -> None:
    """Go there with the Tab key."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("control => document.activeElement.matches(control)", control):
            return
    raise AssertionError(f"the keyboard does not come to {control}")
