"""Whether this machine's own screen shows the kiosk; the screen outlasts a server that is late or gone."""

import socket
from pathlib import Path

from playwright.sync_api import Browser, expect

from companion.server.presence import GRACE, Presence
from tests.server.evening import Evening
from tests.server.live import KIOSK, served

START = Path(__file__).parents[2] / "systemd" / "start.html"


class Moved:
    """A clock that the test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_page_that_loads_anew_is_shown_meanwhile_and_one_that_stays_away_is_not() -> None:
    clock = Moved()
    presence = Presence(clock)
    assert not presence.now
    first, second = presence.begins(), presence.begins()
    first()
    clock.now += 2 * GRACE
    assert presence.now  # the other one is still open
    second()
    clock.now += GRACE - 1
    assert presence.now
    clock.now += 1
    assert not presence.now


def shown(evening: Evening) -> int:
    return evening.client().get("/kiosk/shown").status_code


def test_only_a_kiosk_page_of_this_machine_counts(evening: Evening) -> None:
    evening.sit_down()
    assert shown(evening) == 404
    guest, host = evening.client(), evening.host()
    for client, page in ((guest, "kiosk"), (host, "player"), (host, "virtual")):
        with client.get(f"/stream?page={page}", buffered=False):
            assert shown(evening) == 404
    with evening.host().get("/stream?page=kiosk", buffered=False):
        assert shown(evening) == 204
    assert shown(evening) == 204  # for a while


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def test_the_screen_waits_for_the_server_and_outlasts_it(chromium: Browser, evening: Evening) -> None:
    """From the page on the disk, before there is a server; it goes and comes back; the screen changes."""
    port = free_port()
    context = chromium.new_context(viewport=KIOSK)
    page = context.new_page()
    page.goto(f"{START.as_uri()}?page=http://localhost:{port}/kiosk")
    expect(page.get_by_text("Starting")).to_be_visible()
    with served(evening, port):
        expect(page.get_by_role("heading", name="Cluedo Companion")).to_be_visible(timeout=20_000)
        evening.sit_down()
        expect(page.locator("#panel-welcome .seat")).to_have_count(3)
    expect(page.locator("#notice-lost")).to_be_visible(timeout=20_000)
    page.set_viewport_size({"width": 1280, "height": 720})
    evening.table.start()  # while nobody could see it
    with served(evening, port):
        expect(page.get_by_role("heading", name="Ann’s turn")).to_be_visible(timeout=20_000)
        expect(page.locator("#notice-lost")).not_to_be_visible()
        page.set_viewport_size({"width": 1920, "height": 1080})
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    context.close()
