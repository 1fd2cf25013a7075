"""A whole game as it is played: four phones, the kiosk, tokens moved on a board whose firmware runs.

Nothing is done but by the pages, the board and the dice button.
"""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.board import Board, load_board
from companion.sensing.virtual import find_micropython
from tests.chromium import started_chromium
from tests.process import Evening, command, running

PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white", "Dan": "peacock"}
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1600, "height": 1000}
PATIENCE = 20_000
"""Milliseconds for anything that a busy machine may take."""

TURNS = 60
"""More turns than anybody needs to enter a room and be shown a card."""


class Game:
    """The table as a person at it uses it.

    phones: by name. kiosk: the screen. hands: the page whose tokens are dragged.
    done: the acts that were made, each with who made it.
    """

    def __init__(self, evening: Evening, browser: Browser) -> None:
        self.evening = evening
        self.board: Board = load_board("classic")
        self.complaints: list[str] = []
        self.done: list[tuple[str, str]] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.kiosk = self.visit("/kiosk", SCREEN)
        self.hands = self.visit("/virtual", SCREEN)
        self.phones: dict[str, Page] = {}

    def visit(self, path: str, size: dict[str, int]) -> Page:
        """Open a page on a device of its own."""
        context = self._browser.new_context(viewport=size, has_touch=size is PHONE)
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

    def sit_down(self, name: str, suspect: str) -> None:
        """Join with a phone."""
        phone = self.phones[name] = self.visit("/", PHONE)
        phone.get_by_label("Your name").fill(name)
        phone.locator(f"#join-{suspect}").click()
        phone.get_by_role("button", name="Sit down").click()
        expect(phone.locator("body[data-seated]")).to_be_visible()
        expect(self.kiosk.get_by_role("listitem").filter(has_text=name)).to_be_visible()

    def deal(self) -> None:
        self.settled(self.kiosk.get_by_role("button", name="Deal and begin").click)
        expect(self.kiosk.locator("body[data-phase=play]")).to_be_visible()

    # -- what the table shows -------------------------------------------------------------------------

    def version(self) -> int:
        """The newest version that the kiosk shows."""
        return int(self.kiosk.locator("body").get_attribute("data-version") or 0)

    def settled(self, do: Callable[[], object]) -> None:
        """Do something that changes the game, and wait until every page shows the change."""
        before = self.version()
        do()
        newer = "before => Number(document.body.dataset.version) > before"
        self.kiosk.wait_for_function(newer, arg=before)
        reached = self.version()
        same = "version => Number(document.body.dataset.version) >= version"
        for page in (*self.phones.values(), self.hands):
            page.wait_for_function(same, arg=reached)

    def asked(self) -> tuple[str, Page]:
        """Whom the game waits for, as the phones tell."""
        waiting = [
            name for name, phone in self.phones.items() if phone.locator("#panel-prompt.asked").count()
        ]
        assert waiting, "nobody is asked for anything"
        return waiting[0], self.phones[waiting[0]]

    # -- the board ------------------------------------------------------------------------------------

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
            spot = path.evaluate(INSIDE)
        else:
            column, row = self.board.position(place)
            spot = self.hands.locator(".board-ground").evaluate(CENTRE, [column, row])
        return spot["x"], spot["y"]

    def tidy(self) -> None:
        """Put right what the table asks for: bring a summoned token to its room."""
        for token, place in self.evening.ask("/api/view")["tokens"].items():
            if self.place_of(token) != place:
                self.drag(token, place)
        expect(self.kiosk.locator("#panel-turn .warn")).to_have_count(0)

    # -- the acts -------------------------------------------------------------------------------------

    def play(self, case: list[str], accuse: bool) -> None:
        """Do the next thing that the game waits for."""
        name, phone = self.asked()
        if accuse and phone.locator("#act-accuse").count():
            return self.accuse(name, phone, case)
        for kind in (self.throw, self.move, self.suggest, self.answer, self.end):
            if kind(name, phone):
                return None
        raise AssertionError(
            f"{name} is asked, and this test knows no answer: {phone.inner_text('#panel-prompt')}"
        )

    def throw(self, name: str, phone: Page) -> bool:
        """Press the dice button at the board: the one on the kiosk, where there is no GPIO."""
        offered = [word for word in ("first", "roll") if phone.locator(f"button[data-act={word}]").count()]
        if not offered:
            return False
        self.settled(lambda: self.kiosk.locator(".dice-button").click())
        self.done.append((name, offered[0]))
        return True

    def move(self, name: str, phone: Page) -> bool:
        """Move the token on the board, into a room where one can be reached."""
        rooms = phone.locator("button[data-act^='move ']")
        squares = phone.locator("#act-move-place option:not([value=''])")
        if not rooms.count() and not squares.count():
            return False
        token = PLAYERS[name]
        if rooms.count():
            act = rooms.first.get_attribute("data-act") or ""
            room, origin = act.removeprefix("move "), self.place_of(token)
            self.drag(token, room)
            if self.board.is_square(origin):  # reeds have seen it go, and cannot see where
                expect(phone.locator("#panel-prompt")).to_contain_text("Which room is it in?")
                self.done.append((name, "asked for the room"))
            self.settled(lambda: phone.locator(f"button[data-act='{act}']").click())
            self.done.append((name, act))
        else:
            ends = [str(option.get_attribute("value")) for option in squares.all()]
            end = min(ends, key=self._steps_to_a_door)
            self.settled(lambda: self.drag(token, end))
            self.done.append((name, f"move {end}"))
            expect(self.kiosk.locator(f"#piece-{token}")).to_have_attribute("data-place", end)
        return True

    def _steps_to_a_door(self, square: str) -> int:
        seen, ring, steps = {square}, [square], 0
        while not any(self.board.rooms_at(one) for one in ring):
            ring = [two for one in ring for two in self.board.neighbours(one) if two not in seen]
            seen.update(ring)
            steps += 1
        return steps

    def suggest(self, name: str, phone: Page) -> bool:
        form = phone.locator("#act-suggest")
        if not form.count():
            return False
        suspect = next(other for seat, other in PLAYERS.items() if seat != name)
        form.get_by_label("Suspect").select_option(suspect)
        form.get_by_label("Weapon").select_option("rope")
        self.settled(lambda: form.get_by_role("button", name="Suggest").click())
        self.done.append((name, f"suggest {suspect} rope"))
        self.tidy()
        return True

    def answer(self, name: str, phone: Page) -> bool:
        shown = phone.locator("button[data-act^='show '], button[data-act=none]")
        if not shown.count():
            return False
        act = shown.first.get_attribute("data-act") or ""
        self.settled(shown.first.click)
        self.done.append((name, act))
        return True

    def end(self, name: str, phone: Page) -> bool:
        button = phone.locator("button[data-act=end]")
        if not button.count():
            return False
        self.settled(button.click)
        self.done.append((name, "end"))
        return True

    def accuse(self, name: str, phone: Page, case: list[str]) -> None:
        phone.locator("#heavy-accuse summary").click()
        form = phone.locator("#act-accuse")
        for label, card in zip(("Suspect", "Weapon", "Room"), case, strict=True):
            form.get_by_label(label).select_option(card)
        self.settled(lambda: form.get_by_role("button", name="Accuse now").click())
        self.done.append((name, "accuse"))

    def has_seen(self, *acts: str) -> bool:
        """Whether each of these kinds of act was made by now."""
        return all(any(made.startswith(act) for _, made in self.done) for act in acts)


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


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with running("--link", "virtual", "--data", tmp_path / "games") as evening, started_chromium() as browser:
        evening.until(lambda seen: seen["link"] == "ok")
        game = Game(evening, browser)
        yield game
        game.close()


def test_four_phones_a_kiosk_and_a_board_play_to_a_right_accusation(game: Game, tmp_path: Path) -> None:
    if find_micropython():
        assert "MicroPython" in game.evening.told["Board"]
    game.kiosk.get_by_label("Rules").select_option("travel")
    game.kiosk.get_by_role("button", name="Choose").click()
    for name, suspect in PLAYERS.items():
        game.sit_down(name, suspect)
    game.deal()

    record = game.evening.read("/api/record")
    case = next(line.split()[1:] for line in record.splitlines() if line.startswith("case "))
    ready = ("first", "roll", "move", "asked for the room", "suggest", "show", "end")
    while not game.has_seen("accuse"):
        game.play(case, accuse=game.has_seen(*ready))
        assert len([act for _, act in game.done if act == "end"]) < TURNS, game.done

    winner = game.done[-1][0]
    for page in (game.kiosk, *game.phones.values()):
        expect(page.get_by_role("heading", name=f"{winner} has solved the case")).to_be_visible()
    assert not game.complaints

    kept = tmp_path / "night.case"
    kept.write_text(game.evening.read("/api/record") + f"check winner {winner}\n")
    subprocess.run(command("replay", kept), check=True, timeout=60)
