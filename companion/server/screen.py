"""What the kiosk is set to: one language for everybody before it, kept over a restart."""

import json
import os
from collections.abc import Container
from pathlib import Path

from companion.words import NAMES, SOURCE


class Screen:
    """The kiosk's settings. Its theme and its sound belong to the device that shows it, and stay there.

    file: where they are kept, None to keep nothing.
    languages: those to choose from; a kept one that there is no more is forgotten.
    first: the language until one is chosen.

    >>> screen = Screen()
    >>> screen.choose("fi")
    >>> screen.language
    'fi'
    """

    def __init__(
        self, file: Path | None = None, languages: Container[str] = frozenset(NAMES), first: str = SOURCE
    ) -> None:
        self._file = file
        kept = _kept(file)
        self.language: str = kept if kept in languages and kept is not None else first

    def choose(self, language: str) -> None:
        """Speak another language from now on. Raises OSError if that cannot be kept; then nothing changes."""
        if self._file:
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps({"language": language}), encoding="utf-8")
            os.replace(fresh, self._file)
        self.language = language


def _kept(file: Path | None) -> str | None:
    """The kept language; a file that is gone or damaged is as good as none."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8")) if file else {}
    except (OSError, ValueError):
        return None
    language = kept.get("language") if isinstance(kept, dict) else None
    return language if isinstance(language, str) else None
