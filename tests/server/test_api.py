"""The HTTP surface: every path, every status (DESIGN.md, Web)."""

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.table import JournalError
from tests.server.evening import KEY, PI, Evening, open_evening


def says(response: TestResponse, status: int, code: str) -> str:
    """Hold a fault to its status, its code and its form; gives the sentence."""
    assert response.status_code == status, response.text
    assert response.mimetype == "application/json"
    assert set(response.json) == {"code", "message"}
    assert response.json["code"] == code
    message: str = response.json["message"]
    assert message[0].isupper() and message.endswith("."), message
    assert "{" not in message.replace('{"act"', "") and "refusal." not in message, message
    return message


def test_health_is_told_to_anyone(evening: Evening) -> None:
    told = evening.client().get("/healthz").json
    assert told == {"status": "ok", "version": told["version"], "link": "none"}
    evening.table.linked("ok")
    assert evening.client().get("/healthz").json["link"] == "ok"


def test_joining_gives_a_seat_a_token_and_the_cookie(evening: Evening) -> None:
    client = evening.client()
    response = client.post("/api/seats", json={"name": "Ann", "suspect": "scarlet", "language": "fi"})
    assert response.status_code == 201
    assert response.json["seat"] == "Ann"
    assert evening.table.seat_of(response.json["token"]) == "Ann"
    assert client.get("/api/view").json["seat"] == "Ann"
    bearer = {"Authorization": f"Bearer {response.json['token']}"}
    assert evening.client().get("/api/view", headers=bearer).json["seat"] == "Ann"
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"name": "Ann Lee", "suspect": "plum"}, 409, "name-invalid"),
        ({"name": "ANN", "suspect": "plum"}, 409, "name-taken"),
        ({"name": "Dan", "suspect": "scarlet"}, 409, "suspect-taken"),
        ({"name": "Dan", "suspect": "butler"}, 409, "suspect-unknown"),
        ({"name": "Dan", "suspect": "plum", "language": "tlh"}, 409, "language-unknown"),
        ({"suspect": "plum"}, 400, "bad-field"),
        ({"name": 7, "suspect": "plum"}, 400, "bad-field"),
        ([], 400, "not-json"),
    ],
)
def test_a_seat_that_cannot_be_had(evening: Evening, wish: object, status: int, code: str) -> None:
    evening.sit_down()
    says(evening.client().post("/api/seats", json=wish), status, code)


def test_the_host_opens_orders_and_starts_a_game(evening: Evening) -> None:
    host = evening.host()
    opened = host.post("/api/games", json={"rules": "travel", "options": {"dice": 1}, "board": "classic"})
    assert opened.status_code == 201
    assert evening.view()["rules"] == "travel" and evening.view()["options"]["dice"] == "1"
    evening.sit_down()
    says(host.post("/api/order", json={"seats": ["Ann", "Ben"]}), 409, "order-wrong")
    says(host.post("/api/order", json={"seats": [1]}), 400, "bad-field")
    assert host.post("/api/order", json={"seats": ["Cat", "Ann", "Ben"]}).status_code == 200
    kept = host.post("/api/games", json={"rules": "classic", "keep_seats": True})
    assert kept.status_code == 201
    assert [seat["name"] for seat in evening.view()["seats"]] == ["Cat", "Ann", "Ben"]
    started = host.post("/api/start")
    assert started.status_code == 200 and started.json["version"] == evening.table.version
    assert evening.view()["phase"] == "play"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"rules": "chess"}, 409, "rules-unknown"),
        ({"rules": "classic", "board": "moon"}, 409, "board-unknown"),
        ({"rules": "classic", "options": {"colour": "red"}}, 409, "option-unknown"),
        ({"rules": "classic", "options": {"dice": 9}}, 409, "option-value"),
        ({"rules": "classic", "options": []}, 400, "bad-field"),
        ({}, 400, "bad-field"),
    ],
)
def test_a_game_that_cannot_be_opened(evening: Evening, wish: object, status: int, code: str) -> None:
    says(evening.host().post("/api/games", json=wish), status, code)


def test_a_start_with_too_few_and_a_second_game_are_refused(evening: Evening) -> None:
    says(evening.host().post("/api/start"), 409, "too-few-seats")
    evening.deal()
    says(evening.host().post("/api/start"), 409, "game-running")
    says(evening.host().post("/api/games", json={"rules": "classic"}), 409, "game-running")
    assert evening.host().post("/api/games", json={"rules": "classic", "replace": True}).status_code == 201


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/start", "/api/order", "/api/dice", "/api/rematch", "/api/virtual"]
)
def test_what_only_the_host_may(evening: Evening, path: str) -> None:
    message = says(evening.client().post(path, json={}), 403, "not-host")
    assert "/host" in message


