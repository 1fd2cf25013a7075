"""Evenings on the virtual board, in real time: hands that follow the game, and mishaps on the way."""

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.board import load_board
from companion.rules import HOUSE
from companion.sensing import Link, Recording, wiring_files, wiring_for
from companion.sensing.virtual import VirtualBoard
from companion.table import House, Journal, Table

BOARD = load_board("classic")
PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white"}
PATIENCE = 8.0
SHY = ("accuse", "false-testimony", "challenge mustard")
"""What a player does only when there is nothing else."""


class Evening:
    """A table on a virtual board, everything of it recorded."""

    def __init__(self, folder: Path, seed: int, readers: bool, recording: Recording) -> None:
        self.chance = random.Random(seed)
        self.table = Table(Journal.open(folder), house=House(random.Random(seed)), recording=recording)
        self.virtual = VirtualBoard(BOARD, readers=readers)
        self.readers = readers
        self.link = Link(
            self.virtual.ports,
            wiring_for(BOARD),
            self.table.sensed,
            self.table.linked,
            tap=recording.overhear,
        )

    def sit_down(self, rules: str, options: dict[str, object] | None = None) -> None:
        """Open a lobby, seat everybody and deal, once the board is seen."""
        self.table.open_lobby(rules, options)
        for name, suspect in PLAYERS.items():
            self.table.join(name, suspect)
        self.link.start()
        self.until(lambda: self.view()["link"] == "ok")
        self.table.start()
        self.tidy()

    def view(self, seat: str | None = None) -> dict[str, Any]:
        return self.table.view(seat)

    def until(self, holds: Callable[[], bool]) -> bool:
        """Wait for something, not for ever."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                return False
            self.table.wait(self.table.version, 0.05)
            self.table.tick()
        return True

    def tidy(self, *, but: str | None = None) -> None:
        """Hands put every piece where the game has it."""
        view = self.view()
        wanted = {**view["tokens"], **(view["weapons"] if self.readers else {})}
        there = {**self.virtual.places(), **self.virtual.weapons()}
        for piece, place in wanted.items():
            if piece != but and there.get(piece) != place:
                self.virtual.lift(piece)
                self.virtual.put(piece, place)

    def play(self, acts: int) -> None:
        """So many acts, by anybody who is asked, or to the end of the game."""
        done = 0
        while done < acts and self.view()["phase"] == "play":
            done += self.step()
            self.tidy()
        self.until(lambda: not self.view()["corrections"])

    def step(self) -> bool:
        """One act; False if it came to nothing."""
        view = self.view()
        seat = view["awaits"][0]
        if seat == HOUSE:
            return False
        offers = self.view(seat)["acts"]
        calm = [offer for offer in offers if offer["act"] not in SHY] or offers
        offer = self.chance.choice(calm)
        if offer["act"] == "roll" and self.chance.random() < 0.5:
            return self.table.roll_pressed()
        if offer["act"] == "move":
            return self.move(seat, self.chance.choice(offer["choices"][0]))
        words = (offer["act"], *(self.chance.choice(choices) for choices in offer["choices"]))
        self.table.act(seat, " ".join(words), self.table.version)
        return True

    def move(self, seat: str, place: str) -> bool:
        """The token goes there by hand; into a room that no reader sees, its phone says so."""
        token = self.view(seat)["suspect"]
        self.virtual.lift(token)
        time.sleep(self.chance.uniform(0.05, 0.3))
        self.virtual.put(token, place)
        if not self.readers and BOARD.is_room(place):
            self.until(lambda: self.view(seat)["ask_room"])
            self.table.act(seat, f"move {place}", self.table.version)
        return self.until(lambda: self.view()["tokens"][token] == place)


@contextmanager
def recorded(folder: Path, seed: int, readers: bool) -> Iterator[Evening]:
    """An evening, and after it the files of its games in `folder / "recordings"`."""
    recording = Recording(folder / "recordings")
    evening = Evening(folder / "data", seed, readers, recording)
    recording.opens_with("hardware", json.dumps(wiring_files()), time.monotonic())
    recording.when_afresh(evening.link.greet_again)
    try:
        yield evening
    finally:
        evening.link.close()
        evening.virtual.close()
        evening.table.close()
        recording.close(time.monotonic())


def reeds(evening: Evening) -> None:
    """Reeds only: turns by button and phone, and a token that first rests where it may not."""
    evening.sit_down("travel")
    evening.play(8)
    evening.virtual.put("plum", "Q7")  # nobody's turn has led there
    evening.until(lambda: bool(evening.view()["corrections"]))
    evening.tidy()
    evening.play(16)


def tags(evening: Evening) -> None:
    """Readers in the rooms, and powers: claims, doubts, reactions."""
    evening.sit_down("bluff", {"window": 6})
    evening.play(45)


def faults(evening: Evening) -> None:
    """A cable that is pulled in the middle of a turn, noise on the line, a reed that flickers."""
    evening.sit_down("classic")
    evening.play(4)
    for fault in ("replug", "bit-flips", "lost-lines", "bounce"):
        evening.virtual.fault(fault)
        evening.play(4)
        evening.virtual.heal(fault)
        evening.until(lambda: evening.view()["link"] == "ok")
    evening.virtual.fault("flicker", "P14")
    evening.play(4)


EVENINGS: dict[str, tuple[Callable[[Evening], None], int, bool]] = {
    "reeds": (reeds, 5, False),
    "tags_bluff": (tags, 11, True),
    "faults": (faults, 3, False),
}
"""What happens, the seed of dice and players, and whether the rooms have readers."""
