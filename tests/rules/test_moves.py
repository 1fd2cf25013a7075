"""Moves against a walker of this file's own, which knows only the map and section 3 of the rules."""

import json
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.board import SUSPECTS
from companion.records import parse_record
from companion.rules import REFUSALS, Act, Refusal, State, apply, legal, verify
from tests.rules.games import BOARD, Game, games, rulesets

MAP = json.loads(files("companion.board").joinpath("data/classic.json").read_text(encoding="utf-8"))["map"]
SQUARES = {
    f"{chr(65 + column)}{row}"
    for row, line in enumerate(MAP)
    for column, cell in enumerate(line)
    if cell == "."
}
Way = tuple[str, ...]


def beside(square: str) -> list[str]:
    column, row = ord(square[0]), int(square[1:])
    around = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    return [name for c, r in around if (name := f"{chr(c)}{r}") in SQUARES]


def ways(origin: str, steps: int, taken: set[str], revisit: bool) -> set[Way]:
    """Every way that a roll of so many steps allows: all steps onto squares, or fewer into a room."""
    found: set[Way] = set()

    def walk(way: Way) -> None:
        if len(way) == steps:
            found.add(way)
            return
        here = way[-1] if way else origin
        at_door = {door.room for door in BOARD.doors if door.square == here}
        found.update((*way, room) for room in at_door - {origin})
        onto = beside(here) if here in SQUARES else [door.square for door in BOARD.doors if door.room == here]
        for square in onto:
            if square not in taken and (revisit or square not in (origin, *way)):
                walk((*way, square))

    walk(())
    return found


def expected_ways(state: State, seat: str, roll: int) -> set[Way]:
    """The ways of a roll, or of the most steps that any way exists for (R1)."""
    origin = state.place_of(seat)
    taken = set(state.tokens.values()) - {origin}
    for steps in range(roll, 0, -1):
        if found := ways(origin, steps, taken & SQUARES, state.ruleset.revisit):
            return found
    return set()


@st.composite
def crowds(draw: st.DrawFn) -> State:
    """A table whose first mover stands in a crowd, on a square or in a room."""
    chance = Random(draw(st.integers(0, 2**32)))
    near = [chance.choice(sorted(SQUARES))]
    for square in near:
        near += [other for other in beside(square) if other not in near and len(near) < 14]
    places = dict(zip(SUSPECTS, chance.sample(near, len(SUSPECTS)), strict=True))
    if draw(st.booleans()):
        places["scarlet"] = chance.choice(BOARD.rooms)
        fronts = [door.square for door in BOARD.doors if door.room == places["scarlet"]]
        places.update(
            zip(SUSPECTS[1:], chance.sample(fronts, draw(st.integers(0, len(fronts)))), strict=False)
        )
    revisit = "on" if draw(st.booleans()) else "off"
    lines = [
        f"rules classic revisit={revisit}",
        "seat Ann scarlet",
        "seat Ben mustard",
        "seat Cat white",
        "case green knife study",
        *(f"put {suspect} {place}" for suspect, place in places.items()),
    ]
    assume(len(set(places.values()) & SQUARES) == len([one for one in places.values() if one in SQUARES]))
    return parse_record("\n".join(lines), "crowd.case", Path()).start.state


def accepted(state: State, way: Way) -> bool:
    try:
        verify(state, "Ann", Act("move", way))
    except Refusal:
        return False
    return True


@settings(max_examples=80, deadline=None)
@given(crowds(), st.integers(1, 6), st.data())
def test_a_roll_leads_where_the_walker_goes_and_nowhere_else(
    state: State, roll: int, data: st.DataObject
) -> None:
    origin = state.tokens["scarlet"]
    allowed = expected_ways(state, "Ann", roll)
    if origin in BOARD.rooms and origin not in BOARD.passages and not expected_ways(state, "Ann", 1):
        with pytest.raises(REFUSALS["trapped"]):  # R3
            verify(state, "Ann", Act("roll"))
        return
    state = apply(state, "Ann", Act("roll", (str(roll),))).state
    ends = {way[-1] for way in allowed}
    offered = {end for offer in legal(state, "Ann") if offer.act == "move" for end in offer.choices[0]}
    assert offered == ends
    assert {place for place in BOARD.places if accepted(state, (place,))} == ends
    if not allowed:
        return
    way = data.draw(st.sampled_from(sorted(allowed)))
    assert accepted(state, way)
    assert apply(state, "Ann", Act("move", way)).state.tokens["scarlet"] == way[-1]
    assert not accepted(state, (origin, *way))
    longer = ways(origin, roll + 2, set(state.tokens.values()) & SQUARES - {origin}, state.ruleset.revisit)
    assert not any(accepted(state, detour) for detour in longer if len(detour) > roll)
    for at in range(len(way)):
        for other in {*beside(way[at]), *BOARD.rooms, origin} if way[at] in SQUARES else {*BOARD.rooms}:
            bent = (*way[:at], other, *way[at + 1 :])
            assert accepted(state, bent) is (bent in allowed if len(bent) > 1 else other in ends), bent
        shortened = way[:at] + way[at + 1 :]
        if len(shortened) > 1:
            assert accepted(state, shortened) is (shortened in allowed), shortened


@settings(max_examples=25, deadline=None)
@given(games(rules=rulesets(dice=st.just(1))))
def test_moves_in_running_games_are_the_walker_s(game: Game) -> None:
    state, seat = game.state, game.state.in_turn
    for roll in range(1, 7):
        try:
            rolled = apply(state, seat or "nobody", Act("roll", (str(roll),))).state
        except Refusal:
            continue
        offers = [offer for offer in legal(rolled, seat or "") if offer.act == "move"]
        ends = {way[-1] for way in expected_ways(state, seat or "", roll)}
        assert {end for offer in offers for end in offer.choices[0]} == ends
