"""From the data of a hardware folder to drawings, a template in real size, and models to print.

A ``Sheet`` is a drawing in millimetres, ``booklet`` makes all of a folder's; ``svg``, ``pages`` and ``tiles``
write them. No number of a pin or an input stands here: all come from ``companion.hardware`` and from
``hardware/prints.toml``.
"""

from companion.drawings.booklet import LARGE, booklet
from companion.drawings.prints import Prints, read_prints
from companion.drawings.sheet import Sheet
from companion.drawings.svg import svg

__all__ = ["LARGE", "Prints", "Sheet", "booklet", "read_prints", "svg"]
