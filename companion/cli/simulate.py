"""`companion simulate`: random legal games, each act held to the invariants of the engine."""

import json
import time
from collections import Counter
from random import Random

import click

from companion.bench.randomplay import play
from companion.board import load_board
from companion.cli.inputs import rules_of
from companion.rules import BULLETS, MAX_SEATS, MIN_SEATS, Refusal, State, Step, broken

ENDINGS = ("solved", "outlasted", "drawn", "unfinished")

PATIENCE = 100_000
"""Acts after which a game counts as one that does not end; the longest seen had a tenth of that."""


@click.command()
@click.option("--rules", default="classic", help="The rule set.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house option; may be repeated."
)
@click.option("--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), default=MAX_SEATS)
@click.option("--games", type=click.IntRange(1), default=100)
@click.option("--seed", type=int, default=1, help="The same seed plays the same games.")
def command(rules: str, options: tuple[str, ...], seats: int, games: int, seed: int) -> None:
    """Play random legal games and tell as JSON how they went.

    Exit code 1 when an act that was offered is refused, an invariant is broken or a game does not end.
    """
    board, ruleset = load_board("classic"), rules_of(rules, options)
    endings: Counter[str] = Counter(dict.fromkeys(ENDINGS, 0))
    faults: list[str] = []
    acts = refused = 0
    began = time.perf_counter()
    for game in range(games):
        count = shots = 0
        ending = "unfinished"
        try:
            for played in play(board, ruleset, seats, Random(f"{seed}/{game}")):
                count += 1
                shots += sum(event.kind == "shot" for event in played.step.events)
                faults += [
                    f"game {game}, act {count} ({played.seat}: {played.act}): not so that {what}"
                    for what in _broken(played.step.state, shots)
                ]
                ending = _ending(played.step)
                if count == PATIENCE:
                    break
        except Refusal as refusal:
            refused += 1
            faults.append(f"game {game}, act {count + 1}: offered and refused because {refusal.code}")
        acts += count
        endings[ending] += 1
    report = {
        "rules": ruleset.name,
        "seats": seats,
        "games": games,
        "seed": seed,
        "acts": acts,
        "seconds": round(time.perf_counter() - began, 3),
        "refused": refused,
        "endings": endings,
        "shares": {ending: round(endings[ending] / games, 3) for ending in ENDINGS},
        "faults": faults[:20],
    }
    click.echo(json.dumps(report))
    if faults or endings["unfinished"]:
        raise SystemExit(1)


def _broken(state: State, shots: int) -> tuple[str, ...]:
    spent = () if state.bullets + shots == BULLETS else ("each shot has cost one bullet",)
    return broken(state) + spent


def _ending(step: Step) -> str:
    """How a game has ended with a step: the case solved, all others eliminated, or nobody left (R6, R38)."""
    outcome = step.state.outcome
    if outcome is None:
        return "unfinished"
    if outcome.winner is None:
        return "drawn"
    return "solved" if any(event.kind == "right" for event in step.events) else "outlasted"
