"""Sentences with names in them.

A message chooses the grammatical role of each noun by itself: `{room:locative}` is "in the Kitchen",
"keittiössä", "på kjøkkenet". The nouns are a closed set, so each whole phrase stands in the catalogue, with
its role as the context.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from babel.lists import format_list
from markupsafe import Markup, escape

from companion.words.catalogue import Catalogue
from companion.words.duration import duration, minutes


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """One language, with the source language behind it. There is one for each language of a shelf."""

    catalogue: Catalogue
    source: Catalogue

    @property
    def language(self) -> str:
        """The language's code."""
        return self.catalogue.language

    def message(self, key: str, context: str = "", n: int = 1) -> str:
        """The bare message, its placeholders unfilled; the key where even the source language has none."""
        return self.find(key, context, n) or key

    def find(self, key: str, context: str = "", n: int = 1) -> str | None:
        """The bare message, or None."""
        return self.catalogue.find(key, context, n) or self.source.find(key, context, n)

    def text(self, key: str, **args: object) -> str:
        """The sentence as plain text. `n` among the arguments chooses the plural.

        >>> from companion.words import load_words
        >>> load_words().of("en").text("seat.cards", n=1)
        'one card'
        """
        return self.message(key, n=_number(args)).format(**args)

    def html(self, key: str, **args: object) -> Markup:
        """The sentence as HTML: whatever is filled in is escaped, players' names stand in `<bdi>`."""
        return escape(self.message(key, n=_number(args))).format(**args)

    def noun(self, word: str) -> "Noun":
        """A card or place, to be filled into a sentence."""
        return Noun(self, word)

    def name(self, role: str, word: str) -> str:
        """A card or place in a grammatical role.

        >>> from companion.words import load_words
        >>> english = load_words().of("en")
        >>> english.name("locative", "kitchen"), english.name("illative", "Q7")
        ('in the Kitchen', 'to Q7')
        """
        found = self.find(word, role)
        if found is None:
            found = self.message("square", role).format(square=word)
        return found

    def listing(self, names: Iterable[str]) -> Markup:
        """Players' names as a list in the language's own way: "Ann, Ben and Cat"."""
        return Markup(
            format_list([str(Markup("<bdi>{}</bdi>").format(name)) for name in names], locale=self.language)
        )

    def duration(self, seconds: float, *, short: bool = False) -> str:
        """How long something took, rounded; see `companion.words.duration`."""
        return duration(seconds, self.language, short=short)

    def minutes(self, n: int) -> str:
        """So many minutes in little room; see `companion.words.duration`."""
        return minutes(n, self.language)

    def either(self, values: Iterable[str]) -> str:
        """What is enough by itself, in the language's own way.

        >>> from companion.words import load_words
        >>> load_words().of("en").either(["5", "6"])
        '5 or 6'
        """
        return format_list(list(values), style="or", locale=self.language)


@dataclass(frozen=True, slots=True)
class Noun:
    """A card or a place; formatting it asks for a role, `nominative` if none is named."""

    words: Words
    word: str

    def __format__(self, role: str) -> str:
        return self.words.name(role or "nominative", self.word)

    def __str__(self) -> str:
        return format(self)


@dataclass(frozen=True, slots=True)
class Player:
    """A name that a player typed: never inflected, and shielded against right-to-left surprises in HTML."""

    name: str

    def __str__(self) -> str:
        return self.name

    def __html__(self) -> str:
        return Markup("<bdi>{}</bdi>").format(self.name)


def _number(args: dict[str, object]) -> int:
    n = args.get("n", 1)
    return n if isinstance(n, int) else 1
