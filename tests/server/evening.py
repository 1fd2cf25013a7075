"""A table on the web, with players that sit down and play by any way a test likes."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.board import Door, load_board
from companion.rules import WEAPONS
from companion.server.app import create_app
from companion.server.machine import Machine
from companion.server.screen import Screen
from companion.server.wifi import Wifi
from companion.table import Backups, Clock, House, Journal, Table
from companion.words import Shelf

PI = "192.168.1.20"
KEY = "brass-lamp-velvet"
CLASSIC = load_board("classic")
PLAYERS = {"Ann": "scarlet", "Ben": "mustard", "Cat": "white"}


class Tray:
    """A virtual board without firmware: it only remembers what was done to it.

    standing: where each piece is. wrong: the faults that were asked for, "" where there is none.
    """

    port = "/dev/ttyACM0"
    runtime = "micropython"

    def __init__(self, starts: dict[str, str]) -> None:
        self.standing: dict[str, str | None] = {**starts, **dict.fromkeys(WEAPONS)}
        self.wrong: dict[str, str | None] = {"unplug": None, "plug": None, "stuck-reed": None}
        self.readers = True
        self.glowing: dict[Door, str] = {}

    def places(self) -> dict[str, str | None]:
        return {piece: place for piece, place in self.standing.items() if piece in CLASSIC.starts}

    def weapons(self) -> dict[str, str | None]:
        return {piece: place for piece, place in self.standing.items() if piece in WEAPONS}

    def put(self, piece: str, place: str) -> None:
        if piece not in self.standing or not CLASSIC.is_place(place):
            raise ValueError("There is no such place.")
        self.standing[piece] = place

    def lift(self, piece: str) -> None:
        if piece not in self.standing:
            raise ValueError("There is no such token.")
        self.standing[piece] = None

    def faults(self) -> dict[str, str | None]:
        return dict(self.wrong)

    def fault(self, name: str, square: str | None = None) -> None:
        if square is not None and not CLASSIC.is_square(square):
            raise ValueError("There is no such square.")
        self.wrong["unplug" if name == "plug" else name] = None if name == "plug" else square or ""

    def heal(self, name: str) -> None:
        self.wrong[name] = None

    def misread(self) -> dict[str, bool]:
        return {square: True for square in self.wrong.values() if square}

    def fit_readers(self, fitted: bool) -> bool:
        self.readers = fitted
        return True

    def lamps(self) -> dict[Door, str]:
        return dict(self.glowing)


class Browser(FlaskClient):
    """Opens the table's pages under the address that stands in the QR code."""

    def open(self, *args: Any, **options: Any) -> TestResponse:
        options.setdefault("base_url", f"http://{PI}:8000")
        return super().open(*args, **options)


@dataclass
class Evening:
    """A table in its lobby; seats are taken by `sit_down`, the game begins by `deal`."""

    table: Table
    app: Flask
    tray: Tray | None
    screen: Screen = field(default_factory=Screen)
    tokens: dict[str, str] = field(default_factory=dict)

    def client(self, *, at: str = "192.168.1.77", seat: str | None = None) -> Browser:
        """A browser or bot at an address, with the cookie of a seat."""
        client = Browser(self.app, Response)
        client.environ_base["REMOTE_ADDR"] = at
        if seat is not None:
            client.set_cookie("companion_seat", self.tokens[seat], domain=PI)
        return client

    def host(self) -> Browser:
        """A browser on the companion itself."""
        return self.client(at="127.0.0.1")

    def sit_down(self, players: dict[str, str] | None = None) -> None:
        for name, suspect in (players or PLAYERS).items():
            self.tokens[name] = self.table.join(name, suspect).token

    def deal(self) -> None:
        self.sit_down()
        self.table.start()

    def view(self, seat: str | None = None) -> dict[str, Any]:
        return self.table.view(seat)

    def act(self, seat: str, text: str) -> None:
        self.table.act(seat, text, self.table.version)

    def offers(self, seat: str) -> dict[str, Any]:
        return {offer["act"]: offer["choices"] for offer in self.view(seat)["acts"]}

    @property
    def asked(self) -> str:
        seat: str = self.view()["awaits"][0]
        return seat

    def play_until(self, reached: Callable[[str, dict[str, Any]], bool]) -> str:
        """Play legal acts, rooms first, until the asked seat's offers satisfy; gives the seat."""
        for _ in range(400):
            seat = self.asked
            offers = self.offers(seat)
            if reached(seat, offers):
                return seat
            self.act(seat, self._some_act(offers))
        raise AssertionError("the game never came there")

    def until_offered(self, act: str) -> str:
        return self.play_until(lambda seat, offers: act in offers)

    def _some_act(self, offers: dict[str, Any]) -> str:
        for act in ("first", "none", "show", "move", "suggest", "passage", "roll", "end"):
            if act in offers:
                rooms = [word for word in offers[act][0] if word.isalpha()] if act == "move" else []
                words = [rooms[0]] if rooms else [words[0] for words in offers[act]]
                return " ".join((act, *words))
        raise AssertionError(f"nothing to do among {offers}")

    @property
    def case(self) -> list[str]:
        """The case file, read from the record that only the host may have before the end."""
        lines = self.host().get("/api/record").text.splitlines()
        return next(line.split()[1:] for line in lines if line.startswith("case "))


def open_evening(
    folder: Path,
    *,
    rules: str = "classic",
    shelf: Shelf | None = None,
    chance: int = 4,
    heartbeat: float = 2.0,
    clock: Clock | None = None,
    wifi: Wifi | None = None,
    machine: Machine | None = None,
    restart: Callable[[], None] = lambda: None,
) -> Evening:
    table = Table(Journal.open(folder), house=House(random.Random(chance)), clock=clock)
    table.open_lobby(rules)
    board = table.board()
    assert board is not None
    screen = Screen()
    evening: Evening
    app = create_app(
        table,
        host_key=KEY,
        address=lambda: f"http://{PI}:8000/",
        hosts=lambda: [PI],
        shelf=shelf,
        virtual=lambda: evening.tray,
        heartbeat=heartbeat,
        wifi=wifi,
        screen=screen,
        machine=machine,
        backups=Backups(folder),
        restart=restart,
    )
    evening = Evening(table, app, Tray(dict(board.starts)), screen)
    return evening
