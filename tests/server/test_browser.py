"""The pages in a real Chromium: joining and playing."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from companion.board import SUSPECTS, load_board
from companion.rules import WEAPONS
from companion.server import access
from companion.server.drawing import CELL
from tests.server.evening import KEY, PLAYERS, Evening
from tests.server.live import Opener


def test_the_host_key_is_taken_from_its_form(visit: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser sends a form with another Origin than a script does."""
    monkeypatch.setattr(access, "is_loopback", lambda address: False)  # as from a phone
    page = visit("/host")
    page.get_by_role("textbox").fill("guess")
    page.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("textbox").fill(KEY)
    page.get_by_role("button").click()
    expect(page.get_by_role("heading", name="The host’s page")).to_be_visible()
    assert "companion_host" in {cookie.get("name") for cookie in page.context.cookies()}


def sit_down(page: Page, name: str, suspect: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.locator(f"#join-{suspect}").click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("body[data-seated]")).to_be_visible()


def test_from_joining_to_the_first_move(visit: Opener, evening: Evening) -> None:
    kiosk = visit("/kiosk", kiosk=True)
    expect(kiosk.get_by_text("Scan and take a seat")).to_be_visible()
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
    expect(kiosk.locator("#panel-turn .now .tumbling > .die")).to_be_visible()
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
        before, seat = evening.table.version, evening.asked
        shown, asked = evening.offers(seat).get("show"), visit(seat=seat)
        if shown:
            asked.locator(f'#pick-show [data-pick="{shown[0][0]}"]').tap()
            asked.get_by_role("button", name="Show this card").click()
        else:
            asked.get_by_role("button", name="I have nothing to show").click()
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


def test_the_hand_is_held_to_look(visit: Opener, evening: Evening) -> None:
    evening.deal()
    ann = visit(seat="Ann")
    ann.get_by_role("button", name="Hand").click()
    name = ann.locator("#panel-hand .card span:not(.hidden)").first
    expect(name).not_to_be_visible()
    ann.get_by_role("button", name="Hold to look").hover()
    ann.mouse.down()
    expect(name).to_be_visible()
    ann.mouse.up()
    expect(name).not_to_be_visible()
    ann.get_by_role("button", name="Leave them open").click()
    expect(name).to_be_visible()
    ann.locator("#panel-hand").get_by_role("button", name="Cover my cards").click()
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


def test_a_phone_on_its_side_has_the_board_beside_the_question(visit: Opener, evening: Evening) -> None:
    evening.deal()
    phone = visit(seat="Ann")
    phone.set_viewport_size({"width": 844, "height": 390})
    asked, board, tabs = (
        phone.locator(part).bounding_box() for part in ("#panel-prompt", ".board", "nav.tabs")
    )
    assert asked and board and tabs
    assert tabs["x"] + tabs["width"] <= asked["x"] and asked["x"] + asked["width"] <= board["x"]
    expect(phone.get_by_role("button", name="Roll the dice")).to_be_in_viewport()
    phone.get_by_role("button", name="Hand", exact=True).click()
    expect(phone.get_by_role("button", name="Hold to look")).to_be_in_viewport()


def test_the_phone_page_is_light(visit: Opener, evening: Evening, port: int) -> None:
    evening.deal()
    ann = visit(seat="Ann")
    expect(ann.get_by_role("button", name="Roll the dice")).to_be_visible()
    fetched = ann.evaluate(
        """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
            .filter((one) => !one.name.includes("/stream"))
            .map((one) => [one.name, one.transferSize, one.renderBlockingStatus])"""
    )
    assert sum(weight for _, weight, _ in fetched) < 100_000
    assert all(name.startswith(f"http://localhost:{port}/") for name, _, _ in fetched)
    before_paint = [name for name, _, blocks in fetched if blocks == "blocking"]
    assert len(before_paint) <= 3, "the first paint waits for one round on the radio"


def test_style_sheets_come_in_one_piece_and_are_kept(evening: Evening) -> None:
    phone = evening.client()
    one = phone.get("/style/look+player.css")
    assert one.mimetype == "text/css" and one.text.index(":root") < one.text.index("body.player")
    again = phone.get("/style/look+player.css", headers={"If-None-Match": one.headers["ETag"]})
    assert again.status_code == 304 and one.headers["Cache-Control"] == "no-cache"
    for names in ("look+moon", "..", "", "look+", "look%2Bplayer%2F"):
        assert phone.get(f"/style/{names}.css").status_code == 404, names


@pytest.mark.parametrize("held", ["one", "several", "none"])
def test_an_answer_looks_the_same_whatever_is_held(visit: Opener, evening: Evening, held: str) -> None:
    """Over the shoulder: cards face down, as many as all know, the same sentence and the same buttons."""
    evening.deal()
    wanted, seats = {"none": 0, "one": 1, "several": 2}[held], list(evening.tokens)

    def question(asker: str) -> tuple[str, str, str] | None:
        """The left neighbour, and a suggestion that meets as many cards of that hand as wanted."""
        witness = seats[(seats.index(asker) + 1) % len(seats)]
        hand = set(evening.view(witness)["hand"])
        room, pairs = evening.view()["tokens"][PLAYERS[asker]], product(SUSPECTS, WEAPONS)
        return next(((witness, *two) for two in pairs if len(hand & {*two, room}) == wanted), None)

    asker = evening.play_until(lambda seat, offers: "suggest" in offers and question(seat) is not None)
    found = question(asker)
    assert found is not None
    witness, suspect, weapon = found
    evening.act(asker, f"suggest {suspect} {weapon}")
    page = visit(seat=witness)
    expect(page.locator("#pick-show .card")).to_have_count(len(evening.view(witness)["hand"]))
    expect(page.locator("#panel-prompt .sentence")).to_contain_text("Look at your cards, then answer.")
    faces = page.locator("#pick-show .card span:not(.hidden), #pick-show .fits")
    assert not any(face.is_visible() for face in faces.all())
    expect(page.locator("#panel-prompt button:visible")).to_have_text(
        ["Hold to look", "Leave them open", "I have nothing to show"], use_inner_text=True
    )
    page.get_by_role("button", name="Leave them open").click()
    expect(page.locator("#pick-show .fits:visible")).to_have_count(wanted)
    page.locator("#pick-show").get_by_role("button", name="Cover my cards").click()
    page.get_by_role("button", name="I have nothing to show").click()
    if wanted:
        expect(page.get_by_role("alert")).to_contain_text("You hold a card that was named.")
    else:
        expect(page.locator("#pick-show")).to_have_count(0)
