"""The host key: whoever types it is the host, wherever the phone is."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read for something else
FILE = "host.key"


class KeyLight:
    """Whether the kiosk shows the key: only while somebody holds the dice button.

    changed: called when that changes.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        self._held = False
        self._changed = changed

    def turn(self, held: bool) -> None:
        """The button is held, or was let go."""
        self._held = held
        self._changed()

    def on(self) -> bool:
        """Whether it is shown now."""
        return self._held


def host_key(folder: Path) -> str:
    """The key of a data folder, made when it is first asked for, so that it outlasts a restart.

    Raises OSError if it can be neither read nor written.
    """
    path = folder / FILE
    if path.exists() and (kept := path.read_text(encoding="ascii", errors="replace").strip()):
        return kept
    key = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(f"{key}\n")
    return key
