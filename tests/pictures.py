"""`python -m tests.pictures`: take the pictures of the README anew, from the pages as they are.

A game of bluff is played at random until somebody shoots while doors are barred; then screen and phones
are photographed. The same seed plays the same game, so only a change of the pages changes a picture.
"""

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.chromium import started_chromium
from tests.server.evening import Evening, open_evening
from tests.server.live import served

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white", "Dan": "plum", "Eve": "peacock"}
SCREEN = {"width": 1600, "height": 900}
PHONE = {"width": 390, "height": 844}


def main() -> None:
    """Play, and take the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, _shot(Path(folder)) as evening:
        asked = evening.view()["awaits"]
        claimer = evening.view()["frame"]["claimer"]
        with served(evening) as port, started_chromium() as browser:
            _take(_open(browser, evening, f"http://localhost:{port}/kiosk", SCREEN), "kiosk")
            for name, seat in (("phone-doubt", asked[0]), ("phone-hand", claimer)):
                page = _open(browser, evening, f"http://localhost:{port}/", PHONE, seat)
                if name == "phone-hand":
                    page.locator("button[data-tab=hand]").click()
                    page.get_by_role("button", name="Leave them open").click()
                _take(page, name)


@contextmanager
def _shot(folder: Path) -> Iterator[Evening]:
    """An evening in which a shot has just been claimed."""
    for seed in range(200):
        evening = open_evening(folder / str(seed), rules="bluff", chance=seed)
        evening.table.open_lobby("bluff", {"window": 60})
        evening.sit_down(PLAYERS)
        evening.table.start()
        if _play(evening, random.Random(seed)):
            yield evening
            evening.table.close()
            return
        evening.table.close()
    raise AssertionError("nobody ever shot")


def _play(evening: Evening, chance: random.Random) -> bool:
    for _ in range(120):
        view = evening.view()
        if view["phase"] == "over":
            return False
        frame = view["frame"]
        if frame["kind"] == "window" and frame["card"] == "revolver" and view["barred"]:
            return True
        seat = chance.choice(view["awaits"])
        evening.act(seat, _some_act(evening.view(seat), chance))
    return False


def _some_act(view: dict[str, Any], chance: random.Random) -> str:
    """A shot where there is one, else anything but an accusation or a challenge."""
    offers = {offer["act"]: offer for offer in view["acts"]}
    dull = [offer for act, offer in offers.items() if act.split()[0] not in ("accuse", "challenge")]
    offer = offers.get("claim revolver") or chance.choice(dull or list(offers.values()))
    return " ".join((offer["act"], *(chance.choice(words) for words in offer["choices"])))


def _open(browser: Browser, evening: Evening, address: str, size: Any, seat: str | None = None) -> Page:
    context = browser.new_context(viewport=size, color_scheme="dark", device_scale_factor=1)
    if seat:
        context.add_cookies([{"name": "companion_seat", "value": evening.tokens[seat], "url": address}])
    page = context.new_page()
    page.goto(address)
    expect(page.locator("body[data-phase=play]")).to_be_visible()
    return page


def _take(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