def test_the_host_key_makes_a_host_anywhere(evening: Evening) -> None:
    evening.sit_down()
    wrong = evening.client().post("/host", data={"key": "guess"})
    assert wrong.status_code == 403 and "companion_host" not in wrong.headers.get("Set-Cookie", "")
    says(evening.client().post("/api/start", headers={"Authorization": "Bearer guess"}), 403, "not-host")
    phone = evening.client()
    right = phone.post("/host", data={"key": f" {KEY} "})
    assert right.status_code == 303
    assert "HttpOnly" in right.headers["Set-Cookie"] and "SameSite=Strict" in right.headers["Set-Cookie"]
    assert phone.post("/api/start").status_code == 200


def test_an_act_is_played_on_the_version_it_was_made_on(evening: Evening) -> None:
    evening.deal()
    phone = evening.client(seat="Ann")
    seen = phone.get("/api/view").json
    assert {"act": "roll", "choices": []} in seen["acts"]
    played = phone.post("/api/act", json={"act": "roll", "version": seen["version"]})
    assert played.status_code == 200 and played.json == {"version": seen["version"] + 1}
    says(phone.post("/api/act", json={"act": "end", "version": seen["version"]}), 412, "stale")
    assert phone.get("/api/view").json["frame"]["stage"] == "rolled"


def test_an_act_by_bearer_token(evening: Evening) -> None:
    evening.deal()
    bearer = {"Authorization": f"Bearer {evening.tokens['Ann']}"}
    sent = {"act": "roll", "version": evening.table.version}
    assert evening.client().post("/api/act", json=sent, headers=bearer).status_code == 200


@pytest.mark.parametrize(
    ("seat", "act", "code"),
    [
        ("Ben", "roll", "not-in-turn"),
        ("Ann", "dance", "unknown-act"),
        ("Ann", "roll 6", "unknown-act"),
        ("Ann", "end", "must-move"),
        ("Ann", "move Q1", "not-now"),
        ("Ann", "accuse plum rope attic", "unknown-card"),
        ("Ann", "suggest plum rope", "not-in-room"),
    ],
)
def test_a_refused_act_changes_nothing(evening: Evening, seat: str, act: str, code: str) -> None:
    evening.deal()
    before = evening.view(seat)
    sent = {"act": act, "version": before["version"]}
    says(evening.client(seat=seat).post("/api/act", json=sent), 409, code)
    assert evening.view(seat) == before


def test_acts_that_are_no_acts(evening: Evening) -> None:
    evening.deal()
    ann = evening.client(seat="Ann")
    says(ann.post("/api/act", data="roll"), 400, "not-json")
    says(ann.post("/api/act", data=b"\xff{"), 400, "not-json")
    says(ann.post("/api/act", data="[" * 16_000), 400, "not-json")
    says(ann.post("/api/act", json={"act": "roll"}), 400, "bad-field")
    says(ann.post("/api/act", json={"act": "roll", "version": "7"}), 400, "bad-field")
    says(ann.post("/api/act", json={"act": "roll", "version": True}), 400, "bad-field")
    says(evening.client().post("/api/act", json={"act": "roll", "version": 1}), 401, "no-seat")
    stranger = {"Authorization": "Bearer nobody"}
    says(
        evening.client().post("/api/act", json={"act": "roll", "version": 1}, headers=stranger),
        401,
        "no-seat",
    )
    says(ann.post("/api/act", json={"act": "x" * 20_000, "version": 1}), 413, "too-large")


def test_an_act_before_the_deal(evening: Evening) -> None:
    evening.sit_down()
    sent = {"act": "roll", "version": evening.table.version}
    says(evening.client(seat="Ann").post("/api/act", json=sent), 409, "no-game")


def test_views_show_each_seat_its_own(evening: Evening) -> None:
    evening.deal()
    views = {seat: evening.client(seat=seat).get("/api/view").json for seat in evening.tokens}
    hands = [card for view in views.values() for card in view["hand"]]
    assert len(hands) == len(set(hands)) == 18
    public = evening.client().get("/api/view").json
    assert public["seat"] is None and "hand" not in public and "case" not in public


def test_the_record_is_the_hosts_until_the_end(evening: Evening) -> None:
    says(evening.host().get("/api/record"), 409, "no-game")
    evening.deal()
    says(evening.client(seat="Ann").get("/api/record"), 403, "record-closed")
    record = evening.host().get("/api/record")
    assert record.text.startswith("rules classic")
    assert record.headers["Content-Disposition"] == 'attachment; filename="game.case"'
    evening.act("Ann", "accuse " + " ".join(evening.case))
    assert evening.client().get("/api/record").text.startswith("rules classic")


def test_the_dice_button_on_the_screen(evening: Evening) -> None:
    says(evening.host().post("/api/dice"), 409, "no-dice")
    evening.deal()
    assert evening.host().post("/api/dice").status_code == 200
    assert evening.view()["frame"]["stage"] == "rolled"
    says(evening.host().post("/api/dice"), 409, "no-dice")


