"""The shapes of controls: what a page draws for the acts that a view offers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

Option = tuple[str, str]
"""A word and what the page calls it."""


@dataclass(frozen=True, slots=True)
class Button:
    """One act on one tap.

    tone: `main` for what most will want, `quiet` else.
    hint: what the choice costs, None where it costs nothing.
    """

    act: str
    label: Markup
    tone: str = "main"
    hint: Markup | None = None
    shape: str = "button"

    def first(self) -> "Button":
        """The same as the main thing to do."""
        return replace(self, tone="main")


@dataclass(frozen=True, slots=True)
class Destinations:
    """The ends of a move: a button for each room, a list for the squares."""

    act: str
    rooms: Sequence[Button]
    squares: Sequence[Option]
    shape: str = "destinations"


@dataclass(frozen=True, slots=True)
class Form:
    """An act whose words are chosen first.

    fields: for each open place its label and its options.
    heavy: it ends the game for somebody; asked for by a step of its own.
    """

    act: str
    label: Markup
    fields: Sequence[tuple[Markup, Sequence[Option]]]
    heavy: bool = False
    shape: str = "form"


@dataclass(frozen=True, slots=True)
class Cards:
    """Own cards of which one is handed over: they lie face down until the player looks.

    buttons: by card, what confirms it, None for a card that does not fit; all look the same, so that no label
        tells the card.
    """

    act: str
    buttons: Sequence[tuple[str, Button | None]]
    shape: str = "cards"


@dataclass(frozen=True, slots=True)
class Power:
    """A card that may be claimed.

    what: what its power does.
    buttons: by target (empty where it has none), what confirms the claim.
    """

    card: str
    what: Markup
    buttons: Sequence[tuple[str, Button]]


@dataclass(frozen=True, slots=True)
class Powers:
    """The cards that may be claimed, by class; there are many, so they lie behind one step."""

    groups: Sequence[tuple[str, Sequence[Power]]]
    shape: str = "powers"


Control = Button | Destinations | Form | Cards | Powers
