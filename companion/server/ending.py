"""The end of a game, ready for its pages.

Everything lies open by then, the deal for the fairness check and the acts in the record: so the story also
tells which card was shown.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from companion.server.drawing import Drawing
from companion.server.figures import Figures, figures
from companion.server.heat import Heat, heat
from companion.server.site import Site
from companion.table import Finished, JournalError
from companion.table.chronicle import Award, Guess, Score, score
from companion.words import Player, Words

_HONOURS: Mapping[str, tuple[str, str]] = {
    "liar": ("award.liar", "award.liar-why"),
    "nose": ("award.nose", "award.nose-why"),
    "trail": ("award.trail", "award.trail-why"),
    "honest": ("award.honest", "award.honest-why"),
    "target": ("award.target", "award.target-why"),
    "traveller": ("award.traveller", "award.traveller-why"),
    "asker": ("award.asker", "award.asker-why"),
    "witness": ("award.witness", "award.witness-why"),
    "thinker": ("award.thinker", "award.thinker-why"),
}
"""The name of each award, and what it was given for."""


@dataclass(frozen=True, slots=True)
class Honour:
    """An award in words."""

    seats: Sequence[str]
    title: Markup
    why: Markup


@dataclass(frozen=True, slots=True)
class Told:
    """A suggestion or accusation in words. answer: what came of it."""

    guess: Guess
    sentence: Markup
    answer: Markup


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a game shows.

    headline, how: who won, and by what. lasted: how long it took, as far as a clock can be believed.
    proof: the line for a shell that computes the fingerprint of the deal.
    """

    game: Finished
    headline: Markup
    how: Markup
    lasted: Markup
    proof: str
    honours: Sequence[Honour]
    story: Sequence[Told]
    heat: Heat
    figures: Figures


@lru_cache(maxsize=16)  # a game that is over stays as it is, and every page shows it
def ending(game: Finished, drawing: Drawing, words: Words) -> Ending:
    """Tell the end of a game. drawing: of its board."""
    told = game.chronicle
    headline, how = _verdict(game, words)
    return Ending(
        game,
        headline,
        how,
        _lasted(game, words),
        f"printf '%s\\n' {shlex.join((game.salt, *game.dealt))} | sha256sum",
        [_honour(award, words) for award in told.awards],
        [_told(guess, words) for guess in told.guesses],
        heat(drawing, told.visits),
        figures(told, words),
    )


def score_of(site: Site) -> Sequence[Score]:
    """The score of the evening; empty before its first game is over, and where the journal cannot be read."""
    try:
        games = site.table.archive.evening()
    except JournalError:  # the lobby must open all the same; whoever writes next will be told
        return ()
    return score((game.names, game.winner) for game in games)


def _verdict(game: Finished, words: Words) -> tuple[Markup, Markup]:
    if game.winner is None:
        return words.html("status.drawn"), words.html("end.unsolved")
    if game.accused:
        return words.html("status.won", seat=Player(game.winner)), words.html("end.right")
    return words.html("end.last", seat=Player(game.winner)), words.html("end.alone")


def _lasted(game: Finished, words: Words) -> Markup:
    turns = game.chronicle.turns
    known = [turn.seconds for turn in turns if turn.seconds is not None]
    number = words.html("end.turns", n=len(turns))
    if not known or len(known) < len(turns):  # what a break has hidden would be missing in the sum
        return number
    return words.html("end.lasted", turns=number, time=words.duration(sum(known)))


def _honour(award: Award, words: Words) -> Honour:
    title, why = _HONOURS[award.kind]
    time = words.duration(award.n)
    return Honour(award.seats, words.html(title), words.html(why, n=award.n, time=time))


def _told(guess: Guess, words: Words) -> Told:
    names = dict(zip(("suspect", "weapon", "room"), map(words.noun, guess.named), strict=True))
    key = "log.accused" if guess.accuses else "log.suggested"
    return Told(guess, words.html(key, seat=Player(guess.seat), **names), _answer(guess, words))


def _answer(guess: Guess, words: Words) -> Markup:
    if guess.accuses:
        return words.html("end.was-right" if guess.right == len(guess.named) else "end.was-wrong")
    if guess.shower and guess.card:
        return words.html("open.answer", seat=Player(guess.shower), card=words.noun(guess.card))
    return words.html("end.nobody")
