"""Tags through the table: the same game with reeds only, tags only and everything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.board import load_board
from companion.sensing import Report
from companion.table import Table
from tests.table.evening import HandClock, let_pass, open_table, seat_players

BOARD = load_board("classic")

Degree = tuple[bool, bool]
DEGREES = {"reeds only": (True, False), "tags only": (False, True), "everything": (True, True)}


class Board:
    """Hands, and sensors of one degree of hardware: reeds, readers."""

    def __init__(self, folder: Path, degree: Degree) -> None:
        self.reeds, self.readers = degree
        self.clock = HandClock()
        self.table: Table = open_table(folder, clock=self.clock)
        self.places: dict[str, str] = dict(BOARD.starts)
        self.table.open_lobby("classic")
        seat_players(self.table)
        self.table.start()
        self.places |= self.view["weapons"]
        self.table.linked("ok")
        self.show(resync=True)

    def show(self, resync: bool = False) -> None:
        squares = {place for token, place in self.places.items() if token in BOARD.starts}
        rooms = {
            room: frozenset(piece for piece, place in self.places.items() if place == room)
            for room in BOARD.rooms
        }
        self.table.sensed(
            Report(
                frozenset(filter(BOARD.is_square, squares)) if self.reeds else None,
                self.clock.seconds,
                resync,
                rooms=rooms if self.readers else None,
            )
        )

    def carry(self, piece: str, place: str, seconds: float = 5.0) -> None:
        """Lift a piece, and set it down a second later; then the board rests."""
        self.places[piece] = ""
        self.show()
        self.later(1.0)
        self.places[piece] = place
        self.show()
        self.later(seconds)

    def later(self, seconds: float) -> None:
        let_pass(self.table, self.clock, seconds)

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view(None)

    def into_a_room(self) -> tuple[str, str, str]:
        """Turns until the token of a seat was put into a room; the seat, its token and the room."""
        while True:
            seat = self.view["turn"]
            token = self.table.view(seat)["suspect"]
            self.table.roll_pressed()
            ends = self.table.view(seat)["acts"][0]["choices"][0]
            rooms = [place for place in ends if BOARD.is_room(place)]
            end = (rooms or ends)[0]
            self.carry(token, end)
            if self.view["frame"]["stage"] == "rolled":
                assert not (self.readers if rooms else self.reeds), "a sensor has seen that"
                self.table.act(seat, f"move {end}", self.table.version)
            assert self.view["tokens"][token] == end
            assert self.view["corrections"] == []
            if rooms:
                return seat, token, end
            self.table.act(seat, "end", self.table.version)


@pytest.fixture(params=DEGREES.values(), ids=DEGREES.keys())
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Board:
    return Board(tmp_path, request.param)


@pytest.fixture
def made(tmp_path: Path) -> Callable[[str], Board]:
    return lambda degree: Board(tmp_path, DEGREES[degree])


def test_the_same_game_on_every_board(board: Board) -> None:
    seat, token, room = board.into_a_room()
    assert board.view["frame"]["stage"] == "moved"
    assert board.table.record().splitlines()[-1] == f"{seat}: move {room}"


@pytest.mark.parametrize("degree", ["tags only", "everything"])
def test_no_question_where_a_reader_sees_the_token(made: Callable[[str], Board], degree: str) -> None:
    board = made(degree)
    asked: list[bool] = []
    tick = board.later

    def later(seconds: float) -> None:
        tick(seconds)
        asked.append(board.table.view(board.view["turn"])["ask_room"])

    board.later = later  # type: ignore[method-assign]
    board.into_a_room()
    assert not any(asked)


@pytest.mark.parametrize("degree", ["tags only", "everything"])
def test_a_suggestion_guides_token_and_weapon(made: Callable[[str], Board], degree: str) -> None:
    board = made(degree)
    seat, _, room = board.into_a_room()
    weapon, lies = next((w, place) for w, place in board.view["weapons"].items() if place != room)
    named = next(s for s, place in board.view["tokens"].items() if BOARD.is_square(place))
    board.table.act(seat, f"suggest {named} {weapon}", board.table.version)
    assert {"suspect": weapon, "from": lies, "to": room} in board.view["corrections"]
    board.carry(weapon, room)
    board.carry(named, room)
    assert board.view["corrections"] == []


@pytest.mark.parametrize("degree", ["tags only", "everything"])
def test_a_piece_in_a_wrong_room_is_to_be_put_right(made: Callable[[str], Board], degree: str) -> None:
    board = made(degree)
    weapon, lies = next(iter(board.view["weapons"].items()))
    wrong = next(room for room in BOARD.rooms if room != lies)
    board.carry(weapon, wrong)
    board.carry("scarlet", wrong)
    told = {(one["suspect"], one["from"], one["to"]) for one in board.view["corrections"]}
    assert told == {(weapon, wrong, lies), ("scarlet", wrong, BOARD.starts["scarlet"])}
    board.carry(weapon, lies)
    board.carry("scarlet", BOARD.starts["scarlet"])
    assert board.view["corrections"] == []


def test_a_room_of_another_board_is_nothing(made: Callable[[str], Board]) -> None:
    board = made("everything")
    board.table.sensed(
        Report(frozenset(BOARD.starts.values()), board.clock.seconds, rooms={"attic": frozenset({"scarlet"})})
    )
    board.later(9)
    assert board.view["corrections"] == []
