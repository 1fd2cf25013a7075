"""All languages there are, and which of them somebody gets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from babel import negotiate_locale

from companion.words.catalogue import SOURCE, Catalogue, read_catalogue
from companion.words.phrase import Words

NAMES: Mapping[str, str] = {"en": "English", "sv": "Svenska", "da": "Dansk", "nb": "Norsk", "fi": "Suomi"}
"""The languages of the project, in their own words and in the order in which pages list them."""


_NORWEGIAN = {"no": "nb", "nn": "nb"}


@dataclass(frozen=True)
class Shelf:
    """The catalogues that were found, by language."""

    catalogues: Mapping[str, Catalogue]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that have a catalogue, in the order of NAMES."""
        return tuple(language for language in NAMES if language in self.catalogues)

    def of(self, language: str) -> Words:
        """The words of a language; English for one that has no catalogue.

        >>> load_words().of("tlh").language
        'en'
        """
        known = language if language in self.catalogues else SOURCE
        if known not in self._words:
            fresh = Words(self.catalogues[known], self.catalogues[SOURCE])
            return self._words.setdefault(known, fresh)  # another thread may have been quicker
        return self._words[known]

    @cached_property
    def _words(self) -> dict[str, Words]:
        return {}

    def negotiate(self, wanted: Iterable[str]) -> str:
        """The best language for somebody's wishes, the dearest first (a browser's Accept-Language).

        >>> load_words().negotiate(["de-AT", "en-GB"])
        'en'
        """
        spoken = [language for wish in wanted for language in (wish, wish.split("-")[0])]
        return negotiate_locale(spoken, list(self.languages), sep="-", aliases=_NORWEGIAN) or SOURCE


def load_words(folder: Path = Path(__file__).parent) -> Shelf:
    """Read every catalogue of a folder.

    folder: holds `en.po` and one file for each other language; the package's own by default.
    """
    return Shelf(_Catalogues(folder))


class _Catalogues(Mapping[str, Catalogue]):
    """The catalogues of a folder, each read when it is asked for: a start needs one or two of them."""

    def __init__(self, folder: Path) -> None:
        self._paths = {path.stem: path for path in sorted(folder.glob("*.po"))}
        self._read: dict[str, Catalogue] = {}

    def __getitem__(self, language: str) -> Catalogue:
        if language not in self._read:
            self._read[language] = read_catalogue(self._paths[language])
        return self._read[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)
