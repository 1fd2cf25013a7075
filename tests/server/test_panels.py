"""What the pages show, and what they never show."""

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.rules import RULESETS
from companion.server import panels
from companion.server.panels import PAGES, Look, changes
from companion.server.scene import Viewer
from companion.words import load_words
from tests.server.evening import Evening, open_evening


def look(evening: Evening, seat: str | None = None, *, page: str = "player", host: bool = False) -> Look:
    """What somebody sees, as the stream would send it."""
    who = Viewer(page, seat, host, load_words().of("en"))
    return panels.look(evening.app.extensions["companion"], evening.app.jinja_env, who)


def text(html: str) -> str:
    """The words of a panel, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).replace("&#39;", "'").split())


def test_every_panel_is_one_element_that_carries_its_name(evening: Evening) -> None:
    for phase in ("lobby", "play", "over"):
        if phase == "play":
            evening.deal()
        if phase == "over":
            evening.act("Ann", "accuse " + " ".join(evening.case))
        for page in PAGES:
            for seat in (None, "Ann"):
                for name, html in look(evening, seat, page=page, host=True).panels.items():
                    assert re.match(rf'<(section|header|svg|p) id="panel-{name}"', html), (page, name)


def test_a_phone_that_has_no_seat_may_take_one(evening: Evening) -> None:
    evening.sit_down({"Ann": "scarlet"})
    lobby = look(evening).panels["lobby"]
    assert 'id="join"' in lobby
    assert re.search(r'value="scarlet" required disabled', lobby)
    assert "taken by Ann" in text(lobby)
    assert 'id="join"' not in look(evening, "Ann").panels["lobby"]


def test_the_fingerprint_of_the_deal_can_be_noted_while_it_is_played(evening: Evening) -> None:
    evening.deal()
    digest = evening.view()["fairness"]["digest"]
    pieces = [digest[at : at + 4] for at in range(0, 64, 4)]
    assert " ".join(pieces) in look(evening, "Ann").panels["log"]
    assert " ".join(pieces[:4]) in look(evening, page="kiosk").panels["story"]


def test_the_screen_leads_only_its_host_to_other_pages(evening: Evening) -> None:
    for client, led in ((evening.host(), True), (evening.client(), False)):
        page = client.get("/kiosk").text
        assert ('href="/virtual"' in page, 'href="/host"' in page) == (led, led)
    assert 'href="/kiosk"' in evening.host().get("/virtual").text, "and back, without a keyboard"


def test_only_the_host_sees_the_hosts_controls(evening: Evening) -> None:
    evening.sit_down()
    for page, panel in (("player", "lobby"), ("kiosk", "welcome")):
        assert "/api/start" in look(evening, page=page, host=True).panels[panel]
        assert "/api/start" not in look(evening, page=page).panels[panel]
    evening.table.start()
    assert "/api/dice" in look(evening, page="kiosk", host=True).panels["turn"]
    assert "/api/dice" not in look(evening, page="kiosk").panels["turn"]


def test_the_dice_button_is_there_while_dice_are_awaited(evening: Evening) -> None:
    evening.deal()
    evening.act("Ann", "roll")
    assert "/api/dice" not in look(evening, page="kiosk", host=True).panels["turn"]


def test_the_seat_in_turn_is_asked_and_the_others_are_told(evening: Evening) -> None:
    evening.deal()
    asked, told = look(evening, "Ann").panels, look(evening, "Ben").panels
    assert text(asked["status"]).startswith("Your turn")
    assert "Roll the dice" in text(asked["prompt"]) and 'data-act="roll"' in asked["prompt"]
    assert text(told["status"]).startswith("Ann ’s turn")
    assert text(told["prompt"]).startswith("Ann is about to move.")


def test_a_pending_roll_offers_its_places_everywhere(evening: Evening) -> None:
    evening.deal()
    evening.act("Ann", "roll")
    (places,) = evening.offers("Ann")["move"]
    for seen in (look(evening, "Ann"), look(evening, "Ben"), look(evening, page="kiosk")):
        assert set(re.findall(r'id="goal-([A-Za-z0-9]+)"', seen.panels["pieces"])) == set(places)
    prompt = look(evening, "Ann").panels["prompt"]
    assert all(f'value="{place}"' in prompt or f'"move {place}"' in prompt for place in places)


def test_a_suggestion_goes_round_and_stays_between_two(evening: Evening) -> None:
    evening.deal()
    suggester = evening.until_offered("suggest")
    form = look(evening, suggester).panels["prompt"]
    assert 'data-act="suggest"' in form and form.count("<select") == 5  # two here, three for an accusation
    witness = next(seat for seat in evening.tokens if seat != suggester)
    hand = evening.view(witness)["hand"]
    suspects = [card for card in hand if card in ("scarlet", "mustard", "white", "green", "peacock", "plum")]
    weapons = [
        card for card in hand if card in ("candlestick", "leadpipe", "rope", "revolver", "knife", "wrench")
    ]
    evening.act(suggester, f"suggest {(suspects or ['plum'])[0]} {(weapons or ['rope'])[0]}")
    shower = evening.until_offered("show")
    card = evening.offers(shower)["show"][0][0]
    assert f'data-act="show {card}"' in look(evening, shower).panels["prompt"]
    evening.act(shower, f"show {card}")
    third = next(seat for seat in evening.tokens if seat not in (suggester, shower))
    name = load_words().of("en").name("accusative", card)
    assert f"{shower} shows you {name}." in text(look(evening, suggester).panels["log"])
    assert f"You show {suggester} {name}." in text(look(evening, shower).panels["log"])
    lying_open = re.sub(r'<span class="known">.*?</span>', "", look(evening, suggester).panels["status"])
    assert f"{shower} shows {suggester} a card." in text(lying_open)
    assert "shows you" not in text(lying_open)
    for other in (look(evening, third).panels["log"], look(evening, page="kiosk").panels["story"]):
        assert f"{shower} shows {suggester} a card." in text(other)
        assert f"{shower} shows you" not in text(other)


def deal_and_know(evening: Evening) -> dict[str, set[str]]:
    evening.deal()
    return {seat: set(evening.view(seat)["hand"]) for seat in evening.tokens}


def test_no_page_holds_another_seats_cards(evening: Evening) -> None:
    hands = deal_and_know(evening)
    for seat in hands:
        shown = set(re.findall(r"card-in-hand-([a-z]+)", "".join(look(evening, seat).panels.values())))
        assert shown == hands[seat]
    for page in PAGES:
        public = "".join(look(evening, page=page, host=True).panels.values())
        assert "card-in-hand" not in public


def test_a_wrong_accuser_alone_sees_the_case(evening: Evening) -> None:
    evening.deal()
    suspect, weapon, room = evening.case
    wrong = "plum" if suspect != "plum" else "green"
    evening.act("Ann", f"accuse {wrong} {weapon} {room}")
    assert f"card-in-hand-{suspect}" in look(evening, "Ann").panels["hand"]
    assert "You are wrong. It was" in text(look(evening, "Ann").panels["log"])
    for other in (look(evening, "Ben").panels["log"], look(evening, page="kiosk").panels["story"]):
        assert "Ann is wrong" in text(other) and "It was" not in text(other)
    assert "You accused wrongly" in text(look(evening, "Ann").panels["prompt"])


def test_the_end_shows_case_winner_and_proof(evening: Evening) -> None:
    evening.deal()
    case = evening.case
    evening.act("Ann", "accuse " + " ".join(case))
    for seen in (look(evening, "Ben"), look(evening, page="kiosk")):
        end = seen.panels["end"]
        assert "Ann has solved the case" in text(end)
        assert re.findall(r"card-in-hand-([a-z]+)", end) == case
        fair = evening.view()["fairness"]
        assert fair["salt"] in end and fair["digest"] in end and fair["deal"][0] in end


def test_a_guest_in_the_middle_of_a_game_learns_what_to_do(evening: Evening) -> None:
    evening.deal()
    assert "Ask the host for an invitation" in text(look(evening).panels["status"])
    assert '<section id="panel-prompt" hidden>' in look(evening).panels["prompt"]


def test_a_lost_link_and_a_misplaced_piece_are_said(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.deal()
    evening.table.linked("lost")
    wrong = [
        {"suspect": "mustard", "from": "W7", "to": "X7"},
        {"suspect": "plum", "from": None, "to": "A5"},
        {"suspect": "white", "from": "J23", "to": None},
        {"suspect": None, "from": "Q7", "to": None},
        {"suspect": None, "from": None, "to": "Q8"},
    ]
    seen = evening.table.view

    def shown(*corrections: dict[str, str | None]) -> Mapping[str, str]:
        monkeypatch.setattr(evening.table, "view", lambda seat: seen(seat) | {"corrections": [*corrections]})
        return look(evening, page="kiosk").panels

    kiosk = shown(*wrong)
    assert "The board does not answer" in text(kiosk["link"])
    told = text(kiosk["turn"])
    assert "Colonel Mustard belongs on X7." in told and "Professor Plum belongs on A5." in told
    assert "And 3 more." in told and "missing" not in told, "the question and the seats keep their room"
    assert kiosk["pieces"].count("arrow-shaft") == 1
    told = text(shown(*wrong[3:])["turn"])
    assert told.count("does not belong there") == 1 and "A piece is missing on Q8" in told
    assert "Mrs. White belongs in its room" in text(shown(wrong[2])["turn"])


def test_the_phone_asks_for_the_room_that_reeds_cannot_see(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.deal()
    evening.act("Ann", "roll")
    seen = evening.table.view
    monkeypatch.setattr(evening.table, "view", lambda seat: seen(seat) | {"ask_room": True})
    assert "Which room is it in?" in text(look(evening, "Ann").panels["prompt"])


def test_the_virtual_page_shows_where_tokens_stand(evening: Evening) -> None:
    evening.deal()
    evening.tray.put("mustard", "Q7")
    assert 'data-token="mustard" data-place="Q7"' in look(evening, page="virtual").panels["pieces"]
    assert 'data-token="mustard" data-place="X7"' in look(evening, page="kiosk").panels["pieces"]


def test_a_stream_sends_only_what_has_changed(evening: Evening) -> None:
    evening.deal()
    differing = changes()
    assert set(differing(look(evening, "Ben"))) == set(PAGES["player"])
    assert differing(look(evening, "Ben")) == {}
    evening.table.note("Ben", "rope", "Ann", "maybe")
    assert set(differing(look(evening, "Ben"))) == {"notes"}


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("chance", range(2))
def test_whole_games_leave_nothing_unsaid(tmp_path: Path, rules: str, chance: int) -> None:
    """Whatever happens has its sentence, whatever is offered its control (random games of every rule set)."""
    evening = open_evening(tmp_path, rules=rules, chance=chance)
    evening.deal()
    dice = random.Random(chance)
    for _ in range(100):
        if evening.view()["phase"] == "over":
            break
        seat = evening.asked
        shown = look(evening, seat).panels
        for words in ("Something new happened", "It is for you to decide", "Waiting for", "{"):
            assert words not in text("".join(shown.values())), (seat, evening.view(seat)["frame"])
        prompt = shown["prompt"]
        for offer in evening.view(seat)["acts"]:
            verb = offer["act"].split()[0]
            assert f'data-act="{verb}' in prompt, (offer, text(prompt))
        evening.act(seat, any_act(evening.view(seat), dice))
    evening.table.close()


def any_act(view: dict[str, Any], dice: random.Random) -> str:
    offers = [offer for offer in view["acts"] if offer["act"] != "accuse"] or view["acts"]
    offer = dice.choice(offers)
    return " ".join((offer["act"], *(dice.choice(words) for words in offer["choices"])))
