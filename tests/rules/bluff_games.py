"""Random games of `bluff` for its properties: crowded tables, and players that claim, doubt and lie a lot."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from companion.board import ROOMS, SUSPECTS
from companion.rules import Act, Ruleset, State, awaits, legal, ruleset_of
from tests.rules.games import BOARD, Game, set_up, shuffled, with_dice

OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "base": st.sampled_from(["classic", "travel"]),
    "dice": st.integers(1, 2),
    "begins": st.sampled_from(["scarlet", "highest"]),
    "revisit": st.booleans(),
    "must-suggest": st.booleans(),
    "accuse-after-suggestion": st.booleans(),
    "bar-leaving": st.booleans(),
    "untie": st.integers(2, 6),
}
"""The house options that `bluff` may be played with; `honour` only goes with one of its bases."""

OFTEN = {
    **dict.fromkeys(("claim rope", "claim revolver", "claim knife", "claim scarlet", "claim peacock"), 20.0),
    **dict.fromkeys(("suggest", "pass", "reveal", "claim green", "claim white", "claim plum"), 4.0),
    **dict.fromkeys(("claim leadpipe", "end", *(f"claim {room}" for room in ROOMS)), 0.3),
}
"""How much more often than anything else a random player does this."""


@st.composite
def bluff_rulesets(draw: st.DrawFn, honour: bool = True) -> Ruleset:
    """`bluff` with any house options."""
    options = draw(st.fixed_dictionaries({}, optional=OPTIONS))
    if honour and options.get("base") != "classic":
        options |= draw(st.fixed_dictionaries({}, optional={"honour": st.booleans()}))
    return ruleset_of("bluff", options)


def crowded(game: Game, chance: Random) -> Game:
    """Stand the tokens close together, where powers find targets."""
    rooms = chance.sample(ROOMS, 2)
    squares = chance.sample([square for square in BOARD.squares if square[1:] in ("6", "7")], len(SUSPECTS))
    tokens = {
        suspect: chance.choice([*rooms, square])
        for suspect, square in zip(game.state.tokens, squares, strict=True)
    }
    game.state = replace(game.state, tokens=tokens, bullets=chance.randint(0, 6))
    return game


def new_bluff(ruleset: Ruleset, seats: int, chance: Random) -> Game:
    """A game before its first act, most often at a crowded table."""
    game = set_up(ruleset, *shuffled(seats, chance))
    return crowded(game, chance) if chance.random() < 0.8 else game


def pick_bluff(state: State, chance: Random, guess: float = 0.02) -> tuple[str, Act]:
    """Some seat that may act, and something it may do, mostly with cards and rarely an accusation."""
    asked = awaits(state)
    others = [name for name in state.names if name not in asked and legal(state, name)]
    seat = chance.choice(others if others and chance.random() < 0.2 else asked)
    offers = legal(state, seat)
    weights = [guess if offer.act == "accuse" else OFTEN.get(offer.act, 1.0) for offer in offers]
    [offer] = chance.choices(offers, weights)
    act = Act.parse(" ".join([offer.act, *(_word(words, chance) for words in offer.choices)]))
    return seat, with_dice(state, seat, act, chance)


def _word(words: tuple[str, ...], chance: Random) -> str:
    rooms = [word for word in words if word in ROOMS]
    return chance.choice(rooms if rooms and chance.random() < 0.7 else words)


def play_bluff(game: Game, chance: Random, acts: int, guess: float = 0.02) -> None:
    """Play on for so many acts, or to the end."""
    for _ in range(acts):
        if not awaits(game.state):
            return
        game.do(*pick_bluff(game.state, chance, guess))


@st.composite
def bluff_games(draw: st.DrawFn, acts: int = 80, honour: bool = True) -> Game:
    """A game of `bluff` somewhere on its way, at most so many acts from its beginning."""
    ruleset = draw(bluff_rulesets(honour))
    chance = Random(draw(st.integers(0, 2**32)))
    game = new_bluff(ruleset, draw(st.integers(3, 6)), chance)
    play_bluff(game, chance, draw(st.integers(0, acts)), guess=0.005)
    return game
