"""People round one table: their phones, the kiosk, and hands that move tokens on the board."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from companion.board import Board, load_board
from tests.e2e.phone import Phone
from tests.process import Evening

POCKET: ViewportSize = {"width": 390, "height": 844}
SCREEN: ViewportSize = {"width": 1600, "height": 1000}
PATIENCE = 20_000
"""Milliseconds for anything that a busy machine may take."""


class Gathering:
    """The table as the people at it use it.

    phones: by name. kiosk: the screen. hands: the page whose tokens are dragged.
    complaints: what any page has put on its console as an error.
    """

    def __init__(self, evening: Evening, browser: Browser) -> None:
        self.evening = evening
        self.board: Board = load_board("classic")
        self.complaints: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.kiosk = self.visit("/kiosk", SCREEN)
        self.hands = self.visit("/virtual", SCREEN)
        self.phones: dict[str, Phone] = {}

    def visit(self, path: str, size: ViewportSize) -> Page:
        """Open a page on a device of its own."""
        context = self._browser.new_context(viewport=size, has_touch=size is POCKET)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.evening.address + path)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    # -- the lobby ------------------------------------------------------------------------------------

    def sit_down(self, name: str, suspect: str, language: str = "en") -> None:
        """Join with a phone."""
        phone = self.phones[name] = Phone(self.visit("/", POCKET), name, suspect, language)
        phone.sit_down()
        expect(self.kiosk.get_by_role("listitem").filter(has_text=name)).to_be_visible()

    def deal(self) -> None:
        self.settled(self.kiosk.get_by_role("button", name="Deal and begin").click)
        expect(self.kiosk.locator("body[data-phase=play]")).to_be_visible()

    # -- what the table shows -------------------------------------------------------------------------

    @property
    def pages(self) -> list[Page]:
        """Every page that follows the table."""
        return [self.kiosk, self.hands, *(phone.page for phone in self.phones.values())]

    def version(self) -> int:
        """The newest version that the kiosk shows."""
        return int(self.kiosk.locator("body").get_attribute("data-version") or 0)

    def settled(self, do: Callable[[], object]) -> None:
        """Do something that changes the game, and wait until every page shows the change."""
        before = self.version()
        do()
        newer = "before => Number(document.body.dataset.version) > before"
        self.kiosk.wait_for_function(newer, arg=before)
        self.shown(self.version())

    def shown(self, version: int) -> None:
        """Wait until every page shows this version or a newer one."""
        for page in self.pages:
            page.wait_for_function("version => Number(document.body.dataset.version) >= version", arg=version)

    def asked(self) -> Phone:
        """Whom the game waits for, as the phones tell."""
        waiting = [phone for phone in self.phones.values() if phone.look()["asked"]]
        assert waiting, "nobody is asked for anything"
        return waiting[0]

    # -- the board ------------------------------------------------------------------------------------

    def throw(self) -> int:
        """Press the dice button: the one on the kiosk, where there is no GPIO; gives the version."""
        with self.kiosk.expect_response("**/api/dice") as answered:
            self.kiosk.locator(".dice-button").click()
        return int(answered.value.json()["version"])

    def place_of(self, token: str) -> str:
        return self.hands.locator(f".token[data-token={token}]").get_attribute("data-place") or ""

    def drag(self, token: str, place: str) -> None:
        """Take a token by hand and set it down elsewhere."""
        self.hands.locator(f"#piece-{token}").hover()
        self.hands.mouse.down()
        self.hands.mouse.move(*self._spot(place), steps=5)
        self.hands.mouse.up()
        expect(self.hands.locator(f"#piece-{token}")).to_have_attribute("data-place", place)

    def _spot(self, place: str) -> tuple[float, float]:
        """The middle of a square on the screen, or a spot inside a room."""
        if self.board.is_room(place):
            path = self.hands.locator(f".room[data-place={place}]")
            spot: dict[str, Any] = path.evaluate(INSIDE)
        else:
            column, row = self.board.position(place)
            spot = self.hands.locator(".board-ground").evaluate(CENTRE, [column, row])
        return spot["x"], spot["y"]

    def tidy(self, tokens: dict[str, str]) -> None:
        """Put right what the table asks for: bring each token to its place."""
        for token, place in tokens.items():
            if self.place_of(token) != place:
                self.drag(token, place)
        expect(self.kiosk.locator("#panel-turn .warn")).to_have_count(0)


CENTRE = """(ground, [column, row]) => {
  const { x, y } = new DOMPoint(40 * column + 20, 40 * row + 20).matrixTransform(ground.getScreenCTM());
  return { x, y };
}"""

INSIDE = """room => {
  const box = room.getBBox();
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  const { x, y } = middle.matrixTransform(room.getScreenCTM());
  return { x, y };
}"""


def reeds_only(evening: Evening) -> None:
    """Take the tag readers out of the virtual board: its rooms feel nothing, as with most hosts."""
    for state in ("ok", "lost", "ok"):  # the firmware starts anew without them
        evening.until(lambda seen, state=state: seen["link"] == state)
        if state == "ok":
            evening.ask("/api/virtual", {"readers": False})