def test_the_host_passes_for_a_seat_that_is_away(tmp_path: Path) -> None:
    evening = open_evening(tmp_path, rules="bluff")
    evening.table.open_lobby("bluff", {"begins": "scarlet", "window": 0})
    evening.deal()
    host = evening.host()
    says(host.post("/api/pass", json={"seat": "Ben"}), 409, "not-now")
    evening.act("Ann", "claim kitchen")
    says(evening.client(seat="Ann").post("/api/pass", json={"seat": "Ben"}), 403, "not-host")
    says(host.post("/api/pass", json={"seat": "Zoe"}), 409, "unknown-seat")
    says(host.post("/api/pass", json={"seat": 7}), 400, "bad-field")
    says(host.post("/api/pass", json={"seat": "Ann"}), 409, "not-now")
    before = evening.table.version
    passed = host.post("/api/pass", json={"seat": "Ben"})
    assert (passed.status_code, passed.json) == (200, {"version": before + 1})
    assert evening.client(seat="Cat").get("/api/view").json["passing"]["seat"] == "Ben"
    evening.act("Ben", "challenge")  # there after all
    assert evening.view()["passing"] is None
    evening.table.close()


def test_notes_stay_with_the_seat(evening: Evening) -> None:
    evening.deal()
    mark = {"card": "rope", "column": "Ben", "mark": "maybe"}
    assert evening.client(seat="Ann").post("/api/note", json=mark).status_code == 200
    assert evening.client(seat="Ann").get("/api/view").json["notes"] == {"rope": {"Ben": "maybe"}}
    assert evening.client(seat="Ben").get("/api/view").json["notes"] == {}
    says(evening.client(seat="Ann").post("/api/note", json=mark | {"card": "spoon"}), 409, "note-unknown")
    says(evening.client().post("/api/note", json=mark), 401, "no-seat")


def test_a_seat_speaks_another_language(evening: Evening) -> None:
    evening.sit_down()
    assert evening.client(seat="Ann").post("/api/language", json={"language": "sv"}).status_code == 200
    assert evening.table.language_of("Ann") == "sv"
    says(evening.client(seat="Ann").post("/api/language", json={"language": "tlh"}), 409, "language-unknown")


def test_an_invitation_moves_a_seat_once(evening: Evening) -> None:
    evening.deal()
    old, new = evening.client(seat="Ann"), evening.client()
    invitation = old.post("/api/invite", json={})
    assert invitation.json["address"].startswith(f"http://{PI}:8000/seat/")
    assert invitation.json["qr"].startswith("<svg")
    code = invitation.json["address"].rpartition("/")[2]
    assert new.get(f"/seat/{code}").status_code == 200
    assert evening.table.seat_of(evening.tokens["Ann"]) == "Ann", "looking at an invitation takes nothing"
    taken = new.post("/api/redeem", json={"code": code})
    assert taken.status_code == 200 and taken.json["seat"] == "Ann"
    assert new.get("/api/view").json["seat"] == "Ann"
    assert old.get("/api/view").json["seat"] is None
    says(evening.client().post("/api/redeem", json={"code": code}), 409, "invitation-used")


def test_only_the_host_gives_away_somebody_elses_seat(evening: Evening) -> None:
    evening.deal()
    says(evening.client(seat="Ann").post("/api/invite", json={"seat": "Ben"}), 403, "not-host")
    says(evening.client().post("/api/invite", json={}), 403, "not-host")
    assert evening.host().post("/api/invite", json={"seat": "Ben"}).status_code == 200
    says(evening.host().post("/api/invite", json={"seat": "Zoe"}), 409, "seat-unknown")


def test_another_game_with_the_same_seats(evening: Evening) -> None:
    says(evening.host().post("/api/rematch"), 409, "no-game")
    evening.deal()
    says(evening.host().post("/api/rematch"), 409, "game-running")
    evening.act("Ann", "accuse " + " ".join(evening.case))
    assert evening.host().post("/api/rematch").status_code == 201
    assert evening.view()["phase"] == "lobby"
    assert evening.client(seat="Ann").get("/api/view").json["seat"] == "Ann"


def test_paths_and_methods_that_do_not_exist(evening: Evening) -> None:
    says(evening.client().get("/api/tea"), 404, "not-found")
    says(evening.client().get("/stream?page=moon"), 404, "not-found")
    says(evening.client().get("/api/act"), 405, "wrong-method")


def test_without_a_virtual_board_there_is_no_page_for_it(tmp_path: Path) -> None:
    evening = open_evening(tmp_path)
    evening.tray = None
    says(evening.host().get("/virtual"), 404, "no-virtual")
    says(evening.host().post("/api/virtual", json={"lift": "mustard"}), 404, "no-virtual")
    evening.table.close()


def test_a_full_disk_is_one_sentence(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.deal()

    def full(*args: Any) -> int:
        raise JournalError("The disk is full.")

    monkeypatch.setattr(evening.table, "act", full)
    sent = {"act": "roll", "version": evening.table.version}
    says(evening.client(seat="Ann").post("/api/act", json=sent), 503, "journal")


def test_a_fault_of_our_own_shows_no_traceback(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seat: str | None) -> dict[str, Any]:
        raise KeyError("secret detail")

    monkeypatch.setattr(evening.table, "view", broken)
    message = says(evening.client().get("/api/view"), 500, "internal")
    assert "secret" not in message
