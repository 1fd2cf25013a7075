"""Random legal games: what `companion simulate` plays and the benchmarks measure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from companion.board import ROOMS, SUSPECTS, Board
from companion.rules import (
    CARDS,
    HOUSE,
    WEAPONS,
    Act,
    CardClass,
    Deal,
    Event,
    Offer,
    Ruleset,
    Seat,
    Step,
    apply,
    awaits,
    class_of,
    deal_out,
    dice_needed,
    legal,
    new_game,
)

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")

GUESS = 0.005
"""How often a player that does not know yet accuses all the same, each time it might."""


@dataclass(frozen=True, slots=True)
class Played:
    """One act of a random game and where it led."""

    seat: str
    act: Act
    step: Step


class Player:
    """Picks any legal act, all alike, but accuses only when it knows, or rarely on a guess.

    name: its seat. hand: the cards it holds.
    """

    def __init__(self, name: str, hand: tuple[str, ...], chance: Random) -> None:
        self._name = name
        self._open = {
            one: [card for card in CARDS if class_of(card) is one and card not in hand] for one in CardClass
        }
        self._chance = chance

    def learn(self, event: Event) -> None:
        """Cross off a card that was shown to it, and keep the ones that nobody could show."""
        if event.kind == "shown" and self._name in event.privy:
            card = str(event.secret["card"])
            self._keep(class_of(card), lambda other: other != card)
        elif event.kind == "suggested" and event.args["seat"] == self._name:
            self._named = [str(event.args[one]) for one in CardClass]
        elif event.kind == "nobody" and event.args["seat"] == self._name:
            for named in self._named:
                if named in self._open[class_of(named)]:
                    self._keep(class_of(named), named.__eq__)

    def _keep(self, one: CardClass, possible: Callable[[str], bool]) -> None:
        # under `honour` answers may contradict each other: what would leave nothing is not believed
        self._open[one] = [card for card in self._open[one] if possible(card)] or self._open[one]

    def choose(self, offers: tuple[Offer, ...]) -> Act:
        """Pick one of the offered acts, and a word for each of its open places."""
        accuse = next((offer for offer in offers if offer.act == "accuse"), None)
        others = [offer for offer in offers if offer is not accuse]
        knows = all(len(cards) == 1 for cards in self._open.values())
        if accuse and (not others or knows or self._chance.random() < GUESS):
            return Act("accuse", tuple(self._chance.choice(self._open[one]) for one in CardClass))
        offer = self._chance.choice(others)
        return Act.parse(" ".join([offer.act, *(self._chance.choice(words) for words in offer.choices)]))


def deal(names: tuple[str, ...], chance: Random) -> Deal:
    """Shuffle and deal: one card of each class into the case file, the rest round the table (RULES.md, 3)."""
    case = (chance.choice(SUSPECTS), chance.choice(WEAPONS), chance.choice(ROOMS))
    rest = [card for card in CARDS if card not in case]
    chance.shuffle(rest)
    return Deal(
        case, deal_out(rest, names), dict(zip(WEAPONS, chance.sample(ROOMS, len(WEAPONS)), strict=True))
    )


def play(board: Board, ruleset: Ruleset, seats: int, chance: Random) -> Iterator[Played]:
    """Play one game to its end, act by act; the same `chance` plays the same game.

    seats: 3 to 6. Raises the Refusal of an act that was offered and is refused all the same.
    """
    names = NAMES[:seats]
    dealt = deal(names, chance)
    table = [Seat(name, suspect) for name, suspect in zip(names, chance.sample(SUSPECTS, seats), strict=True)]
    players = {name: Player(name, tuple(dealt.hands[name]), chance) for name in names}
    players[HOUSE] = Player(HOUSE, (), chance)
    state = new_game(board, ruleset, table, dealt).state
    while asked := awaits(state):
        seat = chance.choice(asked)
        act = players[seat].choose(legal(state, seat))
        if dice := dice_needed(state, seat, act):
            act = Act(act.verb, tuple(str(chance.randint(1, 6)) for _ in range(dice)))
        step = apply(state, seat, act)
        for event in step.events:
            for player in players.values():
                player.learn(event)
        state = step.state
        yield Played(seat, act, step)
