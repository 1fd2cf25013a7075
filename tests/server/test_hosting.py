"""Starting afresh, freeing seats, and what a person reads where something is wrong."""

import re

import pytest
from playwright.sync_api import Page, expect
from werkzeug.test import TestResponse

from companion.server.drawing import CELL
from tests.server.evening import PI, Evening
from tests.server.live import Opener
from tests.server.test_api import says
from tests.server.test_panels import look, text

A_BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def names(evening: Evening) -> list[str]:
    return [seat["name"] for seat in evening.view()["seats"]]


# -- seats, over HTTP ---------------------------------------------------------------------------------


def test_the_host_frees_a_seat_in_the_lobby(evening: Evening) -> None:
    evening.sit_down()
    says(evening.client(seat="Ann").post("/api/remove", json={"seat": "Ben"}), 403, "not-host")
    says(evening.host().post("/api/remove", json={"seat": "Zoe"}), 409, "seat-unknown")
    says(evening.host().post("/api/remove", json={}), 400, "bad-field")
    before = evening.table.version
    answer = evening.host().post("/api/remove", json={"seat": "Ben"})
    assert answer.status_code == 200 and answer.json["version"] > before
    assert names(evening) == ["Ann", "Cat"]
    assert evening.client(seat="Ben").get("/api/view").json["seat"] is None
    evening.sit_down({"Dan": "mustard"})
    evening.table.start()
    says(evening.host().post("/api/remove", json={"seat": "Dan"}), 409, "game-running")


def test_a_seat_may_leave_the_lobby_by_itself(evening: Evening) -> None:
    evening.sit_down()
    phone = evening.client(seat="Ben")
    says(evening.client().post("/api/leave"), 401, "no-seat")
    assert phone.post("/api/leave").status_code == 200
    assert names(evening) == ["Ann", "Cat"] and phone.get_cookie("companion_seat", domain=PI) is None
    assert phone.post("/api/seats", json={"name": "Ben", "suspect": "plum"}).status_code == 201
    evening.table.start()
    says(evening.client(seat="Ann").post("/api/leave"), 409, "game-running")


def test_a_phone_that_has_a_seat_takes_no_second_one(evening: Evening) -> None:
    phone = evening.client()
    assert phone.post("/api/seats", json={"name": "Ann", "suspect": "scarlet"}).status_code == 201
    told = says(phone.post("/api/seats", json={"name": "Ben", "suspect": "mustard"}), 409, "has-seat")
    assert "Ann" in told and names(evening) == ["Ann"]


def test_a_program_without_cookies_joins_as_often_as_it_likes(evening: Evening) -> None:
    for name, suspect in (("Ann", "scarlet"), ("Ben", "mustard")):
        program = evening.client()
        assert program.post("/api/seats", json={"name": name, "suspect": suspect}).status_code == 201
    assert names(evening) == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("wish", "code", "sentence"),
    [
        ({"name": "Ann", "suspect": ""}, "suspect-missing", "Choose a suspect."),
        ({"name": "House", "suspect": "plum"}, "name-reserved", "The program itself uses the name House"),
        ({"name": "_Ann", "suspect": "plum"}, "name-invalid", "begins with a letter or digit"),
        ({"name": "", "suspect": ""}, "name-invalid", "A name is one word"),
        ({"name": "Ann", "suspect": "butler"}, "suspect-unknown", "called “butler”"),
    ],
)
def test_why_a_seat_cannot_be_had_is_said_in_words(
    evening: Evening, wish: dict[str, str], code: str, sentence: str
) -> None:
    assert sentence in says(evening.client().post("/api/seats", json=wish), 409, code)


@pytest.mark.parametrize("value", ["", None, " ", 99])
def test_a_house_rule_of_an_odd_value_is_refused_in_words(evening: Evening, value: object) -> None:
    wish = {"rules": "classic", "options": {"dice": value}}
    told = says(evening.host().post("/api/games", json=wish), 409, "option-value")
    assert told == "That value does not fit the house rule “dice”. Choose another."


# -- what the pages offer -----------------------------------------------------------------------------


