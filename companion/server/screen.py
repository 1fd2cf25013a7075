"""What the kiosk is set to, kept over a restart: its language for all before it, its light and its sound."""

import json
import os
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

from companion.words import NAMES, SOURCE

THEMES = ("", "light", "dark")
"""Its light; the first is as its system has it."""


class Screen:
    """The kiosk's settings. A guest's screen has its light and its sound for itself.

    file: where they are kept, None to keep nothing.
    languages: those to choose from; a kept one that there is no more is forgotten.
    first: the language until one is chosen.

    >>> screen = Screen()
    >>> screen.choose("fi")
    >>> screen.language
    'fi'
    >>> screen.theme, screen.sound  # nobody has said: as the screen itself has it
    (None, None)
    """

    def __init__(
        self, file: Path | None = None, languages: Container[str] = frozenset(NAMES), first: str = SOURCE
    ) -> None:
        self._file = file
        kept = _kept(file)
        language, theme, sound = (kept.get(name) for name in ("language", "theme", "sound"))
        known = isinstance(language, str) and language in languages
        self.language: str = str(language) if known else first
        self.theme: str | None = theme if theme in THEMES else None
        self.sound: bool | None = sound if isinstance(sound, bool) else None
        self._chosen: dict[str, Any] = {"language": language} if known else {}
        self._chosen |= {"theme": self.theme, "sound": self.sound}

    def choose(
        self, language: str | None = None, *, theme: str | None = None, sound: bool | None = None
    ) -> None:
        """Change what is given, from now on. Raises OSError if that cannot be kept; then nothing changes.

        theme: one of THEMES.
        """
        given = {"language": language, "theme": theme, "sound": sound}
        chosen = self._chosen | {name: value for name, value in given.items() if value is not None}
        if self._file:
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps(chosen), encoding="utf-8")
            os.replace(fresh, self._file)
        self._chosen = chosen
        self.language = language or self.language
        self.theme, self.sound = chosen["theme"], chosen["sound"]


def _kept(file: Path | None) -> Mapping[str, Any]:
    """What is kept; a file that is gone or damaged is as good as none."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8")) if file else {}
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
