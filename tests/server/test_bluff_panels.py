"""What the pages show of a bluff, and what they show to nobody."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.rules import CARDS, awaits
from tests.server.evening import Evening, open_evening
from tests.server.stage import LOUNGE, PLAYERS, Stage
from tests.server.test_panels import look, text

SHOT = ("Ann: claim revolver Ben",)
FIRED = (*SHOT, "all: pass")
TURNED = (*FIRED, "Ben: claim white", "all: pass")
CAUGHT = (*SHOT, "Ben: challenge", "Ann: concede")
SWAPPED = (
    *("Ann: roll 1 2", "Ann: move lounge", "Ann: claim peacock Cat"),
    *("all: pass", "Cat: pass", "house: draw white"),
)

Play = Callable[..., Stage]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = open_evening(tmp_path, rules="bluff")
    evening.sit_down(PLAYERS)
    evening.table.start()
    yield evening
    evening.table.close()


@pytest.fixture
def play(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Play:
    def played(*acts: str, **how: object) -> Stage:
        stage = Stage(evening, *acts, **how)  # type: ignore[arg-type]
        monkeypatch.setattr(evening.table, "view", stage.view)
        return stage

    return played


def acts_on(html: str) -> list[str]:
    return re.findall(r'data-act="([^"]+)"', html)


QUESTIONS = {
    "window": (SHOT, "Ben", "Ann claims the revolver against Ben . Do you believe it?", "challenge pass"),
    "mustard": (
        (*SHOT, "Dan: challenge mustard", "Ben: pass"),
        "Eve",
        "Dan claims Colonel Mustard, to call Ann a liar.",
        "challenge pass",
    ),
    "dispute": ((*SHOT, "Ben: challenge"), "Ann", "Ben does not believe that you hold", "reveal concede"),
    "penalty": (CAUGHT, "Ann", "You have not shown the revolver: you owe Ben a weapon card.", "pay_rope"),
    "proven": (
        ("Ann: claim kitchen", "Ben: challenge", "Ann: reveal"),
        "Ben",
        "Ann has shown the Kitchen: you owe Ann a room card.",
        "pay_hall",
    ),
    "revolver": (FIRED, "Ben", "Ann shoots at you: you fall", "claim_wrench claim_white pass"),
    "white": (TURNED, "Ann", "Ben turns your attack round", "claim_plum pass"),
    "swap": (
        SWAPPED,
        "Ann",
        "You have taken a card from Cat",
        "give_kitchen give_mustard give_rope give_scarlet give_white",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_question_has_its_sentence_and_its_controls(evening: Evening, play: Play, kind: str) -> None:
    acts, asked, sentence, controls = QUESTIONS[kind]
    play(*acts)
    prompt = look(evening, asked).panels["prompt"]
    assert sentence in text(prompt)
    shown = acts_on(prompt)
    lot = sorted(shown) if kind == "swap" else shown  # cards lie in an order that tells nothing
    assert lot == [word.replace("_", " ") for word in controls.split()]


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("rope", "Ann is tying you up"),
        ("knife", "Ann stabs at you"),
        ("scarlet", "Ann seduces you"),
    ],
)
def test_each_attack_is_told_to_its_target(evening: Evening, play: Play, claim: str, sentence: str) -> None:
    play(f"Ann: claim {claim} Ben", "all: pass", places=LOUNGE)
    told = text(look(evening, "Ben").panels["prompt"])
    assert sentence in told and "You may claim a card that you do not hold." in told


def test_doors_and_ropes_tell_the_dice(evening: Evening, play: Play) -> None:
    play("Ann: roll 1 2", "Ann: move kitchen", places="put scarlet T17\nbarred kitchen")
    assert "The door to the Kitchen is barred. Throw a die: 5 or 6 breaks it." in text(
        look(evening, "Ann").panels["prompt"]
    )
    play(turn="Cat", places=LOUNGE)
    assert "Throw the die: 6 frees you." in text(look(evening, "Cat").panels["prompt"])
    play(turn="Cat", places=LOUNGE, options="untie=4")
    assert "Throw the die: 4, 5, or 6 frees you." in text(look(evening, "Cat").panels["prompt"])


def test_after_a_shot_or_a_teleport_nothing_is_asked_that_is_forbidden(evening: Evening, play: Play) -> None:
    play(*FIRED, "Ben: pass")
    assert "A shot leaves two things" in text(look(evening, "Ann").panels["prompt"])
    assert "Ann has shot" in text(look(evening, "Cat").panels["prompt"])
    play("Ann: claim hall", "all: pass")
    assert "You are in the Hall. Claim a power, or end your turn." in text(
        look(evening, "Ann").panels["prompt"]
    )
    assert "Ann may claim a power or end the turn." in text(look(evening, page="kiosk").panels["turn"])


# -- R35: the page gives nothing away -----------------------------------------------------------------


def test_all_who_are_asked_read_the_very_same(evening: Evening, play: Play) -> None:
    """Whatever they hold, and whoever the target is; only the neighbour needs no Mustard."""
    for target in ("", " Cat"):
        act, places = ("Ann: claim hall", LOUNGE) if not target else ("Ann: claim knife Cat", LOUNGE)
        places = places.replace("put white Q7", "put white lounge")
        play(act, places=places)
        prompts = {seat: look(evening, seat).panels["prompt"] for seat in PLAYERS if seat != "Ann"}
        others = {prompts[seat] for seat in ("Cat", "Dan", "Eve")}
        assert len(others) == 1
        sentences = {re.search(r'<p class="sentence".*?</p>', html, re.S)[0] for html in prompts.values()}  # type: ignore[index]
        assert len(sentences) == 1


HONEST = {"Ann": "scarlet revolver kitchen mustard", "Ben": "rope knife hall"}
PRIVATE = {"hand", "notes"}
"""Panels that show the own cards, and nothing else does."""


@pytest.mark.parametrize(
    "acts",
    [(), SHOT, (*SHOT, "Ben: challenge"), (*SHOT, "all: pass"), TURNED],
    ids=lambda acts: str(len(acts)),
)
def test_a_lie_looks_like_the_truth(evening: Evening, play: Play, acts: tuple[str, ...]) -> None:
    """Ann holds the revolver, or Ben does: on her phone, on his, and on the screen all is the same."""
    seen = []
    for hands in ({}, HONEST):
        stage = play(*acts, hands=hands)
        pages = {"": look(evening, page="kiosk", host=True).panels}
        pages |= {seat: look(evening, seat).panels for seat in PLAYERS}
        assert awaits(stage.state)
        seen.append({(who, name): html for who, page in pages.items() for name, html in page.items()})
    lie, truth = seen
    assert {panel for _, panel in (key for key in lie if lie[key] != truth[key])} <= PRIVATE


def test_only_the_neighbours_doubt_is_the_main_button(evening: Evening, play: Play) -> None:
    """To doubt with Mustard is a claim of one's own: no thumb should fall into it."""
    play(*SHOT)
    main = {
        seat: re.findall(r'class="main" data-act="([^"]+)"', look(evening, seat).panels["prompt"])
        for seat in ("Ben", "Cat")
    }
    assert main == {"Ben": ["challenge"], "Cat": ["pass"]}


