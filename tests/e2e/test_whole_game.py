"""A whole game as it is played: four phones, the kiosk, tokens moved on a board whose firmware runs.

Nothing is done but by the pages, the board and the dice button.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.sensing.virtual import find_micropython
from tests.chromium import started_chromium
from tests.e2e.gathering import Gathering, reeds_only
from tests.e2e.phone import Phone
from tests.process import Evening, command, running

PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white", "Dan": "peacock"}

TURNS = 60
"""More turns than anybody needs to enter a room and be shown a card."""


class Game(Gathering):
    """A game of `travel`.

    done: the acts that were made, each with who made it.
    """

    def __init__(self, evening: Evening, browser: Browser) -> None:
        super().__init__(evening, browser)
        self.done: list[tuple[str, str]] = []

    def play(self, case: list[str], accuse: bool) -> None:
        """Do the next thing that the game waits for."""
        phone = self.asked()
        if accuse and phone.acts("accuse"):
            return self.do(phone, " ".join(("accuse", *case)))
        for kind in (self.roll, self.move, self.suggest, self.answer, self.end):
            if kind(phone):
                return None
        raise AssertionError(f"{phone.name} is asked, and this test knows no answer: {phone.look()}")

    def do(self, phone: Phone, act: str) -> None:
        self.shown(phone.do(act))
        self.done.append((phone.name, act))

    def roll(self, phone: Phone) -> bool:
        """Press the dice button at the board."""
        offered = phone.acts("first", "roll")
        if not offered:
            return False
        self.shown(self.throw())
        self.done.append((phone.name, offered[0]))
        return True

    def move(self, phone: Phone) -> bool:
        """Move the token on the board, into a room where one can be reached."""
        rooms, squares = [act for act in phone.acts("move") if act != "move"], phone.squares()
        if not rooms and not squares:
            return False
        if rooms:
            room, origin = rooms[0].removeprefix("move "), self.place_of(phone.suspect)
            self.drag(phone.suspect, room)
            if self.board.is_square(origin):  # reeds have seen it go, and cannot see where
                expect(phone.page.locator("#panel-prompt")).to_contain_text("Which room is it in?")
                self.done.append((phone.name, "asked for the room"))
            self.do(phone, rooms[0])
        else:
            end = min(squares, key=self._steps_to_a_door)
            self.settled(lambda: self.drag(phone.suspect, end))
            self.done.append((phone.name, f"move {end}"))
            expect(self.kiosk.locator(f"#piece-{phone.suspect}")).to_have_attribute("data-place", end)
        return True

    def _steps_to_a_door(self, square: str) -> int:
        seen, ring, steps = {square}, [square], 0
        while not any(self.board.rooms_at(one) for one in ring):
            ring = [two for one in ring for two in self.board.neighbours(one) if two not in seen]
            seen.update(ring)
            steps += 1
        return steps

    def suggest(self, phone: Phone) -> bool:
        if not phone.acts("suggest"):
            return False
        suspect = next(other for other in PLAYERS.values() if other != phone.suspect)
        self.do(phone, f"suggest {suspect} rope")
        self.tidy(self.evening.ask("/api/view")["tokens"])
        return True

    def answer(self, phone: Phone) -> bool:
        shown = phone.acts("show", "none")
        if not shown:
            return False
        self.do(phone, shown[0])
        return True

    def end(self, phone: Phone) -> bool:
        if not phone.acts("end"):
            return False
        self.do(phone, "end")
        return True

    def has_seen(self, *acts: str) -> bool:
        """Whether each of these kinds of act was made by now."""
        return all(any(made.startswith(act) for _, made in self.done) for act in acts)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with running("--link", "virtual", "--data", tmp_path / "games") as evening, started_chromium() as browser:
        reeds_only(evening)
        game = Game(evening, browser)
        yield game
        game.close()


def test_four_phones_a_kiosk_and_a_board_play_to_a_right_accusation(game: Game, tmp_path: Path) -> None:
    if find_micropython():
        assert "MicroPython" in game.evening.told["Board"]
    game.kiosk.get_by_role("button", name="Travel").click()
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
    for page in (game.kiosk, *(phone.page for phone in game.phones.values())):
        expect(page.get_by_role("heading", name=f"{winner} has solved the case")).to_be_visible()
    assert not game.complaints

    kept = tmp_path / "night.case"
    kept.write_text(game.evening.read("/api/record") + f"check winner {winner}\n")
    subprocess.run(command("replay", kept), check=True, timeout=60)
