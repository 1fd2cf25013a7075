"""The end of a game, the games that may be watched again, and the score of the evening."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.records import parse_record, replay
from companion.server import panels
from companion.server.scene import Viewer
from companion.table import Clock, House, Journal, Table, check
from companion.words import NAMES, load_words
from tests.server.evening import Browser, Evening, open_evening

SHELF = load_words()
A_BROWSER = {"Accept": "text/html"}
MEANWHILE = 40.0
HOUR = 3600.0


class Watch(Clock):
    """A clock whose hands the test moves; every look at it takes some seconds, as thinking does."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def monotonic(self) -> float:
        return 0.0

    def now(self) -> float:
        self.time += MEANWHILE
        return self.time


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def night(tmp_path: Path, watch: Watch) -> Iterator[Evening]:
    """Three players in the lobby of a classic game, by a clock of the test's."""
    night = open_evening(tmp_path, clock=watch)
    night.sit_down()
    yield night
    night.table.close()


def suspect_once(night: Evening) -> str:
    """Play until somebody has suspected and heard the answers; gives who."""
    seat = night.until_offered("suggest")
    night.act(seat, "suggest plum rope")
    while night.view()["frame"]["kind"] == "answer":
        asked = night.asked
        offers = night.offers(asked)
        night.act(asked, f"show {offers['show'][0][0]}" if "show" in offers else "none")
    return seat


def play(night: Evening, winner: str) -> int:
    """A whole short game that this player wins; gives its number in the journal."""
    night.table.start()
    suspect_once(night)
    night.play_until(lambda seat, offers: seat == winner and "accuse" in offers)
    night.act(winner, "accuse " + " ".join(night.case))
    newest = night.table.archive.newest()
    assert newest is not None
    return newest.number


def end_panel(night: Evening, page: str, language: str = "en", seat: str | None = None) -> str:
    who = Viewer(page, seat, False, SHELF.of(language))
    html = panels.look(night.app.extensions["companion"], night.app.jinja_env, who).panels["end"]
    return " ".join(re.sub(r"<[^>]*>", " ", html).replace("&#39;", "'").split())


