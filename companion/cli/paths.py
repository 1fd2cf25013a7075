"""Where the companion keeps its data unless it is told otherwise."""

from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The user's own data folder; nothing is made."""
    return user_data_path("cluedo-companion", appauthor=False)
