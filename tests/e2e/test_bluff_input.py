"""Bad input in a game of `bluff`, over HTTP: the code of the refusal, and nothing changed."""

import json
import urllib.error
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from companion.board import ROOMS, SUSPECTS
from companion.records import parse_record, replay
from companion.rules import CARDS, State, class_of
from companion.rules.cards import CardClass
from tests.process import PATIENCE, Evening, running

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
Answer = tuple[int, dict[str, Any]]


class Bluff:
    """A game whose players are clients of the HTTP surface."""

    def __init__(self, evening: Evening, seats: int) -> None:
        self.evening = evening
        evening.ask("/api/games", {"rules": "bluff", "options": {"window": 0}})
        self.tokens = {
            name: evening.ask("/api/seats", {"name": name, "suspect": suspect})["token"]
            for name, suspect in zip(NAMES[:seats], SUSPECTS, strict=False)
        }
        evening.ask("/api/start", {})
        while self.state.top.kind == "first":
            evening.ask("/api/dice", {})

    @property
    def state(self) -> State:
        return replay(parse_record(self.record, "bluff.case", Path())).state

    @property
    def record(self) -> str:
        return self.evening.read("/api/record")

    @property
    def version(self) -> int:
        return int(self.evening.ask("/api/view")["version"])

    def send(self, seat: str, act: str, version: int | None = None) -> Answer:
        """An act on a version, the newest if none is named; gives status and answer."""
        sent = {"act": act, "version": self.version if version is None else version}
        try:
            return 200, self.evening.ask("/api/act", sent, self.tokens[seat])
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def do(self, seat: str, act: str) -> None:
        """An act that is accepted."""
        status, answer = self.send(seat, act)
        assert status == 200, answer

    def refuses(self, seat: str, act: str, version: int | None = None) -> str:
        """The code with which an act is refused; nothing has changed by it."""
        before = self.record, self.evening.ask("/api/view")
        status, answer = self.send(seat, act, version)
        assert status == 409 and answer["message"], answer
        assert (self.record, self.evening.ask("/api/view")) == before
        return str(answer["code"])

    def at_once(self, version: int, acts: dict[str, str]) -> dict[str, Answer]:
        """Acts of several phones in the same moment, all decided on one version."""
        ready = Barrier(len(acts))

        def tap(seat: str) -> Answer:
            ready.wait(PATIENCE)
            return self.send(seat, acts[seat], version)

        with ThreadPoolExecutor(len(acts)) as phones:
            return dict(zip(acts, phones.map(tap, acts), strict=True))


@contextmanager
def playing(folder: Path, seats: int) -> Iterator[Bluff]:
    with running("--link", "none", "--data", folder) as evening:
        yield Bluff(evening, seats)


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Bluff]:
    with playing(tmp_path, 3) as game:
        yield game


@pytest.fixture
def five(tmp_path: Path) -> Iterator[Bluff]:
    with playing(tmp_path, 5) as game:
        yield game


def seats_of(game: Bluff) -> tuple[str, ...]:
    """The seat in turn, and the others clockwise."""
    seat = game.state.in_turn
    assert seat is not None
    return (seat, *game.state.after(seat))


def test_claims_out_of_turn(five: Bluff) -> None:
    seat, *others = seats_of(five)
    for other in others:
        for claim in ("claim hall", f"claim knife {seat}", "claim mustard", "claim wrench"):
            assert five.refuses(other, claim) == "not-in-turn"
    five.do(seat, "claim hall")
    assert {five.refuses(other, "claim lounge") for other in others} == {"not-in-turn"}
    assert five.refuses(seat, "claim lounge") == "not-now"


def test_a_second_challenge(five: Bluff) -> None:
    seat, neighbour, third, fourth, _ = seats_of(five)
    five.do(seat, "claim hall")
    assert five.refuses(third, "challenge") == "not-neighbour"
    assert five.refuses(neighbour, "challenge mustard") == "no-target"
    five.do(third, "challenge mustard")
    assert five.refuses(third, "challenge mustard") == "already-claimed"
    assert five.refuses(third, "pass") == "not-now"
    five.do(neighbour, "challenge")
    assert five.state.top.kind == "dispute"
    assert five.refuses(neighbour, "challenge") == "not-now"
    assert five.refuses(third, "challenge mustard") == "not-now"
    assert five.refuses(fourth, "challenge mustard") == "not-now"


def test_paying_with_a_wrong_class(three: Bluff) -> None:
    seat, neighbour, _ = seats_of(three)
    hand = three.state.hands[seat]  # of six cards: they cannot all be suspects
    owed = next(kind for kind in (CardClass.ROOM, CardClass.WEAPON) if kind in map(class_of, hand))
    three.do(seat, f"claim {'hall' if owed is CardClass.ROOM else 'candlestick'}")
    three.do(neighbour, "challenge")
    assert three.refuses(neighbour, "concede") == "not-now"
    three.do(seat, "concede")
    for card in CARDS:
        if class_of(card) is not owed:
            assert three.refuses(seat, f"pay {card}") == "wrong-class"
        elif card not in hand:
            assert three.refuses(seat, f"pay {card}") == "not-held"
    assert three.refuses(seat, "pay dagger") == "unknown-card"
    assert three.refuses(neighbour, f"pay {three.state.hands[neighbour][0]}") == "not-now"
    three.do(seat, f"pay {next(card for card in hand if class_of(card) is owed)}")
    assert three.state.top.kind == "turn"


def test_two_phones_answer_a_window_that_has_just_closed(five: Bluff) -> None:
    seat, neighbour, third, fourth, _ = seats_of(five)
    five.do(seat, "claim hall")
    open_window = five.version
    five.do(neighbour, "challenge")
    before = five.record, five.evening.ask("/api/view")
    answers = five.at_once(open_window, {third: "challenge mustard", fourth: "pass"})
    assert {(status, answer["code"]) for status, answer in answers.values()} == {(409, "not-now")}
    assert (five.record, five.evening.ask("/api/view")) == before


def test_three_phones_answer_as_one_of_them_closes_the_window(five: Bluff) -> None:
    seat, neighbour, third, fourth, _ = seats_of(five)
    for room in ROOMS[:6]:
        five.do(seat, f"claim {room}")
        taps = {neighbour: "challenge", third: "challenge mustard", fourth: "pass"}
        answers = five.at_once(five.version, taps)
        assert answers[neighbour][0] == 200
        for other in (third, fourth):
            status, answer = answers[other]
            # Who stood by as Mustard in an earlier window of the turn cannot do so again.
            assert status == 200 or (status, answer["code"]) in ((409, "not-now"), (409, "already-claimed"))
        assert five.state.top.public()["challenger"] == neighbour
        five.do(seat, "concede")
        if five.state.top.kind != "penalty":
            break  # no room was left to pay with
        held = five.state.hands[seat]
        five.do(seat, f"pay {next(card for card in held if class_of(card) is CardClass.ROOM)}")
    assert not replay(parse_record(five.record, "bluff.case", Path())).failures


def test_the_last_two_pass_in_the_same_moment(five: Bluff) -> None:
    seat, *others, fourth, fifth = seats_of(five)
    five.do(seat, "claim hall")
    for other in others:
        five.do(other, "pass")
    answers = five.at_once(five.version, {fourth: "pass", fifth: "pass"})
    assert {status for status, _ in answers.values()} == {200}
    assert five.state.top.kind == "turn" and five.state.place_of(seat) == "hall"
    assert not replay(parse_record(five.record, "bluff.case", Path())).failures