def test_a_disputed_claim_can_always_be_revealed_and_conceded(evening: Evening, play: Play) -> None:
    for hands in ({}, HONEST):
        play(*SHOT, "Ben: challenge", hands=hands)
        assert acts_on(look(evening, "Ann").panels["prompt"]) == ["reveal", "concede"]
        assert acts_on(look(evening, "Cat").panels["prompt"]) == []


def test_the_sheet_of_claims_knows_no_hand(evening: Evening, play: Play) -> None:
    sheets = set()
    for hands in ({}, HONEST):
        play(hands=hands, places=LOUNGE)
        prompt = look(evening, "Ann").panels["prompt"]
        sheets.add(prompt[prompt.index('<details id="powers"') :])
    assert len(sheets) == 1
    (sheet,) = sheets
    assert "card-in-hand" not in sheet
    headings = re.findall(r'<fieldset id="powers-([a-z]+)">', sheet)
    assert headings == ["room", "weapon", "suspect"]
    assert acts_on(sheet) == [
        *(f"claim {room}" for room in CARDS[12:] if room != "lounge"),
        "claim candlestick", "claim leadpipe", "claim rope Ben", "claim revolver Ben", "claim knife Ben",
        "claim scarlet Ben", "accuse",
    ]  # fmt: skip


def test_no_label_on_a_covered_card_tells_it(evening: Evening, play: Play) -> None:
    play(*CAUGHT)
    prompt = look(evening, "Ann").panels["prompt"]
    assert text(re.findall(r"<button[^>]*confirm.*?</button>", prompt, re.S)[0]) == "Give this card"
    assert "data-look" in prompt and "data-keep-open" in prompt
    play("Ann: claim hall", "Ben: challenge", "Ann: concede")
    assert "Only Ben will see it." in text(look(evening, "Ann").panels["prompt"])
    assert "Kitchen" not in text(look(evening, "Ann").panels["status"])


# -- time, and who is away ------------------------------------------------------------------------------


def test_a_limit_is_shown_where_there_is_one(evening: Evening, play: Play) -> None:
    play(*SHOT)
    for html in (
        look(evening, "Ben").panels["prompt"],
        look(evening, "Ann").panels["prompt"],
        look(evening, page="kiosk").panels["turn"],
    ):
        assert 'data-countdown="window"' in html and "No time limit." not in text(html)
    play(*SHOT, window=None)
    for html in (look(evening, "Ben").panels["prompt"], look(evening, page="kiosk").panels["turn"]):
        assert "data-countdown" not in html and "No time limit." in text(html)


def test_what_is_left_travels_beside_the_panels(evening: Evening, play: Play) -> None:
    play(*SHOT)
    first = look(evening, "Ben")
    play(*SHOT, window={"seconds": 12, "rest": 2.0})
    second = look(evening, "Ben")
    assert first.panels == second.panels
    assert [seen.clock["window"]["rest"] for seen in (first, second)] == [8.3, 2.0]


