"""`python -m tests.pictures`: take the pictures of the README anew, from the pages as they are.

A game of bluff is played at random: people sit down, somebody shoots while doors are barred, somebody
solves the case; on the way screen and phones are photographed. The same seed plays the same game, so only a
change of the pages changes a picture.
"""

import base64
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from companion.server.wifi import Wifi
from tests.chromium import started_chromium
from tests.server.evening import Evening, open_evening
from tests.server.live import served

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white", "Dan": "plum", "Eve": "peacock"}
WIFI = Wifi("Villa Boddy", "green-candle-7")
SCREEN = {"width": 1024, "height": 600}
WIDE = {"width": 1216, "height": 684}
PHONE = {"width": 390, "height": 844}
REPLAYED = 12
"""Steps of the replay before it is photographed."""

_TABLEAU = """<!doctype html><style>
body {{ margin: 0; width: 1500px; height: 800px; position: relative; }}
img {{ position: absolute; display: block; border: solid #0a0d0c; background: #0a0d0c; }}
.screen {{ left: 20px; top: 20px; width: 1216px; border-width: 14px 14px 20px; border-radius: 18px;
    box-shadow: 0 0 0 2px #3a453f, 0 18px 30px rgb(0 0 0 / 35%); }}
.phone {{ width: 262px; border-width: 9px; border-radius: 38px;
    box-shadow: 0 0 0 2px #4a554f, 0 14px 26px rgb(0 0 0 / 55%); }}
.left {{ left: 930px; top: 196px; }}
.right {{ left: 1196px; top: 126px; }}
</style>
<img class="screen" src="{wide}">
<img class="phone left" src="{phone-hand}">
<img class="phone right" src="{phone-prompt}">
"""
"""The screen with two phones before it: the picture at the head of the README."""


