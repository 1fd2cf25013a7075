"""The virtual board's paths and page: pieces, faults on demand, readers, and whoever may touch it."""

import pytest
from playwright.sync_api import Page, expect

from companion.board import load_board
from companion.server.access import asker
from companion.server.panels import look, viewer
from tests.server.axe import assert_accessible
from tests.server.evening import Evening
from tests.server.live import Opener
from tests.server.test_api import says

BOARD = load_board("classic")


def posted(evening: Evening, **sent: object):
    return evening.host().post("/api/virtual", json=sent)


def panels(evening: Evening) -> dict[str, str]:
    """The panels of the page as the host has them."""
    site = evening.app.extensions["companion"]
    with evening.app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        return dict(look(site, evening.app.jinja_env, viewer(site, "virtual", asker(site))).panels)


def test_pieces_are_put_and_lifted(evening: Evening) -> None:
    moved = posted(evening, token="mustard", place="Q7")
    assert moved.status_code == 200 and moved.json["places"]["mustard"] == "Q7"
    assert moved.json["drawn"]["mustard"] == [660.0, 300.0]
    assert posted(evening, lift="mustard").json["places"]["mustard"] is None
    assert posted(evening, token="rope", place="hall").json["weapons"]["rope"] == "hall"
    says(posted(evening, token="mustard", place="A0"), 409, "unknown-piece")
    says(posted(evening, lift="butler"), 409, "unknown-piece")
    says(posted(evening, token="mustard"), 400, "bad-field")


def test_faults_happen_and_are_healed(evening: Evening) -> None:
    assert posted(evening, fault="unplug").json["faults"]["unplug"] == {"on": True, "square": None}
    assert posted(evening, fault="plug").json["faults"]["unplug"]["on"] is False
    stuck = posted(evening, fault="stuck-reed", square=" q7 ").json["faults"]["stuck-reed"]
    assert stuck == {"on": True, "square": "Q7"}
    assert evening.host().get("/api/virtual").json["faults"]["stuck-reed"] == stuck
    assert posted(evening, heal="stuck-reed").json["faults"]["stuck-reed"]["on"] is False
    posted(evening, fault="unplug")
    posted(evening, fault="stuck-reed")
    healed = posted(evening, heal="all").json["faults"]
    assert not any(fault["on"] for fault in healed.values())
    says(posted(evening, fault="stuck-reed", square="Z9"), 409, "unknown-piece")


@pytest.mark.parametrize("key", ["fault", "heal"])
def test_an_unknown_fault_is_answered_with_those_there_are(evening: Evening, key: str) -> None:
    answer = posted(evening, **{key: "fire"})
    says(answer, 400, "unknown-fault")
    assert "fire" in answer.json["message"] and "unplug, plug, stuck-reed" in answer.json["message"]


def test_the_readers_are_taken_out_and_fitted(evening: Evening) -> None:
    assert posted(evening, readers=False).json["readers"] is False
    assert posted(evening, readers=True).json["readers"] is True
    says(posted(evening, readers="no"), 400, "bad-field")
    assert evening.tray
    evening.tray.fit_readers = lambda fitted: False
    says(posted(evening, readers=True), 409, "no-readers")


def test_everything_is_put_where_the_game_has_it(evening: Evening) -> None:
    evening.deal()
    posted(evening, lift="plum")
    tidied = posted(evening, tidy=True).json
    view = evening.view()
    assert (tidied["places"], tidied["weapons"]) == (view["tokens"], view["weapons"])


def test_only_the_host_may_look_or_touch(evening: Evening) -> None:
    guest = evening.client()
    says(guest.get("/api/virtual"), 403, "not-host")
    says(guest.post("/api/virtual", json={"fault": "unplug"}), 403, "not-host")
    foreign = evening.host().post(
        "/api/virtual", json={"fault": "unplug"}, headers={"Origin": "http://localhost:9"}
    )
    says(foreign, 403, "foreign-page")
    assert evening.tray and evening.tray.wrong["unplug"] is None


def test_the_page_shows_lamps_faults_and_what_reads_wrong(evening: Evening) -> None:
    assert evening.tray
    door = BOARD.doors_of("kitchen")[0]
    evening.tray.glowing = {door: "000000"}
    assert 'class="lamp"' in panels(evening)["pieces"]
    evening.tray.glowing = {door: "200800"}
    assert 'fill="#FF3F00"' in panels(evening)["pieces"]
    assert "misread" not in panels(evening)["pieces"]
    posted(evening, fault="stuck-reed", square="Q7")
    shown = panels(evening)
    assert 'class="misread closed"' in shown["pieces"] and "Q7" in shown["faults"]
    assert 'name="heal" value="stuck-reed"' in shown["faults"]


def test_a_fault_on_the_page_of_one_browser_is_seen_in_another(visit: Opener, evening: Evening) -> None:
    one, other = (visit("/virtual", kiosk=True) for _ in range(2))
    one.locator("#fault-stuck-reed input[name=square]").fill("q7")
    one.get_by_role("switch", name="Stuck reed").click()
    for page in (one, other):
        expect(page.get_by_role("switch", name="Stuck reed")).to_be_checked()
        expect(page.locator("#fault-stuck-reed output")).to_have_text("Q7")
    other.get_by_role("button", name="All well again").click()
    for page in (one, other):
        expect(page.get_by_role("switch", name="Stuck reed")).not_to_be_checked()


def at(page: Page, piece: str) -> str | None:
    return page.locator(f"#piece-{piece}").get_attribute("data-place")


def test_weapons_are_dragged_and_go_off_the_board(visit: Opener, evening: Evening) -> None:
    page = visit("/virtual", kiosk=True)
    page.get_by_label("Piece").select_option("rope")
    page.get_by_label("Place").fill("Hall")
    page.get_by_role("button", name="Put it there").click()
    expect(page.locator("#piece-rope")).to_have_attribute("data-place", "hall")
    page.locator("#piece-rope").hover()
    page.mouse.down()
    shelf = page.locator(".shelf").bounding_box()
    assert shelf
    page.mouse.move(shelf["x"] + shelf["width"] / 2, shelf["y"] + 200, steps=4)
    page.mouse.up()
    expect(page.locator("#piece-rope")).to_have_attribute("data-place", "")
    assert evening.tray and evening.tray.standing["rope"] is None


def test_pieces_are_moved_by_keys(visit: Opener, evening: Evening) -> None:
    page = visit("/virtual", kiosk=True)
    page.locator("#piece-scarlet").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#piece-scarlet")).to_have_attribute("data-place", "Q1")
    page.keyboard.press("Delete")
    expect(page.locator("#piece-scarlet")).to_have_attribute("data-place", "")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#piece-scarlet")).not_to_have_attribute("data-place", "")
    assert evening.tray and evening.tray.standing["scarlet"] == at(page, "scarlet")


def test_the_page_ends_when_a_pico_takes_over(visit: Opener, evening: Evening) -> None:
    page = visit("/virtual", kiosk=True)
    evening.tray = None
    evening.table.nudge()
    expect(page.get_by_text("There is no virtual board here.")).to_be_visible()


def test_a_phone_can_use_the_page(visit: Opener, evening: Evening) -> None:
    page = visit("/virtual")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#piece-scarlet").bounding_box()
    page.get_by_role("switch", name="Stuck reed").tap()
    expect(page.get_by_role("switch", name="Stuck reed")).to_be_checked()


def test_everybody_can_use_the_page(visit: Opener, evening: Evening) -> None:
    evening.deal()
    posted(evening, fault="stuck-reed", square="Q7")
    assert_accessible(visit("/virtual", kiosk=True))
