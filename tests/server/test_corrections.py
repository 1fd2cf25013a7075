"""The host's word against the sensors, over the API and on the pages."""

from typing import Any

import pytest

from companion.board import load_board
from companion.sensing import Report
from companion.server.corrections import notice_line
from companion.words import NAMES, load_words
from tests.server.evening import Evening
from tests.server.test_api import says

BOARD = load_board("classic")
BY_HAND = ("empty", "turned", "illegal", "unplayed", "missing")
KINDS = (*BY_HAND, "flicker", "stuck", "deaf", "dead", "phantom", "fading")


def play_with_a_board(evening: Evening) -> set[str]:
    """A dealt game on a board on which mustard's token is not felt; the closed squares."""
    evening.sit_down()
    evening.table.start()
    evening.table.linked("ok")
    closed = set(BOARD.starts.values()) - {"X7"}
    evening.table.sensed(Report(frozenset(closed), 0.0, resync=True))
    while not evening.table.view(None)["corrections"]:
        evening.table.tick()
    return closed


def test_the_board_is_right(evening: Evening) -> None:
    play_with_a_board(evening)
    host = evening.client(at="127.0.0.1")
    version = host.get("/api/view").json["version"]
    answer = host.post("/api/board", json={"right": True, "version": version})
    assert answer.status_code == 200 and answer.json["version"] > version
    view = host.get("/api/view").json
    assert view["corrections"] == []
    assert view["notices"] == [{"kind": "deaf", "places": ["X7"], "suspect": None, "part": None}]
    says(host.post("/api/board", json={"right": True, "version": version}), 412, "stale")


def test_a_token_is_moved_for_its_seat(evening: Evening) -> None:
    evening.sit_down()
    evening.table.start()
    evening.table.roll_pressed()
    host = evening.client(at="127.0.0.1")
    view = host.get("/api/view").json
    ends = evening.table.view(view["turn"])["acts"][0]["choices"][0]
    says(host.post("/api/board", json={"move": "X7", "version": view["version"]}), 409, "occupied")
    answer = host.post("/api/board", json={"move": ends[0], "version": view["version"]})
    assert answer.json == {"version": view["version"] + 1}
    assert ends[0] in host.get("/api/view").json["tokens"].values()


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"right": True}, 400, "bad-field"),
        ({"right": False, "version": 1}, 400, "bad-field"),
        ({"version": 1}, 400, "bad-field"),
        ({"right": True, "version": 1}, 409, "no-board"),
        ({"move": "Q1", "version": 1}, 409, "no-game"),
    ],
)
def test_what_cannot_be_done(evening: Evening, sent: dict[str, Any], status: int, code: str) -> None:
    evening.sit_down()
    says(evening.client(at="127.0.0.1").post("/api/board", json=sent), status, code)


def test_only_the_host_decides(evening: Evening) -> None:
    evening.sit_down()
    phone = evening.client()
    says(phone.post("/api/board", json={"right": True, "version": 1}), 403, "not-host")


def test_the_pages_offer_it_to_the_host_and_say_what_ails(evening: Evening) -> None:
    play_with_a_board(evening)
    host = evening.client(at="127.0.0.1")
    assert "/api/board" in host.get("/kiosk").text
    assert "/api/board" not in evening.client().get("/kiosk").text
    evening.table.agree(evening.table.version)
    told = notice_line(evening.table.view(None)["notices"][0], load_words().of("en"))
    assert str(told) in evening.client().get("/kiosk").text


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_notice_is_told_in_every_language(kind: str, language: str) -> None:
    notice = {"kind": kind, "places": ["Q7", "R7"], "suspect": "mustard", "part": "register 3"}
    told = notice_line(notice, load_words().of(language))
    assert told.endswith(".") and "{" not in told
    assert kind in ("empty", "turned") or "Q7" in told