def offered(evening: Evening, page: str, panel: str, *, host: bool = True) -> list[tuple[str, str]]:
    """The ways to a new game in a panel: whether seats are kept, whether a running game is replaced."""
    html = look(evening, page=page, host=host).panels[panel].replace("&#34;", '"')
    return re.findall(r'"keep_seats": (true|false).*?"replace": (true|false)', html)


def test_a_new_game_can_be_had_in_every_phase_by_the_host_alone(evening: Evening) -> None:
    evening.sit_down()
    ways = {
        "lobby": (("player", "lobby"), ("kiosk", "fresh")),
        "play": (("player", "host"), ("kiosk", "fresh")),
        "over": (("player", "host"), ("kiosk", "end")),
    }
    expected = {
        "lobby": [("false", "false")],  # the same seats are here already
        "play": [("true", "true"), ("false", "true")],
        "over": [("true", "false"), ("false", "false")],
    }
    for phase, places in ways.items():
        if phase == "play":
            evening.table.start()
        if phase == "over":
            evening.act("Ann", "accuse " + " ".join(evening.case))
        for page, panel in places:
            assert offered(evening, page, panel) == expected[phase], (phase, page)
            assert offered(evening, page, panel, host=False) == []
            ends = "ends here, and stays in the journal" in text(
                look(evening, page=page, host=True).panels[panel]
            )
            assert ends is (phase == "play")


def test_seats_of_the_lobby_are_in_the_hosts_hand_alone(evening: Evening) -> None:
    evening.sit_down()
    for page, panel in (("player", "lobby"), ("kiosk", "welcome")):
        host, guest = (
            look(evening, page=page, host=True).panels[panel],
            look(evening, page=page).panels[panel],
        )
        for name in names(evening):
            assert f'data-invite="{name}"' in host and f'data-invite="{name}"' not in guest
        assert host.count("/api/remove") == 3 and "/api/remove" not in guest


def test_only_who_has_a_seat_can_give_it_up(evening: Evening) -> None:
    evening.sit_down()
    assert "/api/leave" in look(evening, "Ann").panels["lobby"]
    assert "/api/leave" not in look(evening).panels["lobby"]


def test_the_host_finds_the_way_to_the_key_and_to_the_own_page(evening: Evening) -> None:
    evening.sit_down()
    for seat in (None, "Ann"):
        assert '<a href="/host">I am the host</a>' in look(evening, seat).panels["lobby"]
        assert '<a href="/host">The host’s page</a>' in look(evening, seat, host=True).panels["lobby"]
    evening.table.start()
    assert "/host" not in look(evening, "Ann").panels["host"]
    assert '<a href="/host">The host’s page</a>' in look(evening, "Ann", host=True).panels["host"]


def test_a_wrong_accusation_is_the_news_until_something_else_happens(evening: Evening) -> None:
    evening.deal()
    suspect, weapon, room = evening.case
    wrong = "plum" if suspect != "plum" else "green"
    evening.act("Ann", f"accuse {wrong} {weapon} {room}")
    assert evening.view()["turn"] == "Ben"
    assert "Ann is wrong, and only answers from now on." in text(look(evening, "Ben").panels["status"])


# -- a person at a wrong address ----------------------------------------------------------------------


def read(response: TestResponse, status: int) -> str:
    assert response.status_code == status and response.mimetype == "text/html"
    assert "Content-Security-Policy" in response.headers and 'href="/"' in response.text
    return text(response.text)


def test_a_person_reads_a_page_and_a_program_json(evening: Evening) -> None:
    client = evening.client()
    assert "There is nothing at this address." in read(client.get("/tea", headers=A_BROWSER), 404)
    assert "opens when the game is over" in read(client.get("/api/record", headers=A_BROWSER), 403)
    finnish = client.get("/tea", headers=A_BROWSER | {"Accept-Language": "fi"})
    assert "Tässä osoitteessa ei ole mitään." in read(finnish, 404)
    for accept in ("application/json", "*/*", "text/event-stream"):
        says(client.get("/tea", headers={"Accept": accept}), 404, "not-found")


# -- in a browser -------------------------------------------------------------------------------------


