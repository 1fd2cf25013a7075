"""One `.po` file in memory."""

import gettext
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

SOURCE = "en"
"""The language that is always complete; the others fall back to it."""

Key = tuple[str, str]
"""Context (a grammatical role, or nothing) and message id."""


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language.

    language: as the file is called (`fi`).
    messages: (context, key) to the forms of the message; one form, or one for each plural.
    plural: which form a number takes.
    """

    language: str
    messages: Mapping[Key, tuple[str, ...]]
    plural: Callable[[int], int]

    def find(self, key: str, context: str = "", n: int = 1) -> str | None:
        """The message, in the form for the number `n`; None where the language has none."""
        forms = self.messages.get((context, key))
        if forms is None:
            return None
        return forms[self.plural(n)] if len(forms) > 1 else forms[0]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.messages)


def read_catalogue(path: Path) -> Catalogue:
    """Read a `.po` file; untranslated and fuzzy messages are left out, so that English stands in for them.

    path: `LANGUAGE.po`.
    Raises babel's PoFileError for a file that is none, OSError for one that cannot be read.
    """
    with path.open("rb") as file:
        source = read_po(file, locale=path.stem, abort_invalid=True)
    messages: dict[Key, tuple[str, ...]] = {}
    for message in source:
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key and forms and all(forms) and not message.fuzzy:
            messages[(message.context or "", key)] = tuple(map(str, forms))
    return Catalogue(path.stem, messages, gettext.c2py(source.plural_expr))
