"""How many acts the engine plays in a second, what may be done next and the views included."""

import time
from collections.abc import Iterator
from random import Random

from companion.bench.figure import Figure
from companion.bench.randomplay import play
from companion.board import load_board
from companion.rules import RULESETS, view

GAMES = 5


def measure() -> Iterator[Figure]:
    """Whole random games of each rule set; every act is chosen among all legal ones."""
    board = load_board("classic")
    for name, ruleset in RULESETS.items():
        acts, began = 0, time.perf_counter()
        for game in range(GAMES):
            for _ in play(board, ruleset, 6, Random(game)):
                acts += 1
        took = time.perf_counter() - began
        yield Figure(
            f"engine, {name}", acts / took, "acts/s", f"{acts} acts of {GAMES} random games, six seats"
        )
    states = [played.step.state for played in play(board, RULESETS["travel"], 6, Random(0))][:500]
    began = time.perf_counter()
    for state in states:
        view(state, state.names[0])
    took = time.perf_counter() - began
    yield Figure("view of a seat", 1000 * took / len(states), "ms", f"mean of {len(states)} views")
