"""The parts to print: OpenSCAD models whose measures come from hardware/prints.toml."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from companion.drawings.prints import Prints

OPENSCAD = "openscad"

MEASURES = "measures.scad"
"""The file that the models include; it is written beside copies of them, never into the hardware folder."""


def measures(prints: Prints) -> str:
    """The text of that file: a variable for each measure.

    >>> from companion.hardware import read_hardware
    >>> from companion.drawings.prints import read_prints
    >>> built = read_hardware()
    >>> told = measures(read_prints(built.folder / "prints.toml", built.mounting.pitch))
    >>> told.splitlines()[3]
    'token_magnet = 5;'
    """
    lines = ["// Made from prints.toml: change it there."]
    for part in (field.name for field in fields(prints)):
        for name, value in getattr(prints, part).items():
            told = f"[{', '.join(f'{one:g}' for one in value)}]" if isinstance(value, list) else f"{value:g}"
            lines.append(f"{name if part == 'printer' else f'{part}_{name}'} = {told};")
    return "\n".join(lines) + "\n"


def render(models: Path, target: Path, prints: Prints) -> Iterator[Path]:
    """Render each model of a folder into another as STL, and name each file when it is there.

    The models and their measures are put beside them, to be opened in OpenSCAD. Raises FileNotFoundError
    without OpenSCAD, CalledProcessError for a model that it refuses.
    """
    (target / MEASURES).write_text(measures(prints), encoding="utf-8")
    for model in sorted(models.glob("*.scad")):
        copied = shutil.copy(model, target)
        made = target / f"{model.stem}.stl"
        command = [OPENSCAD, "--hardwarnings", "-o", str(made), str(copied)]
        subprocess.run(command, check=True, capture_output=True, text=True)
        yield made