def test_a_seat_is_freed_or_moved_from_the_screen(visit: Opener, evening: Evening) -> None:
    evening.sit_down()
    kiosk, ben = visit("/kiosk", kiosk=True), visit(seat="Ben")
    expect(kiosk.get_by_role("button", name="Free this seat")).not_to_be_visible()
    kiosk.get_by_role("button", name="Seat of Cat").click()
    kiosk.get_by_role("button", name="Move the seat to another phone").click()
    expect(kiosk.locator("#invitation")).to_contain_text("/seat/")
    kiosk.get_by_role("button", name="Done").click()
    kiosk.get_by_role("button", name="Seat of Ben").click()
    kiosk.get_by_role("button", name="Free this seat").click()
    expect(kiosk.get_by_role("listitem").filter(has_text="Ben")).to_have_count(0)
    expect(ben.get_by_role("heading", name="Take a seat")).to_be_visible()


def test_a_player_gives_up_the_seat(visit: Opener, evening: Evening) -> None:
    evening.sit_down()
    ben = visit(seat="Ben")
    ben.get_by_role("button", name="Give up my seat").click()
    expect(ben.get_by_role("heading", name="Take a seat")).to_be_visible()
    assert names(evening) == ["Ann", "Cat"]


@pytest.mark.parametrize(("choice", "kept"), [("The same seats", 3), ("An empty table", 0)])
@pytest.mark.parametrize("kiosk", [True, False])
def test_a_running_game_gives_way_in_two_steps(
    visit: Opener, evening: Evening, choice: str, kept: int, kiosk: bool
) -> None:
    evening.deal()
    host = visit("/kiosk", kiosk=True) if kiosk else visit(seat="Ann")
    expect(host.get_by_role("button", name=choice)).not_to_be_visible()
    if kiosk:
        host.get_by_role("button", name="This screen").click()
    host.get_by_text("New game …").click()
    expect(host.get_by_text("ends here, and stays in the journal")).to_be_visible()
    host.get_by_role("button", name=choice).click()
    expect(host.locator("body")).to_have_attribute("data-phase", "lobby")
    assert len(names(evening)) == kept


def test_a_suspect_that_somebody_else_takes_is_no_longer_chosen(visit: Opener, evening: Evening) -> None:
    guest = visit()
    guest.get_by_label("Your name").fill("Ann")
    guest.locator("#join-scarlet").click()
    evening.sit_down({"Ben": "scarlet"})
    expect(guest.locator("#join-scarlet")).to_contain_text("taken by Ben")
    expect(guest.locator("#join-scarlet input")).not_to_be_checked()
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("alert")).to_have_text("Choose a suspect.")
    guest.locator("#join-plum").click()
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator("body[data-seated]")).to_be_visible()


def drag(board: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one square to another, as (column, row)."""
    box = board.locator(".board-pieces").bounding_box()
    assert box is not None
    scale = box["width"] / (24 * CELL + 8)
    (x1, y1), (x2, y2) = (
        (box["x"] + (column * CELL + 24) * scale, box["y"] + (row * CELL + 24) * scale)
        for column, row in (start, end)
    )
    board.mouse.move(x1, y1)
    board.mouse.down()
    board.mouse.move(x2, y2, steps=4)
    with board.expect_response(
        lambda answer: answer.url.endswith("/api/virtual") and '"Q0"' in (answer.request.post_data or "")
    ):
        board.mouse.up()


@pytest.mark.parametrize("end", [(12, 11), (23, 7), (-0.9, 3)], ids=["stairs", "occupied", "outside"])
def test_a_token_that_cannot_stand_there_goes_back(
    visit: Opener, evening: Evening, end: tuple[float, float]
) -> None:
    evening.deal()
    board = visit("/virtual", kiosk=True)
    home = board.locator("#piece-scarlet").get_attribute("transform")
    assert home is not None and evening.tray.standing["mustard"] == "X7"
    drag(board, (16, 0), end)
    assert evening.tray.standing["scarlet"] == "Q0"
    expect(board.locator("#piece-scarlet")).to_have_attribute("transform", home)