def refused(client: Browser, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 404, path
    return str(answer.get_json()["code"])


def steps(night: Evening, number: int, **query: str) -> list[dict[str, Any]]:
    answer = night.client().get(f"/replay/{number}/steps", query_string=query)
    assert answer.status_code == 200
    return list(json.loads(answer.text))


# -- the end page -------------------------------------------------------------------------------------


def test_the_end_tells_who_suspected_whom_and_which_card_answered(night: Evening) -> None:
    night.table.start()
    suspect = suspect_once(night)
    shown = next((one for one in night.view(suspect)["log"] if one["kind"] == "shown"), None)
    night.play_until(lambda seat, offers: "accuse" in offers)
    night.act(night.asked, "accuse " + " ".join(night.case))
    for page in ("player", "kiosk"):
        told = end_panel(night, page)
        assert re.search(rf"{suspect} suspects Professor Plum in the \w+", told)
        assert "That was right." in told
        if shown:
            card = SHELF.of("en").name("accusative", shown["args"]["card"])
            assert f"{shown['args']['seat']} showed {card}." in told
        else:
            assert "Nobody could show a card." in told


def test_times_are_told_as_about_and_only_when_they_can_be_believed(night: Evening, watch: Watch) -> None:
    night.table.start()
    suspect_once(night)
    night.play_until(lambda seat, offers: "accuse" in offers)
    watch.time += 24 * HOUR  # the game is broken off for a night
    night.act(night.asked, "accuse " + " ".join(night.case))
    assert re.search(r"\d+ turns? ", end_panel(night, "kiosk")) or "one turn" in end_panel(night, "kiosk")
    assert "about" not in end_panel(night, "kiosk").split("It was")[0]
    night.table.rematch()
    play(night, "Ben")
    assert re.search(r"turns, about \d+ (minutes|seconds)", end_panel(night, "kiosk"))


def test_every_language_tells_the_whole_end(night: Evening) -> None:
    play(night, "Ben")
    told = {language: end_panel(night, "player", language, "Ann") for language in NAMES}
    assert len(set(told.values())) == len(NAMES)
    for language, text in told.items():
        words = SHELF.of(language)
        assert words.text("end.right") in text and words.text("fair.kept") in text
        assert words.text("end.heat") in text and words.text("end.story") in text


def test_the_proof_for_the_shell_computes_the_fingerprint(night: Evening) -> None:
    number = play(night, "Ann")
    game = night.table.archive.game(number)
    assert game is not None and game.fair
    assert check(game.promise, game.salt, game.dealt)
    told = end_panel(night, "player")
    assert game.promise in told
    assert f"printf '%s\\n' {game.salt} 'case {' '.join(game.deal.case)}'" in told


# -- watching again -----------------------------------------------------------------------------------


def test_a_running_game_is_in_nobodys_reach(night: Evening) -> None:
    """Neither by its number, nor by another, nor as the newest; also not for whoever plays or hosts."""
    night.table.start()
    suspect_once(night)
    for client in (night.client(), night.client(seat="Ann"), night.host()):
        for path in ("", "/1", "/1/steps", "/1/steps?eyes=Ann", "/1/record"):
            assert refused(client, f"/replay{path}") == "no-replay"
    assert night.table.archive.newest() is None and night.table.archive.evening() == ()
    page = night.client().get("/replay/1", headers=A_BROWSER)
    assert page.status_code == 404 and "A game can be watched again once it is over." in page.text


def test_a_game_that_was_broken_off_stays_closed(night: Evening) -> None:
    """Nobody has been shown its case file, and it may be told nowhere."""
    night.table.start()
    suspect_once(night)
    night.table.open_lobby("classic", keep_seats=True, replace=True)
    assert refused(night.client(), "/replay/1") == "no-replay"
    number = play(night, "Ann")
    assert number == 2
    assert refused(night.client(), "/replay/1/steps") == "no-replay"
    assert night.client().get("/replay/2").status_code == 200


@pytest.mark.parametrize("number", (0, 2, 99, 10**30))
def test_numbers_of_no_game_are_refused_with_a_sentence(night: Evening, number: int) -> None:
    play(night, "Ann")
    assert refused(night.client(), f"/replay/{number}") == "no-replay"
    assert refused(night.client(), "/replay/1/steps?eyes=Zoe") == "no-replay"


def test_the_steps_lead_from_the_deal_to_the_end(night: Evening) -> None:
    number = play(night, "Cat")
    told = steps(night, number)
    assert told[0]["text"][0] == "The cards are dealt."
    assert "<bdi>Cat</bdi> wins." in told[-1]["text"]
    hands = {}
    for step in told:
        hands |= step.get("hands", {})
    game = night.table.archive.game(number)
    assert game is not None
    assert hands == {seat: list(cards) for seat, cards in game.end.hands.items()}
    drawing_of_the_end = {}
    for step in told:
        drawing_of_the_end |= step.get("at", {})
    assert len(drawing_of_the_end) == 12
    assert all(step["text"] for step in told), "no step says nothing"


def test_through_a_players_eyes_nothing_is_told_that_it_did_not_see(night: Evening) -> None:
    """The sentences are those of the seat's own log, in order; its hands hold what it saw."""
    number = play(night, "Ben")
    for seat in ("Ann", "Ben", "Cat"):
        words = SHELF.of("en")
        own = panels.scene(
            night.app.extensions["companion"], Viewer("player", seat, False, words)
        )["lines"]
        log = [line.text for line in own if line.kind not in ("turn", "ended")]
        told = [text for step in steps(night, number, eyes=seat) for text in step["text"]]
        assert [text for text in told if not text.endswith("’s turn.")] == ["The cards are dealt.", *log]
        known: dict[str, list[str]] = {}
        for step in steps(night, number, eyes=seat):
            known |= step.get("hands", {})
        assert known[seat] == night.view(seat)["hand"]
        seen = {
            (entry["args"]["seat"], entry["args"]["card"])
            for entry in night.view(seat)["log"]
            if entry["kind"] == "shown" and entry["args"].get("to") == seat
        }
        assert {(of, card) for of, cards in known.items() if of != seat for card in cards} == seen


def test_the_record_of_any_finished_game_can_be_kept(night: Evening) -> None:
    first = play(night, "Ann")
    night.table.rematch()
    play(night, "Ben")
    kept = night.client().get(f"/replay/{first}/record")
    assert re.search(rf'filename="cluedo-2027-01-1\d-{first}.case"', kept.headers["Content-Disposition"])
    record = replay(parse_record(kept.text + "check winner Ann\n", "kept.case", Path()))
    assert record.failures == ()
    assert night.client().get("/replay/2/record").text == night.client().get("/api/record").text


# -- the evening --------------------------------------------------------------------------------------


def test_the_evening_counts_who_won_how_often(night: Evening) -> None:
    for winner in ("Ben", "Ann", "Ben"):
        play(night, winner)
        if night.table.archive.newest().number < 3:  # type: ignore[union-attr]
            night.table.rematch()
    assert [game.winner for game in night.table.archive.evening()] == ["Ben", "Ann", "Ben"]
    for page in ("player", "kiosk"):
        told = end_panel(night, page)
        assert "Ben ★★ 2 wins, in 3 games Ann ★ one win, in 3 games Cat 0 wins, in 3 games" in told
    page = night.client().get("/replay/3").text
    assert page.count("Ben won</option>") == 2 and page.count("Ann won</option>") == 1


def test_after_a_night_another_evening_begins(night: Evening, watch: Watch) -> None:
    play(night, "Ben")
    watch.time += 5 * HOUR  # a long supper
    night.table.rematch()
    play(night, "Ann")
    assert [game.number for game in night.table.archive.evening()] == [1, 2]
    watch.time += 7 * HOUR
    assert night.table.archive.evening() == ()
    night.table.rematch()
    play(night, "Cat")
    assert [game.winner for game in night.table.archive.evening()] == ["Cat"]
    assert night.client().get("/replay/1").status_code == 200  # yesterday's can still be watched


def test_the_evening_goes_on_after_a_restart(tmp_path: Path, watch: Watch) -> None:
    night = open_evening(tmp_path, clock=watch)
    night.sit_down()
    play(night, "Ann")
    night.table.rematch()
    play(night, "Ben")
    night.table.close()
    again = Table(Journal.open(tmp_path), house=House(), clock=watch)
    assert [game.winner for game in again.archive.evening()] == ["Ann", "Ben"]
    again.close()
