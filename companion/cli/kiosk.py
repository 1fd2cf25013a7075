"""What the screen is started with: its language, and the network that it tells the phones of."""

from pathlib import Path

import click
from click.core import ParameterSource

from companion.server.screen import Screen
from companion.server.wifi import Wifi
from companion.words import NAMES

_NAME = 32
"""Bytes of the longest network name, IEEE 802.11."""

_KEYS = range(8, 64)
"""Characters of a WPA key."""


def wifi_of(name: str, key: str) -> Wifi | None:
    """The network of the options, None without a name. Raises click.UsageError for what none can have."""
    if not name:
        if key:
            raise click.UsageError("--wifi-key needs the name of its network: add --wifi-name NAME.")
        return None
    if len(name.encode()) > _NAME:
        raise click.UsageError(f"A network's name has at most {_NAME} bytes: look --wifi-name up again.")
    if key and len(key) not in _KEYS:
        raise click.UsageError(
            f"A network's key has {_KEYS.start} to {_KEYS.stop - 1} characters: look --wifi-key up again, "
            "or leave it out for an open network."
        )
    return Wifi(name, key)


def screen_of(folder: Path, language: str) -> Screen:
    """The screen with what is kept in the data folder; what the command line says outright goes before it."""
    screen = Screen(folder / "screen.json", NAMES, first=language)
    if click.get_current_context().get_parameter_source("language") is ParameterSource.COMMANDLINE:
        try:
            screen.choose(language)
        except OSError as fault:
            raise click.ClickException(
                f"The kiosk's language cannot be kept in {folder}: {fault.strerror}. "
                "Make the folder writable, or choose another with --data."
            ) from None
    return screen
