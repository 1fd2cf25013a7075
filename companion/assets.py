"""Where the folders lie that are not Python: the same in a checkout and in an installed wheel."""

from importlib.resources import files
from pathlib import Path
from typing import Literal

AssetName = Literal["firmware", "hardware", "web"]


def asset_dir(name: AssetName) -> Path:
    """The folder of the firmware, the hardware data or the pages.

    A wheel carries them as ``companion/_assets/<name>``, a checkout has them at its top level.
    FileNotFoundError if neither is there.

    >>> (asset_dir("hardware") / "pico.toml").is_file()
    True
    """
    package = Path(str(files("companion")))
    for folder in (package / "_assets" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"The folder {name} is missing from this installation: install it again.")
