"""What needs root, without its rights: a file in /run says what is wished for, and a unit acts on it.

systemd/companion-shutdown.path and companion-update.path watch for the files; install.sh puts them there.
"""

import os
from collections.abc import Mapping
from pathlib import Path

UNITS = "etc/systemd/system"
SOURCE = "etc/companion/source"
"""Names the checkout that an update comes from; a companion that was installed otherwise has none."""

UPDATE_SAID = "run/companion-update/said"
"""What the last update had to say."""

_NEEDS: Mapping[str, tuple[str, ...]] = {
    "shutdown": (f"{UNITS}/companion-shutdown.path",),
    "update": (f"{UNITS}/companion-update.path", SOURCE),
}
"""For each wish, what must be there for somebody to act on it."""


class Wishes:
    """The wishes of a service. root: of the file system. environ: RUNTIME_DIRECTORY as systemd sets it.

    >>> Wishes(environ={}).can
    frozenset()
    """

    def __init__(self, root: Path = Path("/"), environ: Mapping[str, str] = os.environ) -> None:
        folder = environ.get("RUNTIME_DIRECTORY")
        self._folder = Path(folder) if folder else None
        self._root = root

    @property
    def can(self) -> frozenset[str]:
        """The wishes that somebody acts on."""
        if self._folder is None:
            return frozenset()
        met = (wish for wish, needs in _NEEDS.items() if all((self._root / one).exists() for one in needs))
        return frozenset(met)

    def ask(self, wish: str) -> None:
        """Wish for something out of `can`. Raises OSError."""
        if self._folder is None:
            raise FileNotFoundError(wish)
        (self._folder / wish).touch()

    @property
    def update_said(self) -> str:
        """The last line of the last update since the machine was started, empty without one."""
        try:
            lines = (self._root / UPDATE_SAID).read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            return ""
        return next((line for line in reversed(lines) if line.strip()), "")