def test_the_host_may_pass_for_whoever_is_asked(evening: Evening, play: Play) -> None:
    play(*SHOT, "Ben: pass")
    turn = look(evening, page="kiosk", host=True).panels["turn"]
    assert re.findall(r'id="asked-([a-z]+)"', turn) == ["white", "green", "peacock"]
    assert turn.count("/api/pass") == 3 and 'aria-label="Pass for Cat"' in turn
    assert "/api/pass" not in look(evening, page="kiosk").panels["turn"]
    assert "/api/pass" not in look(evening, "Ann", host=True).panels["prompt"]
    play(*SHOT, "Ben: challenge")
    assert "/api/pass" not in look(evening, page="kiosk", host=True).panels["turn"]


def test_everybody_sees_the_host_pass(evening: Evening, play: Play) -> None:
    play(*SHOT, "Ben: pass", passing={"seat": "Cat", "rest": 4.2})
    assert "The host passes for you in 5 s. Answer now" in text(look(evening, "Cat").panels["prompt"])
    assert "challenge mustard" in acts_on(look(evening, "Cat").panels["prompt"])
    for html in (
        look(evening, "Ann").panels["prompt"],
        look(evening, page="kiosk", host=True).panels["turn"],
    ):
        assert "The host passes for Cat in 5 s." in text(html)
        assert "/api/pass" not in html


# -- the table ------------------------------------------------------------------------------------------


def test_bullets_are_counted_on_every_page(evening: Evening, play: Play) -> None:
    play(places=LOUNGE)
    for html in (look(evening, page="kiosk").panels["powers"], look(evening, "Dan").panels["status"]):
        assert html.count('class="cartridge"') == 3 and html.count('class="cartridge spent"') == 3
        assert 'aria-label="3 bullets are left"' in html


def test_a_shot_on_its_way_is_drawn_along_its_line(evening: Evening, play: Play) -> None:
    play(*SHOT)
    pieces = look(evening, page="kiosk").panels["pieces"]
    assert '<path class="sight" d="M660.0 220.0 660.0 300.0"/>' in pieces
    play(*SHOT, "Dan: challenge mustard", "Ben: pass")
    assert 'class="sight"' in look(evening, page="kiosk").panels["pieces"]
    play(*FIRED)
    assert 'class="sight fired"' in look(evening, "Cat").panels["pieces"]
    play(*FIRED, "Ben: pass")
    assert "sight" not in look(evening, page="kiosk").panels["pieces"]
    play("Ann: claim revolver Ben", places=LOUNGE)
    assert "sight" not in look(evening, page="kiosk").panels["pieces"]


def test_claims_on_claims_are_shown_in_their_order(evening: Evening, play: Play) -> None:
    play(*FIRED, "Ben: claim wrench")
    powers = text(look(evening, page="kiosk").panels["powers"])
    assert powers.index("Revolver") < powers.index("Wrench")
    assert "Claimed this turn" in powers


def test_ropes_and_hearts_are_on_seats_and_tokens(evening: Evening, play: Play) -> None:
    play("Ann: claim scarlet Ben", "all: pass", "Ben: pass", places=LOUNGE)
    pieces = look(evening, page="kiosk").panels["pieces"]
    assert pieces.count('class="rope"') == pieces.count('class="heart"') == 1
    assert re.search(r'id="piece-white".*?class="rope"', pieces)
    assert re.search(r'id="piece-mustard".*?class="heart"', pieces)
    seats = look(evening, page="kiosk").panels["table"]
    assert 'aria-label="tied up"' in seats and 'aria-label="held in the room"' in seats
    assert "tied up" in text(look(evening, "Dan").panels["status"])


def test_the_eliminated_are_out(evening: Evening, play: Play) -> None:
    play(*FIRED, "Ben: claim wrench", "Cat: challenge", "Ben: concede", hands={"Ben": "hall"})
    assert re.search(
        r'id="seat-mustard" class="seat[^"]*eliminated', look(evening, page="kiosk").panels["table"]
    )
    assert "You are out of the game." in text(look(evening, "Ben").panels["prompt"])


def test_hands_are_told_what_to_move_where_nothing_feels_it(evening: Evening, play: Play) -> None:
    play(*FIRED, "Ben: pass")
    for html in (look(evening, page="kiosk").panels["turn"], look(evening, "Cat").panels["status"]):
        assert "Take Colonel Mustard back to X7." in text(html)
    assert 'class="token mustard fallen"' in look(evening, page="kiosk").panels["pieces"]
    play("Ann: claim hall", "all: pass")
    assert "Move Miss Scarlet to the Hall." in text(look(evening, page="kiosk").panels["turn"])
    play(*FIRED, "Ben: pass", link="ok")
    assert "Take Colonel" not in text(look(evening, page="kiosk").panels["turn"])


def test_the_end_counts_claims_and_doubts(evening: Evening, play: Play) -> None:
    play(
        *CAUGHT,
        "Ann: pay rope",
        "Ann: accuse plum candlestick study",
        fairness={"salt": "s", "digest": "d", "deal": []},
    )
    end = text(look(evening, page="kiosk").panels["end"])
    assert "1 Claims 1 Doubted 1 Not shown" in end
