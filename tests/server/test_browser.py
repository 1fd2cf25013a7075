"""The pages in a real Chromium: joining, playing, and what phones do to a page."""

import socket
import threading
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from companion.board import SUSPECTS, load_board
from companion.server.drawing import CELL
from tests.server.evening import KEY, Evening
from tests.server.live import Opener


def test_the_host_key_is_taken_from_its_form(visit: Opener) -> None:
    """A browser sends a form with another Origin than a script does."""
    page = visit("/host")
    page.get_by_role("textbox").fill("guess")
    page.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("textbox").fill(KEY)
    page.get_by_role("button").click()
    page.wait_for_url("**/")
    assert "companion_host" in {cookie.get("name") for cookie in page.context.cookies()}


def sit_down(page: Page, name: str, suspect: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.locator(f"#join-{suspect}").click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("body[data-seated]")).to_be_visible()


def test_from_joining_to_the_first_move(visit: Opener, evening: Evening) -> None:
    kiosk = visit("/kiosk", kiosk=True)
    expect(kiosk.get_by_text("Scan to take a seat")).to_be_visible()
    phones = {}
    for name, suspect in (("Ann", "scarlet"), ("Ben", "mustard"), ("Cat", "white")):
        phones[name] = visit()
        sit_down(phones[name], name, suspect)
        expect(kiosk.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    kiosk.get_by_role("button", name="Deal and begin").click()
    ann, ben = phones["Ann"], phones["Ben"]
    expect(ann.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(ben.get_by_role("heading", name="Ann’s turn")).to_be_visible()
    expect(kiosk.get_by_role("heading", name="Ann’s turn")).to_be_visible()

    kiosk.get_by_role("button", name="Roll").click()
    expect(ann.locator("#panel-prompt .die")).to_be_visible()
    expect(kiosk.locator("#panel-turn .now .die")).to_be_visible()
    expect(kiosk.locator("#panel-turn .dice-button")).to_have_count(0)

    place = evening.offers("Ann")["move"][0][0]
    ann.locator(f"#goal-{place}").tap()
    expect(ann.get_by_label("Square")).to_have_value(place)
    ann.get_by_role("button", name="Move there").click()
    expect(ann.get_by_role("button", name="End my turn")).to_be_visible()
    x, y = ((at + 0.5) * CELL for at in load_board("classic").position(place))
    expect(kiosk.locator("#piece-scarlet")).to_have_attribute("transform", f"translate({x} {y})")
    expect(ben.locator("#panel-status")).to_contain_text(f"Ann moves to {place}.")


def test_a_suggestion_is_answered_from_phone_to_phone(visit: Opener, evening: Evening) -> None:
    evening.deal()
    suggester = evening.until_offered("suggest")
    asking = visit(seat=suggester)
    weapon = next(card for card in ("rope", "knife") if card not in evening.view(suggester)["hand"])
    asking.get_by_label("Suspect").first.select_option("plum")
    asking.get_by_label("Weapon").first.select_option(weapon)
    asking.get_by_role("button", name="Suggest").click()
    expect(asking.get_by_role("button", name="Suggest")).to_have_count(0)
    for _ in range(2):
        if evening.view()["frame"]["kind"] != "answer":
            break
        before, asked = evening.table.version, visit(seat=evening.asked)
        asked.locator("#panel-prompt button.main").first.click()
        evening.table.wait(before, 5)
    expect(asking.get_by_role("button", name="End my turn")).to_be_visible()


def test_an_accusation_takes_a_step_of_its_own(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ann, kiosk = visit(seat="Ann"), visit("/kiosk", kiosk=True)
    expect(ann.get_by_role("button", name="Accuse now")).not_to_be_visible()
    ann.get_by_text("Accuse …").click()
    form = ann.locator("#act-accuse")
    for label, card in zip(("Suspect", "Weapon", "Room"), evening.case, strict=True):
        form.get_by_label(label).select_option(card)
    form.get_by_role("button", name="Accuse now").click()
    for page in (ann, kiosk):
        expect(page.get_by_role("heading", name="Ann has solved the case")).to_be_visible()
    kiosk.get_by_role("button", name="Play again").click()
    expect(ann.get_by_text("You are the host")).to_be_visible()


def test_typed_text_choices_and_open_parts_survive_what_happens_meanwhile(
    visit: Opener, evening: Evening
) -> None:
    guest = visit()
    guest.get_by_label("Your name").fill("Dorothea")
    guest.locator("#join-plum").click()
    evening.sit_down()
    expect(guest.locator("#join-scarlet")).to_contain_text("taken by Ann")
    expect(guest.get_by_label("Your name")).to_have_value("Dorothea")
    expect(guest.locator("#join-plum input")).to_be_checked()
    expect(guest.locator("#join-plum input")).to_be_focused()

    evening.table.start()
    suggester = evening.until_offered("suggest")
    phone = visit(seat=suggester)
    phone.get_by_label("Weapon").first.select_option("rope")
    phone.get_by_text("Accuse …").click()
    phone.locator("#act-accuse").get_by_label("Room").select_option("hall")
    evening.table.linked("lost")  # a warning enters above
    expect(phone.get_by_text("The board does not answer")).to_be_visible()
    expect(phone.get_by_label("Weapon").first).to_have_value("rope")
    expect(phone.locator("#act-accuse").get_by_label("Room")).to_have_value("hall")


def test_a_stale_tap_is_refused_with_a_sentence(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ann = visit(seat="Ann")
    expect(ann.get_by_role("button", name="Roll the dice")).to_be_visible()
    ann.evaluate("document.body.dataset.version = 0")
    ann.get_by_role("button", name="Roll the dice").click()
    expect(ann.get_by_role("alert")).to_have_text("The table has moved on. Look again, then decide.")
    assert evening.view()["frame"]["stage"] == "start"


def test_the_hand_is_held_to_look(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ann = visit(seat="Ann")
    ann.get_by_role("button", name="Hand").click()
    name = ann.locator("#panel-hand .card span").first
    expect(name).not_to_be_visible()
    ann.get_by_role("button", name="Hold to look").hover()
    ann.mouse.down()
    expect(name).to_be_visible()
    ann.mouse.up()
    expect(name).not_to_be_visible()
    ann.get_by_role("button", name="Leave them open").click()
    expect(name).to_be_visible()
    ann.get_by_role("button", name="Cover my cards").last.click()
    expect(name).not_to_be_visible()


def test_notes_are_tapped_and_stay_on_the_server(visit: Opener, evening: Evening) -> None:
    evening.deal()
    card = next(card for card in ("rope", "knife", "wrench") if card not in evening.view("Ann")["hand"])
    ann = visit(seat="Ann")
    ann.get_by_role("button", name="Notes").click()
    field = ann.locator(f'[data-note="{card}"][data-column="Ben"]')
    for sign in ("×", "✓", "?"):
        field.click()
        expect(field).to_have_text(sign)
    ann.reload()
    ann.get_by_role("button", name="Notes").click()
    expect(field).to_have_text("?")


def test_an_invitation_moves_the_seat_and_the_old_phone_says_so(visit: Opener, evening: Evening) -> None:
    evening.deal()
    old, kiosk = visit(seat="Ann"), visit("/kiosk", kiosk=True)
    kiosk.get_by_role("button", name="Move the seat of Ann to another phone").click()
    address = kiosk.locator("#invitation .address")
    expect(address).to_contain_text("/seat/")
    expect(kiosk.locator("#invitation svg.qr")).to_be_visible()
    new = visit(f"/seat/{address.inner_text().rpartition('/')[2]}")
    new.get_by_role("button", name="Take the seat").click()
    expect(new.get_by_role("heading", name="Your turn")).to_be_visible()
    assert new.url.endswith("/"), "nothing of the code stays in the address"
    expect(old.get_by_text("Ask the host for an invitation")).to_be_visible()


def test_a_second_page_of_the_seat_takes_over(visit: Opener, evening: Evening) -> None:
    evening.deal()
    first = visit(seat="Ann")
    expect(first.get_by_role("button", name="Roll the dice")).to_be_visible()
    second = visit(seat="Ann")
    expect(first.get_by_text("Your seat is open on a newer page")).to_be_visible()
    first.get_by_role("button", name="Go on here").click()
    expect(second.get_by_text("Your seat is open on a newer page")).to_be_visible()


def test_a_hidden_page_closes_its_stream_and_is_true_again_when_seen(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ben = visit(seat="Ben")
    streams = evening.app.extensions["companion"].streams
    expect(ben.get_by_text("Ann is about to move.")).to_be_visible()
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    with ben.expect_event("requestfailed", lambda request: "/stream" in request.url):
        ben.evaluate(hide, True)
    while len(streams):
        evening.table.linked("lost" if evening.view()["link"] == "ok" else "ok")  # a write finds it closed
    evening.act("Ann", "roll")
    ben.evaluate(hide, False)
    expect(ben.locator("#panel-prompt .die")).to_be_visible()


class Relay:
    """Between browser and server: can go silent without closing anything, as a phone's radio does."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._swallowing: list[threading.Event] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        """From now on every open connection stays open and carries nothing; new ones are fine."""
        for event in self._swallowing:
            event.set()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                silent = threading.Event()
                self._swallowing.append(silent)
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, sink, silent), daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, sink: socket.socket, silent: threading.Event) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not silent.is_set():
                    sink.sendall(data)
            sink.close()


def test_a_half_open_link_is_noticed_and_mended(visit: Opener, evening: Evening, port: int) -> None:
    evening.deal()
    relay = Relay(port)
    ben = visit(seat="Ben", via=relay.port)
    expect(ben.get_by_text("Ann is about to move.")).to_be_visible()
    relay.swallow()
    evening.act("Ann", "roll")
    expect(ben.locator("#panel-prompt .die")).to_be_visible(timeout=12_000)
    expect(ben.locator("#notice-lost")).not_to_be_visible()
    relay.close()


def test_tokens_are_dragged_on_the_virtual_board(visit: Opener, evening: Evening) -> None:
    evening.deal()
    board = visit("/virtual", kiosk=True)
    box = board.locator(".board-pieces").bounding_box()
    assert box is not None
    scale = box["width"] / (24 * CELL + 8)

    def point(column: float, row: float) -> tuple[float, float]:
        return box["x"] + (column * CELL + 24) * scale, box["y"] + (row * CELL + 24) * scale

    board.mouse.move(*point(16, 0))
    board.mouse.down()
    board.mouse.move(*point(16, 3), steps=4)
    with board.expect_response("**/api/virtual") as answered:
        board.mouse.up()
    assert answered.value.json()["places"]["scarlet"] == "Q3" or evening.tray.standing["scarlet"] == "Q3"
    board.get_by_label("Piece").select_option("plum")
    board.get_by_label("Place").fill("hall")
    with board.expect_response("**/api/virtual"):
        board.get_by_role("button", name="Put it there").click()
    assert evening.tray.standing["plum"] == "hall"
    board.get_by_label("Place").fill("A0")
    board.get_by_role("button", name="Put it there").click()
    expect(board.get_by_role("alert")).to_contain_text("no such token or place")


@pytest.mark.parametrize("width", [360, 390])
def test_nothing_on_the_phone_is_wider_than_the_phone(visit: Opener, evening: Evening, width: int) -> None:
    phone = visit()
    phone.set_viewport_size({"width": width, "height": 740})

    def narrow(page: Page) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    narrow(phone)
    evening.deal()
    evening.until_offered("suggest")
    seat = visit(seat=evening.asked)
    seat.set_viewport_size({"width": width, "height": 740})
    for tab in ("Table", "Hand", "Notes", "Story"):
        seat.get_by_role("button", name=tab, exact=True).click()
        narrow(seat)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (1024, 600)])
def test_the_kiosk_fits_its_screen(visit: Opener, evening: Evening, size: tuple[int, int]) -> None:
    width, height = size
    kiosk = visit("/kiosk", kiosk=True)
    kiosk.set_viewport_size({"width": width, "height": height})
    evening.sit_down(dict(zip(("Ann", "Benedikta", "Cat", "Dan", "Eve", "Franz"), SUSPECTS, strict=True)))
    expect(kiosk.get_by_role("listitem").filter(has_text="Franz")).to_be_visible()
    fits = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert kiosk.evaluate(fits) == [width, height]
    evening.table.start()
    evening.until_offered("suggest")
    expect(kiosk.get_by_text("may suggest")).to_be_visible()
    assert kiosk.evaluate(fits) == [width, height]
    evening.act(evening.view()["turn"], "accuse " + " ".join(evening.case))
    expect(kiosk.get_by_text("has solved the case")).to_be_visible()
    assert kiosk.evaluate(fits) == [width, height]


def test_the_phone_page_is_light(visit: Opener, evening: Evening, port: int) -> None:
    evening.deal()
    ann = visit(seat="Ann")
    expect(ann.get_by_role("button", name="Roll the dice")).to_be_visible()
    weights = ann.evaluate(
        """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
            .filter((one) => one.initiatorType !== "eventsource" && !one.name.includes("/stream"))
            .map((one) => one.transferSize)"""
    )
    assert sum(weights) < 100_000
