"""What the records of `bluff` must cover; tests/records/test_replay.py plays them."""

import json
import re
from pathlib import Path

import pytest

from companion.records import load_record, replay
from companion.rules import CARDS, REFUSALS, view

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.case"))

POWERS = ("room", *CARDS[:12])
"""The suspects and weapons, and the nine rooms as one."""
KINDS = ("success", "caught", "proven", "refused")
RULINGS = range(20, 45)
NESTS = (
    "nest_shot_wrench_challenge",
    "nest_shot_white_plum_challenge",
    "nest_mustard_challenge_challenged_held",
    "nest_mustard_challenge_challenged_a_lie",
    "nest_the_challenger_who_cannot_pay_is_the_target",
    "nest_a_penalty_that_empties_the_hand",
    "nest_the_last_payer_eliminated_in_the_own_turn",
    "nest_a_caught_teleport_then_rolls",
    "nest_green_with_one_bullet_left",
    "nest_peacock_blocked_by_a_false_plum",
    "nest_a_seduced_seat_summoned_away",
)
OPTIONS = ("bar_leaving", "untie", "base_classic", "base_travel", "window", "dice")
TWINS = sorted(name.removesuffix("_a") for name in NAMES if re.fullmatch(r"twin_.*_a", name))

CODES = {
    "room": "not-in-turn unreachable no-target must-move not-now already-claimed tied seduced shot",
    "candlestick": "not-in-turn no-target must-move not-now already-claimed trapped seduced shot",
    "leadpipe": "not-in-turn not-in-room no-target must-move already-claimed barred shot",
    "rope": "not-in-turn no-target must-move already-claimed not-adjacent tied shot",
    "revolver": "not-in-turn no-target must-move already-claimed out-of-sight no-bullets shot not-now",
    "knife": "not-in-turn no-target must-move already-claimed not-adjacent shot",
    "wrench": "not-now no-target",
    "mustard": "not-now not-neighbour no-target already-claimed",
    "scarlet": "not-in-turn not-in-room no-target must-move already-claimed",
    "peacock": "not-in-turn not-in-room no-target must-move no-entry already-suggested teleported shot"
    " already-claimed",
    "white": "not-now not-in-turn",
    "green": "not-in-turn not-now no-target must-move already-claimed",
    "plum": "not-now",
}
"""Every reason for which a claim of the card (for mustard, a challenge) can be refused."""

ROOMS = frozenset(CARDS[12:])


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.case").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("power", POWERS)
def test_every_power_has_its_four_kinds_of_record(power: str, kind: str) -> None:
    assert [name for name in NAMES if re.match(rf"{power}_{kind}(_|$)", name)]


def cards_of(name: str, kind: str) -> set[str]:
    """The cards that this kind of event names when the record is played."""
    events = replay(load_record(FOLDER / f"{name}.case")).events
    return {str(event.args["card"]) for event in events if event.kind == kind}


@pytest.mark.parametrize("power", POWERS)
def test_a_record_of_a_power_is_about_it(power: str) -> None:
    cards = set(ROOMS) if power == "room" else {power}
    for name in (name for name in NAMES if name.startswith(f"{power}_success")):
        assert cards & cards_of(name, "claimed") - cards_of(name, "void") - cards_of(name, "challenged"), name
    for name in (name for name in NAMES if name.startswith(f"{power}_caught")):
        assert cards & cards_of(name, "conceded") & cards_of(name, "void"), name
    for name in (name for name in NAMES if name.startswith(f"{power}_proven")):
        assert cards & cards_of(name, "revealed") - cards_of(name, "void"), name


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_has_a_record(ruling: int) -> None:
    assert [name for name in NAMES if name.startswith(f"r{ruling}_")]


@pytest.mark.parametrize("name", NESTS)
def test_every_nest_has_its_record(name: str) -> None:
    assert name in NAMES


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_that_bluff_looks_at_has_a_record(option: str) -> None:
    assert f"option_{option}" in NAMES


@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_claimed(card: str) -> None:
    said = rf"^\w+: (challenge {card}|claim {card}( \w+)?)\b"
    assert [name for name in NAMES if re.search(said, text_of(name), re.M)]


@pytest.mark.parametrize("power", POWERS)
def test_every_reason_to_refuse_a_power_has_a_record(power: str) -> None:
    card = "|".join(sorted(ROOMS)) if power == "room" else power
    verb = "challenge(?: mustard)?" if power == "mustard" else f"claim (?:{card})(?: \\w+)?"
    found = {
        code
        for name in NAMES
        for code in re.findall(rf"^refused \w+: {verb} because (\S+)", text_of(name), re.M)
    }
    wanted = set(CODES[power].split())
    assert wanted <= set(REFUSALS)
    assert found >= wanted


@pytest.mark.parametrize("twin", TWINS)
def test_twins_end_alike(twin: str) -> None:
    ends = [replay(load_record(FOLDER / f"{twin}_{which}.case")).state for which in "ab"]
    one, other = (json.dumps([view(state, seat) for seat in (None, *state.names)]).encode() for state in ends)
    assert text_of(f"{twin}_a") != text_of(f"{twin}_b")
    assert one == other
    assert ends[0].hands == ends[1].hands


def test_there_are_twins() -> None:
    assert len(TWINS) >= 2
