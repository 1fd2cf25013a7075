"""The host's page: all that is in the host's hand, for the host alone, said twice where it hurts."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.board import SUSPECTS
from companion.server import access
from companion.server.machine import TROUBLES, Trouble
from companion.server.screen import Screen
from companion.server.uploads import LARGEST, UPLOAD
from companion.words import NAMES, load_words
from tests.server.axe import assert_accessible
from tests.server.evening import KEY, PLAYERS, Evening, open_evening
from tests.server.live import Opener
from tests.server.test_api import says
from tests.server.test_kiosk_fits import FAULTS, LONG, SIZES, SMALLEST
from tests.server.test_tongues import ALLOWED, NARROW, fits, pieces, same

DETAILS = {
    "why": "The journal is damaged.", "folder": "/var/lib/companion", "mb": "3",
    "wanted": "8000", "port": "8001",
    "file": "/etc/companion/companion.toml", "option": "prot", "meant": "port",
}  # fmt: skip


@dataclass
class Pi:
    """A machine as a test wants it."""

    troubles: Sequence[Trouble] = ()
    clock_set: bool = True
    can: frozenset[str] = frozenset({"shutdown", "update"})
    update_said: str = ""
    recordings: tuple[int, int] = (3, 9_000_000)
    asked: list[str] = field(default_factory=list)
    full: bool = False

    def ask(self, wish: str) -> None:
        if self.full:
            raise OSError
        self.asked.append(wish)

    def support(self) -> bytes:
        return b"PK"


@pytest.fixture
def pi() -> Pi:
    return Pi()


@pytest.fixture
def restarts() -> list[str]:
    return []


@pytest.fixture
def evening(tmp_path: Path, pi: Pi, restarts: list[str]) -> Iterator[Evening]:
    evening = open_evening(tmp_path, rules="bluff", machine=pi, restart=lambda: restarts.append("anew"))
    yield evening
    evening.table.close()


def read(evening: Evening) -> str:
    return str(evening.host().get("/host").text)


def upload(port: int, data: bytes, path: str = UPLOAD, key: str = "") -> tuple[int, str]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data)
    request.add_header("Cookie", f"companion_host={key}")
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)["backup"]
    except urllib.error.HTTPError as fault:
        return fault.code, json.load(fault)["code"]


# -- who may --------------------------------------------------------------------------------------------


def test_without_the_key_there_is_its_form_and_nothing_else(evening: Evening) -> None:
    page = evening.client().get("/host").text
    assert 'name="key"' in page
    assert "panel-" not in page
    guest = evening.client()
    says(guest.get("/host/stream"), 403, "not-host")
    says(guest.get("/api/support"), 403, "not-host")
    says(guest.post("/api/wish", json={"wish": "shutdown"}), 403, "not-host")
    says(guest.post(UPLOAD, data=b"x"), 403, "not-host")


def test_the_key_leads_to_the_page(evening: Evening) -> None:
    phone = evening.client()
    assert phone.post("/host", data={"key": KEY}).headers["Location"] == "/host"
    assert "panel-copies" in phone.get("/host").text


# -- what it does ---------------------------------------------------------------------------------------


def test_the_machine_does_what_it_can_and_nothing_else(evening: Evening, pi: Pi) -> None:
    host = evening.host()
    assert host.post("/api/wish", json={"wish": "shutdown"}).json == {"wish": "shutdown"}
    says(host.post("/api/wish", json={"wish": "format"}), 404, "not-found")
    pi.can = frozenset()
    says(host.post("/api/wish", json={"wish": "update"}), 404, "not-found")
    assert not re.search("shutdown|/api/wish", read(evening))
    assert pi.asked == ["shutdown"]
    pi.can, pi.full = frozenset({"update"}), True
    says(host.post("/api/wish", json={"wish": "update"}), 503, "journal")


def test_every_trouble_is_one_sentence_in_every_language(evening: Evening, pi: Pi) -> None:
    pi.troubles = [Trouble(kind, DETAILS) for kind in TROUBLES]
    shelf = load_words()
    for language in NAMES:
        page = evening.host().get("/host", headers={"Accept-Language": language}).text
        for key in TROUBLES.values():
            assert str(shelf.of(language).html(key, **DETAILS)) in page
        for kiosk in (True, False):
            evening.screen.choose(language)
            told = evening.client(at="127.0.0.1" if kiosk else "192.168.1.9").get("/kiosk").text
            assert str(shelf.of(language).html("trouble.safe", **DETAILS)) in told


def test_while_a_game_is_played_the_screen_tells_only_what_is_urgent(evening: Evening, pi: Pi) -> None:
    pi.troubles = [Trouble("clock")]
    assert "The clock is not set" in evening.host().get("/kiosk").text
    evening.deal()
    assert "The clock is not set" not in evening.host().get("/kiosk").text
    assert "The clock is not set" in read(evening)
    pi.troubles = [Trouble("voltage"), Trouble("clock")]
    assert "too little voltage now" in evening.host().get("/kiosk").text


def test_times_are_unsure_until_the_clock_is_set(evening: Evening, pi: Pi) -> None:
    evening.deal()
    evening.act(evening.asked, "first")
    evening.host().post("/api/backup")
    pi.clock_set = False
    assert re.search(r"<span>about \w+ \d+", read(evening))
    pi.clock_set = True
    assert re.search(r"<span>\w+ \d+, \d{4}", read(evening))


def test_a_safe_start_takes_no_copy_of_its_own_empty_table(evening: Evening, pi: Pi) -> None:
    assert "/api/backup&#34;" in read(evening) or 'data-post="/api/backup"' in read(evening)
    pi.troubles = [Trouble("safe", DETAILS)]
    page = read(evening)
    assert 'data-post="/api/backup"' not in page
    assert "The way on" in page


# -- a copy from elsewhere ------------------------------------------------------------------------------


def test_a_copy_is_brought_by_the_host_and_taken_among_the_others(evening: Evening, port: int) -> None:
    evening.deal()
    first = evening.host().post("/api/backup").json["backup"]
    copy = evening.host().get(f"/api/backup/{first}").data
    status, brought = upload(port, copy)
    assert (status, brought) == (201, "games-0002.sqlite")
    assert evening.host().get(f"/api/backup/{brought}").data == copy
    assert [one["games"] for one in evening.host().get("/api/backup").json] == [1, 1]


def test_what_is_no_copy_is_refused_and_forgotten(evening: Evening, port: int, tmp_path: Path) -> None:
    evening.deal()
    assert upload(port, b"no database at all" * 9000) == (409, "no-copy")
    assert upload(port, b"") == (409, "no-copy")
    assert evening.host().get("/api/backup").json == []
    assert not list((tmp_path / "backups").iterdir())
    assert not (tmp_path / "new").exists()


def test_only_this_path_takes_much_and_only_from_the_host(
    evening: Evening, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    much = b"x" * 100_000
    assert upload(port, much, "/api/restore")[0] == 413
    from companion.server import uploads

    for module in (access, uploads):
        monkeypatch.setattr(module, "is_loopback", lambda address: False)  # as from a phone
    assert upload(port, much) == (413, "too-large")
    assert upload(port, much, key="guess") == (413, "too-large")
    assert upload(port, much, key=KEY) == (409, "no-copy")
    request = urllib.request.Request(f"http://127.0.0.1:{port}{UPLOAD}", method="POST")
    request.add_header("Content-Length", str(LARGEST + 1))
    request.add_header("Cookie", f"companion_host={KEY}")
    with pytest.raises(urllib.error.HTTPError, match="413"):
        urllib.request.urlopen(request)


# -- the page in a browser ------------------------------------------------------------------------------


def test_what_cannot_be_undone_is_said_twice(
    visit: Opener, evening: Evening, pi: Pi, restarts: list[str], tmp_path: Path
) -> None:
    page = visit("/host")
    for button in page.locator('[data-post="/api/wish"], [data-post="/api/restart"]').all():
        expect(button).not_to_be_visible()
    page.get_by_role("button", name="Make a copy now").click()
    page.locator("summary", has_text="0 games").click()
    expect(page.get_by_text("take the place of the present ones")).to_be_visible()
    page.get_by_role("button", name="Take this copy back").click()
    expect(page.locator("#panel-copies details[open]")).to_have_count(0)
    assert (tmp_path / "restore").read_text() == "games-0001.sqlite"
    page.get_by_text("Switch off …").click()
    page.get_by_role("button", name="Switch off now").click()
    expect(page.locator("#shutdown[open]")).to_have_count(0)
    assert pi.asked == ["shutdown"]
    assert restarts == ["anew"]


def test_a_file_is_brought_and_a_wrong_one_is_told(visit: Opener, evening: Evening, tmp_path: Path) -> None:
    evening.deal()
    evening.host().post("/api/backup")
    page = visit("/host")
    page.locator("#upload").set_input_files(tmp_path / "backups/games-0001.sqlite")
    expect(page.locator("#panel-copies details")).to_have_count(2)
    wrong = tmp_path / "wrong.sqlite"
    wrong.write_text("nothing of the kind")
    page.locator("#upload").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("no copy of games")


def test_the_page_follows_the_table_and_moves_seats(visit: Opener, evening: Evening) -> None:
    page = visit("/host")
    evening.sit_down()
    expect(page.locator("#panel-seats .seat")).to_have_count(len(PLAYERS))
    page.get_by_role("button", name="Deal and begin").click()
    expect(page.get_by_text("Who begins?")).to_be_visible()
    page.get_by_role("button", name="Move the seat of Ben to another phone").click()
    expect(page.locator("#invitation .qr")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Suomi").click()
    expect(page.get_by_role("button", name="Suomi")).to_have_attribute("aria-pressed", "true")
    assert evening.screen.language == "fi"


def test_anybody_can_use_it(visit: Opener, evening: Evening, pi: Pi) -> None:
    pi.troubles = [Trouble(kind, DETAILS) for kind in TROUBLES]
    pi.update_said = "The newest version is in place."
    evening.host().post("/api/backup")
    page = visit("/host")
    assert_accessible(page, "the host's page")
    for part in page.locator("summary:visible").all():
        part.click()
    assert_accessible(page, "the host's page, all of it open")


@pytest.mark.parametrize("language", NAMES)
def test_it_fits_a_small_phone_and_no_english_is_left(
    chromium: Browser, evening: Evening, port: int, pi: Pi, language: str
) -> None:
    pi.troubles = [Trouble(kind, DETAILS) for kind in TROUBLES if kind != "safe"]
    evening.host().post("/api/backup")
    context = chromium.new_context(viewport=NARROW, locale=language)
    page = context.new_page()
    page.goto(f"http://localhost:{port}/host")
    for part in page.locator("summary:visible").all():
        part.click()
    fits(page, language, "the host's page")
    context.close()
    if language != "en":
        words, english = load_words().of(language), load_words().of("en")
        told = [
            pieces(evening.host().get("/host", headers={"Accept-Language": one}).text)
            for one in (language, "en")
        ]
        named = {piece for piece in told[0] if re.search(r"access-point\.sh|\.sqlite|^Version ", piece)}
        assert not (told[0] & told[1]) - ALLOWED - same(words, english) - named


def test_light_and_sound_of_the_tables_own_screen_are_set_from_afar_and_kept(
    visit: Opener, evening: Evening
) -> None:
    kiosk, host = visit("/kiosk", kiosk=True), visit("/host")
    host.get_by_role("button", name="Dark").click()
    expect(kiosk.locator('html[data-theme="dark"]')).to_have_count(1)
    host.get_by_role("button", name="Sound off").click()
    expect(kiosk.locator("#menu [data-sound]")).to_have_attribute("aria-pressed", "false")
    expect(host.get_by_role("button", name="Sound off")).to_have_attribute("aria-pressed", "true")
    kiosk.get_by_role("button", name="This screen").click()
    kiosk.get_by_role("button", name="Bright").click()
    expect(host.get_by_role("button", name="Bright")).to_have_attribute("aria-pressed", "true")
    kiosk.evaluate("localStorage.clear()")  # as the screen's browser is after a restart
    kiosk.reload()
    expect(kiosk.locator('html[data-theme="light"]')).to_have_count(1)
    expect(kiosk.locator("#menu [data-sound]")).to_have_attribute("aria-pressed", "false")
    assert (evening.screen.theme, evening.screen.sound) == ("light", False)


def test_a_setting_of_the_screen_that_there_is_not_is_refused(evening: Evening) -> None:
    for wish in ({}, {"theme": "pink"}, {"sound": "loud"}, {"theme": 7}):
        says(evening.host().post("/api/screen", json=wish), 400, "bad-field")
    assert (evening.screen.theme, evening.screen.sound) == (None, None)


def test_what_the_screen_is_set_to_outlasts_a_restart(tmp_path: Path) -> None:
    kept = tmp_path / "screen.json"
    Screen(kept).choose(theme="dark", sound=False)
    assert Screen(kept, first="fi").language == "fi"  # nobody has chosen one
    Screen(kept).choose("nb")
    again = Screen(kept)
    assert (again.language, again.theme, again.sound) == ("nb", "dark", False)


def test_the_games_of_the_evening_are_told_by_an_unsure_time_too(evening: Evening, pi: Pi) -> None:
    evening.sit_down()
    for _ in range(2):  # one alone needs no list
        evening.table.start()
        while evening.view()["frame"]["kind"] == "first":
            evening.act(evening.asked, "first")
        evening.act(evening.view()["turn"], "accuse " + " ".join(evening.case))
        evening.table.rematch()
    pi.clock_set = False
    assert re.search(r">\s*about \d", evening.host().get("/replay/1").text)
    pi.clock_set = True
    assert not re.search(r">\s*about \d", evening.host().get("/replay/1").text)


def test_the_screen_makes_room_for_a_trouble(visit: Opener, evening: Evening, pi: Pi) -> None:
    pi.troubles = [Trouble("not-kept", DETAILS)]
    evening.sit_down(dict(zip(LONG, SUSPECTS, strict=True)))
    kiosk = visit("/kiosk", kiosk=True)
    expect(kiosk.locator(".strip")).to_contain_text("are not kept")
    for phase in ("lobby", "play"):
        for width, height in SIZES:
            kiosk.set_viewport_size({"width": width, "height": height})
            assert not kiosk.evaluate(FAULTS, SMALLEST), (phase, width, height)
            top = kiosk.locator(".strip").bounding_box()
            for part in kiosk.locator(".begin > *:visible, .ruleset:visible, .seat:visible").all():
                box = part.bounding_box()
                assert top and box and box["y"] + box["height"] <= top["y"], (phase, width, height)
        if phase == "lobby":
            evening.table.start()
            expect(kiosk.locator("#panel-where")).to_be_visible()
