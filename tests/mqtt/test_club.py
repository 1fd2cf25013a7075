"""Forty tables, a real broker, a real browser: what is played at a table stands on the hall's page."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from companion.mqtt.broker import Broker
from tests.mqtt.club import Club, club
from tests.mqtt.hall import hall
from tests.mqtt.mosquitto import Mosquitto
from tests.server.live import KIOSK

TABLES = 40
PATIENCE = 30_000
"""Milliseconds for a browser that looks at forty tables on a busy machine."""


def shows_all(page: Page, club: Club) -> None:
    """Wait until every table stands on the page as it is, and none that is not there."""
    expect(page.locator(".floor > li")).to_have_count(len(club.tables), timeout=PATIENCE)
    expected = {f"at-{id}": club.state(id) for id in club.tables}
    page.wait_for_function(
        """(expected) => Object.entries(expected).every(([id, [phase, who]]) => {
            const at = document.getElementById(id);
            return at.dataset.phase === phase && (at.querySelector(".who bdi")?.textContent ?? "") === who;
        })""",
        arg=expected,
        timeout=PATIENCE,
    )


def test_forty_tables_play_through_a_broker_that_is_killed_and_comes_back(
    chromium: Browser, tmp_path: Path, mosquitto: Mosquitto, broker: Broker
) -> None:
    with club(broker, tmp_path / "tables", TABLES) as playing, hall(broker) as address:
        page = chromium.new_page(viewport={"width": KIOSK["width"], "height": KIOSK["height"]})
        page.goto(address)
        shows_all(page, playing)
        for id in playing.tables:
            playing.play(id, 3 + int(id) % 9)
        shows_all(page, playing)

        mosquitto.kill()
        expect(page.locator("#panel-broker .warn")).to_be_visible(timeout=PATIENCE)
        for id in playing.tables:  # nobody at a table notices
            playing.play(id, 2)
        mosquitto.start()
        expect(page.locator("#panel-broker .warn")).to_have_count(0, timeout=PATIENCE)
        shows_all(page, playing)

        playing.leave("7")
        expect(page.locator("#at-7")).to_have_attribute("data-phase", "off", timeout=PATIENCE)
        late = chromium.new_page()  # a screen that is switched on later sees the same
        late.goto(address)
        shows_all(late, playing)
        late.close()
        page.close()
