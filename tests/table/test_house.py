"""Chance: what is dealt is a deal by the rules, and nothing but chance decides it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import ROOMS, SUSPECTS
from companion.rules import CARDS, WEAPONS
from companion.table import House
from tests.table.evening import NAMES


@given(st.integers(), st.integers(3, 6))
def test_a_deal_lays_out_all_21_cards(seed: int, seats: int) -> None:
    names = NAMES[:seats]
    deal = House(random.Random(seed)).deal(names)
    suspect, weapon, room = deal.case
    assert suspect in SUSPECTS and weapon in WEAPONS and room in ROOMS
    assert sorted([*deal.case, *(card for hand in deal.hands.values() for card in hand)]) == sorted(CARDS)
    sizes = [len(deal.hands[name]) for name in names]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] - sizes[-1] <= 1  # the first seat gets the first
    assert list(deal.hands) == list(names)


@given(st.integers())
def test_six_weapons_lie_in_six_rooms(seed: int) -> None:
    weapons = House(random.Random(seed)).deal(NAMES[:3]).weapons
    assert list(weapons) == list(WEAPONS)
    assert len(set(weapons.values())) == 6 and set(weapons.values()) <= set(ROOMS)


def test_every_card_can_lie_in_the_case_file_and_every_weapon_in_every_room() -> None:
    house = House(random.Random(5))
    deals = [house.deal(NAMES[:4]) for _ in range(400)]
    assert {card for deal in deals for card in deal.case} == set(CARDS)
    assert len({pair for deal in deals for pair in deal.weapons.items()}) == 6 * 9


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_dice_show_one_to_six(count: int) -> None:
    house = House(random.Random(2))
    throws = [house.dice(count) for _ in range(200)]
    assert {len(throw) for throw in throws} == {count}
    assert {die for throw in throws for die in throw} == (set(range(1, 7)) if count else set())


def test_without_a_seed_no_two_evenings_are_alike() -> None:
    assert House().deal(NAMES) != House().deal(NAMES)
    assert House().salt() != House().salt()
    assert len(bytes.fromhex(House().salt())) == 16
