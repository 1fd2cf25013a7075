"""Copies of the hardware data that a test may change."""

import shutil
from pathlib import Path

from companion.assets import asset_dir


def copied(folder: Path, **files: str) -> Path:
    """The shipped data; `squares` and `rooms` name the files that pico.toml is to name, "" for none."""
    made = Path(shutil.copytree(asset_dir("hardware"), folder / "hardware"))
    for name, file in files.items():
        shipped = next(
            line for line in (made / "pico.toml").read_text().splitlines() if line.startswith(f"{name} = ")
        )
        change(made / "pico.toml", shipped, f'{name} = "{file}"' if file else "")
    return made


def change(file: Path, old: str, new: str) -> None:
    """Put something else in the place of the first of these words, which must be there."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