class Album:
    """Opens pages of one evening and photographs them."""

    def __init__(self, browser: Browser, evening: Evening, address: str) -> None:
        self._browser = browser
        self._evening = evening
        self._address = address
        self._taken: dict[str, bytes] = {}

    def screen(self, name: str, phase: str, light: str = "dark") -> None:
        page = self._open("kiosk", SCREEN, phase, light)
        page.screenshot(path=FOLDER / f"{name}.jpg", quality=80)  # floors and lamps are half the size so
        page.context.close()

    def replay(self, name: str) -> None:
        """The game that is over, some steps on, seen with open cards."""
        context = self._browser.new_context(viewport=SCREEN, color_scheme="light", reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{self._address}replay/{self._evening.table.archive.newest().number}")
        for _ in range(REPLAYED):
            page.get_by_role("button", name="One step on").click()
        page.screenshot(path=FOLDER / f"{name}.jpg", quality=80)
        context.close()

    def wide_screen(self) -> None:
        """Only for the tableau."""
        self._taken["wide"] = self._take(self._open("kiosk", WIDE, "play", "dark"))

    def phone(
        self, name: str, phase: str, seat: str | None, arrange: Callable[[Page], object] = bool
    ) -> None:
        page = self._open("", PHONE, phase, "dark", seat)
        arrange(page)
        self._keep(name, self._take(page))

    def tableau(self, name: str) -> None:
        """Put pictures that were taken together in one."""
        taken = {
            name: "data:image/png;base64," + base64.b64encode(image).decode()
            for name, image in self._taken.items()
        }
        page = self._browser.new_page(viewport={"width": 1500, "height": 800})
        page.set_content(_TABLEAU.format_map(taken))
        self._keep(name, page.screenshot(omit_background=True))
        page.close()

    def _open(self, path: str, size: Any, phase: str, light: Any, seat: str | None = None) -> Page:
        context = self._browser.new_context(viewport=size, color_scheme=light, reduced_motion="reduce")
        if seat:
            token = self._evening.tokens[seat]
            context.add_cookies([{"name": "companion_seat", "value": token, "url": self._address}])
        page = context.new_page()
        page.goto(self._address + path)
        expect(page.locator(f"body[data-phase={phase}]")).to_be_visible()
        return page

    def _take(self, page: Page) -> bytes:
        image = page.screenshot()
        page.context.close()
        return image

    def _keep(self, name: str, image: bytes) -> None:
        self._taken[name] = image
        (FOLDER / f"{name}.png").write_bytes(image)


def main() -> None:
    """Play, and take the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        started_chromium() as browser,
        _telling(Path(folder)) as (evening, chance),
        served(evening) as port,
    ):
        album = Album(browser, evening, f"http://localhost:{port}/")
        _before(album, evening)
        _during(album, evening, chance)
        _after(album, evening, chance)
        album.tableau("evening")


def _before(album: Album, evening: Evening) -> None:
    album.screen("kiosk-attract", "lobby")
    for name, suspect in list(PLAYERS.items())[:2]:
        evening.sit_down({name: suspect})
    album.phone("phone-join", "lobby", None, lambda page: page.get_by_label("Your name").fill("Cat"))
    for name, suspect in list(PLAYERS.items())[2:]:
        evening.sit_down({name: suspect})
    album.screen("kiosk-lobby", "lobby", "light")


def _during(album: Album, evening: Evening, chance: random.Random) -> None:
    evening.table.start()
    _play(evening, chance, _is_shot)
    frame, asked = evening.view()["frame"], evening.view()["awaits"]
    album.screen("kiosk-window", "play")
    album.wide_screen()
    album.phone("phone-prompt", "play", asked[0])
    album.phone("phone-hand", "play", frame["claimer"], _open_hand)
    album.phone("phone-notebook", "play", asked[0], lambda page: _turn_to(page, "notes"))
    _play(evening, chance, lambda view: view["frame"].get("stage") == "rolled")
    album.screen("kiosk-table", "play", "light")
    album.phone("phone-log", "play", asked[0], lambda page: _turn_to(page, "log"))


def _after(album: Album, evening: Evening, chance: random.Random) -> None:
    _play(evening, chance, lambda view: _may_accuse(evening, view))
    evening.act(evening.asked, "accuse " + " ".join(evening.case))
    album.screen("kiosk-end", "over")
    album.replay("replay")


def _open_hand(page: Page) -> None:
    _turn_to(page, "hand")
    page.get_by_role("button", name="Leave them open").first.click()


def _turn_to(page: Page, tab: str) -> None:
    page.locator(f"button[data-tab={tab}]").click()


@contextmanager
def _telling(folder: Path) -> Iterator[tuple[Evening, random.Random]]:
    """The lobby of an evening in which somebody will shoot while doors are barred, and its chance."""
    for seed in range(200):
        trial, chance = _lobby(folder / f"trial-{seed}", seed), random.Random(seed)
        trial.sit_down(PLAYERS)
        trial.table.start()
        found = _play(trial, chance, _is_shot)
        trial.table.close()
        if found:
            evening = _lobby(folder / "evening", seed)
            yield evening, random.Random(seed)
            evening.table.close()
            return
    raise AssertionError("nobody ever shot")


def _lobby(folder: Path, seed: int) -> Evening:
    evening = open_evening(folder, rules="bluff", chance=seed, wifi=WIFI)
    evening.table.open_lobby("bluff", {"window": 60})
    return evening


def _is_shot(view: dict[str, Any]) -> bool:
    frame = view["frame"]
    return bool(frame["kind"] == "window" and frame["card"] == "revolver" and view["barred"])


def _may_accuse(evening: Evening, view: dict[str, Any]) -> bool:
    return view["frame"]["kind"] == "turn" and "accuse" in evening.offers(evening.asked)


def _play(evening: Evening, chance: random.Random, reached: Callable[[dict[str, Any]], bool]) -> bool:
    """Play at random until a moment; False if it does not come soon."""
    for _ in range(160):
        view = evening.view()
        if view["phase"] == "over":
            return False
        if reached(view):
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


if __name__ == "__main__":
    main()
