"""Where the companion keeps its data unless it is told otherwise."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The folder that systemd gives the service (systemd.exec(5)), else the user's own; nothing is made."""
    given = os.environ.get("STATE_DIRECTORY")
    return Path(given) if given else user_data_path("cluedo-companion", appauthor=False)
