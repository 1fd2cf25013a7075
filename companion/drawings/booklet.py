"""All drawings of a hardware folder, by the names of their files."""

from collections.abc import Mapping

from companion.drawings import lamps, rooms, squares
from companion.drawings.overview import overview
from companion.drawings.pinouts import pi_header, pico
from companion.drawings.plan import plan
from companion.drawings.prints import Prints
from companion.drawings.section import section
from companion.drawings.sheet import Sheet
from companion.hardware import Hardware

LARGE = {"map": "template.pdf", "map-below": "wiring.pdf"}
"""The drawings that are too large for a page, the board in its real size, and where they are tiled."""


def booklet(built: Hardware, prints: Prints) -> Mapping[str, Sheet]:
    """The drawings in the order in which a builder needs them.

    >>> from companion.hardware import read_hardware
    >>> from companion.drawings.prints import read_prints
    >>> built = read_hardware()
    >>> drawn = booklet(built, read_prints(built.folder / "prints.toml", built.mounting.pitch))
    >>> list(drawn)[:5]
    ['overview', 'pico', 'pi-header', 'section', 'register-01']
    >>> "H0" in drawn["register-01"].texts
    True
    """
    source = f"Drawn from {built.folder.name}/, map {built.wiring.map_hash}"
    drawn = {"overview": overview(built, source)}
    for one in built.picos:
        name = "pico" if len(built.picos) == 1 else f"pico-{one.role}"
        drawn[name] = pico(built, one, source)
    drawn["pi-header"] = pi_header(built.pins, f"Drawn from {built.folder.name}/pi_pins.toml")
    drawn["section"] = section(prints, built.mounting.pitch, f"Drawn from {built.folder.name}/prints.toml")
    drawn.update(squares.drawings(built, source))
    drawn.update(rooms.drawings(built, source))
    if built.lamps:
        drawn["lamps"] = lamps.chain(built, source)
    drawn["map"] = plan(built, prints, source)
    drawn["map-below"] = plan(built, prints, source, below=True)
    return drawn
