"""Random legal games for the properties: tables, deals, and players that pick any offer."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random

from hypothesis import strategies as st

from companion.board import ROOMS, SUSPECTS, load_board
from companion.rules import (
    CARDS,
    WEAPONS,
    Act,
    Deal,
    Event,
    Offer,
    Ruleset,
    Seat,
    State,
    apply,
    awaits,
    deal_out,
    dice_needed,
    legal,
    new_game,
    ruleset_of,
)

BOARD = load_board("classic")
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay")


@dataclass
class Game:
    """A game as it was set up, and how far it has come.

    acts: who and what, dice included.
    """

    ruleset: Ruleset
    seats: tuple[Seat, ...]
    deal: Deal
    state: State
    events: list[Event] = field(default_factory=list)
    acts: list[tuple[str, str]] = field(default_factory=list)

    def do(self, seat: str, act: Act) -> None:
        """Play an act, with whatever it raises."""
        step = apply(self.state, seat, act)
        self.state = step.state
        self.events += step.events
        self.acts.append((seat, str(act)))


def set_up(ruleset: Ruleset, seats: tuple[Seat, ...], deal: Deal) -> Game:
    """A game before its first act."""
    step = new_game(BOARD, ruleset, seats, deal)
    return Game(ruleset, seats, deal, step.state, list(step.events))


def shuffled(seats: int, chance: Random) -> tuple[tuple[Seat, ...], Deal]:
    """Seats with suspects of their own, and a deal for them."""
    names = NAMES[:seats]
    case = (chance.choice(SUSPECTS), chance.choice(WEAPONS), chance.choice(ROOMS))
    rest = [card for card in CARDS if card not in case]
    chance.shuffle(rest)
    rooms = dict(zip(WEAPONS, chance.sample(ROOMS, len(WEAPONS)), strict=True))
    table = zip(names, chance.sample(SUSPECTS, seats), strict=True)
    return tuple(Seat(*one) for one in table), Deal(case, deal_out(rest, names), rooms)


def said(offer: Offer) -> Iterator[Act]:
    """Every act that an offer stands for."""
    return (Act.parse(" ".join((offer.act, *words))) for words in product(*offer.choices))


def with_dice(state: State, seat: str, act: Act, chance: Random) -> Act:
    """The act with the dice that the house throws for it."""
    thrown = (str(chance.randint(1, 6)) for _ in range(dice_needed(state, seat, act)))
    return Act(act.verb, (*act.words, *thrown))


def pick(state: State, chance: Random, guess: float = 0.02) -> tuple[str, Act]:
    """Some seat that may act, and something it may do; accusations are rare."""
    asked = awaits(state)
    others = [name for name in state.names if name not in asked and legal(state, name)]
    seat = chance.choice(others if others and chance.random() < 0.2 else asked)
    offers = legal(state, seat)
    calm = [offer for offer in offers if offer.act != "accuse"]
    if not calm or (len(calm) < len(offers) and chance.random() < guess):
        calm = [offer for offer in offers if offer.act == "accuse"]
    offer = chance.choice(calm)
    words = [_likely(choice, chance) for choice in offer.choices]
    return seat, with_dice(state, seat, Act.parse(" ".join((offer.act, *words))), chance)


def _likely(words: tuple[str, ...], chance: Random) -> str:
    rooms = [word for word in words if word in ROOMS]
    return chance.choice(rooms if rooms and chance.random() < 0.7 else words)


def play(game: Game, chance: Random, acts: int, guess: float = 0.02) -> None:
    """Play on for so many acts, or to the end."""
    for _ in range(acts):
        if not awaits(game.state):
            return
        game.do(*pick(game.state, chance, guess))


@st.composite
def rulesets(draw: st.DrawFn, dice: st.SearchStrategy[int] = st.integers(1, 3)) -> Ruleset:  # noqa: B008
    """`classic` or `travel` with any house options of theirs."""
    name = draw(st.sampled_from(["classic", "travel"]))
    switches = ["revisit", "must-suggest", "accuse-after-suggestion"] + ["honour"] * (name == "travel")
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "dice": dice,
                "begins": st.sampled_from(["scarlet", "highest"]),
                **{switch: st.booleans() for switch in switches},
            },
        )
    )
    return ruleset_of(name, options)


@st.composite
def games(draw: st.DrawFn, acts: int = 150, rules: st.SearchStrategy[Ruleset] | None = None) -> Game:
    """A game somewhere on its way, at most so many acts from its beginning."""
    ruleset = draw(rulesets() if rules is None else rules)
    chance = Random(draw(st.integers(0, 2**32)))
    game = set_up(ruleset, *shuffled(draw(st.integers(3, 6)), chance))
    play(game, chance, draw(st.integers(0, acts)))
    return game
