"""`python -m tests.building`: pictures and tables of docs/building.md anew, from the hardware data.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; all else is written by hand.
"""

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from companion.assets import asset_dir
from companion.drawings import booklet, read_prints, svg
from companion.drawings.pinouts import devices
from companion.hardware import Hardware, builds, catalogue, chips, cost, read_hardware, shopping_list
from companion.hardware.currents import asked

DOCS = Path(__file__).parent.parent / "docs"
GUIDE = DOCS / "building.md"
PICTURES = DOCS / "pictures" / "building"

SHOWN: Mapping[str, tuple[str, str]] = {
    "overview": ("full", "overview"),
    "section": ("full", "section"),
    "bench-pico": ("bench", "pico"),
    "bench-register": ("bench", "register-01"),
    "bench-reader": ("bench", "reader-study"),
    "map": ("full", "map"),
    "pico": ("full", "pico"),
    "register": ("full", "register-01"),
    "pi-header": ("full", "pi-header"),
    "decoder": ("full", "decoder"),
    "multiplexer": ("full", "multiplexer"),
    "reader": ("full", "reader-hall"),
    "lamps": ("full", "lamps"),
    "expander": ("expanders", "expander-01"),
    "matrix": ("matrix", "matrix"),
    "pad": ("matrix", "reader-hall"),
}
"""The pictures of the guide: of which board, and which of its drawings."""

VARIANTS: Mapping[str, tuple[str, str]] = {
    "full": ("squares-74hc165.toml", "readers.toml"),
    "expanders": ("squares-mcp23017.toml", "readers.toml"),
    "matrix": ("squares-matrix.toml", "pads.toml"),
}
"""The files of the squares and of the rooms for each kind of board that is shown."""

_TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pictures(hardware: Path) -> dict[str, str]:
    """The text of every picture, by its name. hardware: the folder with the data."""
    prints = hardware / "prints.toml"
    with tempfile.TemporaryDirectory() as place:
        boards = {name: variant(hardware, Path(place) / name, *files) for name, files in VARIANTS.items()}
        boards["bench"] = read_hardware(hardware / "builds" / "bench")
        drawn = {
            name: booklet(built, read_prints(prints, built.mounting.pitch)) for name, built in boards.items()
        }
        return {name: svg(drawn[board][drawing]) for name, (board, drawing) in SHOWN.items()}


def variant(hardware: Path, place: Path, squares: str, rooms: str) -> Hardware:
    """The same board with other sensors: a copy of its folder that names other files."""
    folder = place / hardware.name
    shutil.copytree(hardware, folder, dirs_exist_ok=True)
    text = (folder / "pico.toml").read_text(encoding="utf-8")
    text = re.sub(r'^squares = ".*"', f'squares = "{squares}"', text, flags=re.MULTILINE)
    text = re.sub(r'^rooms = ".*"', f'rooms = "{rooms}"', text, flags=re.MULTILINE)
    (folder / "pico.toml").write_text(text, encoding="utf-8")
    if squares == "squares-matrix.toml":  # so many pins leave none for the rooms
        told = (folder / rooms).read_text(encoding="utf-8")
        (folder / rooms).write_text(told.replace("own_pico = false", "own_pico = true"), encoding="utf-8")
    return read_hardware(folder)


def refreshed(text: str, hardware: Path) -> str:
    """The guide with its tables as the data have them. KeyError for a table that there is not."""
    found = dict(tables(read_hardware(hardware), read_hardware(hardware / "builds" / "bench")))
    return _TABLE.sub(lambda match: match[1] + found[match[2]] + match[3], text)


def tables(full: Hardware, bench: Hardware) -> Iterator[tuple[str, str]]:
    """The name and the text of every table."""
    yield "builds", _builds()
    yield "parts", _parts()
    yield "alternatives", _alternatives()
    yield "bench-register", _chip(bench, "registers", "74hc165", _REGISTER)
    yield "bench-reader", _chip(bench, "readers", "pn5180", _READER)
    yield "bench-squares", _squares(bench, 1)
    yield "register-1", _squares(full, 1)
    yield "chain", _chip(full, "registers", "74hc165", _REGISTER)
    yield "rooms", _rooms(full)
    yield "header", _header(full)
    yield "lamps", _lamps(full)
    yield "currents", _currents(full)


_REGISTER = {"clock": "CLK", "load": "SH/LD", "data": "QH"}
_READER = {"clock": "SCK", "mosi": "MOSI", "miso": "MISO", "nss": "NSS", "busy": "BUSY", "reset": "RST"}


def _builds() -> str:
    prices = catalogue()
    rows = [
        (
            f"**{build.title}** (`{build.name}`)",
            build.about,
            f"{cost(shopping_list(build.hardware(), build.name)):.0f} {prices.currency}",
            f"{build.hours[0]} to {build.hours[-1]} h",
        )
        for build in builds().values()
    ]
    told = f"parts, estimate of {prices.estimated:%B %Y}"
    return _table(("build", "what it is", told, "hours, estimate"), rows)


def _parts() -> str:
    lists = {
        name: {line.part.id: line for line in shopping_list(build.hardware(), name)}
        for name, build in builds().items()
    }
    rows = []
    for part in catalogue().parts.values():
        if any(part.id in found for found in lists.values()):
            many = [str(found[part.id].quantity) if part.id in found else "" for found in lists.values()]
            price = "have it?" if part.owned else f"{part.price:.2f}"
            rows.append((part.name, *many, price, part.purpose))
    return _table(("part", *lists, f"{catalogue().currency} each", "for"), rows)


def _alternatives() -> str:
    lists = (shopping_list(build.hardware(), name) for name, build in builds().items())
    bought = {line.part.id for lines in lists for line in lines}
    rows = [
        (part.name, other.name, other.why)
        for part in catalogue().parts.values()
        for other in part.alternatives
        if part.id in bought
    ]
    return _table(("instead of", "take", "when"), rows)


def _chip(built: Hardware, what: str, chip: str, legs: Mapping[str, str]) -> str:
    """The wires between the Pico and a chip or module."""
    found = {
        use.removesuffix(f" of the {what}"): pin
        for pico in built.picos
        for pin, use in pico.gpio.items()
        if use.endswith(what)
    }
    module = "5V" in chips()[chip].legs
    rows = [
        (f"GP{found[name]}", f"leg {chips()['pico'].leg(f'GP{found[name]}')}", _leg(chip, leg, module))
        for name, leg in legs.items()
    ]
    return _table(("Pico", "its", "goes to"), rows)


def _leg(chip: str, leg: str, module: bool) -> str:
    return leg if module else f"{leg}, leg {chips()[chip].leg(leg)}"


def _squares(built: Hardware, number: int) -> str:
    chip = chips()["74hc165"]
    rows = [(one.leg, f"leg {chip.leg(one.leg)}", one.square or "3.3 V") for one in built.chips[number]]
    return _table(("input", "its", "square"), rows)


def _rooms(built: Hardware) -> str:
    def leg(chip: str, address: int) -> str:
        return f"Y{address}, leg {chips()[chip].leg(f'Y{address}')}"

    rows = [
        (one.room, leg("74hc154", one.address), leg("74hc4067", one.address))
        for one in built.readers.values()
    ]
    return _table(("room", "NSS from the decoder's", "BUSY to the multiplexer's"), rows)


def _header(built: Hardware) -> str:
    rows = [
        (name, f"GPIO{wire.gpio}", str(wire.header), str(wire.ground)) for name, wire in devices(built.pins)
    ]
    return _table(("device", "pin", "number on the header", "other leg to"), rows)


def _lamps(built: Hardware) -> str:
    rows = [(str(lamp.number), lamp.door.room, lamp.door.square) for lamp in built.lamps if lamp.door]
    return _table(("lamp", "door of", "behind square"), rows)


def _currents(built: Hardware) -> str:
    rows = [(name, f"{current:.0f} mA", f"{limit:.0f} mA") for name, (current, limit) in asked(built).items()]
    return _table(("what feeds", "has to give at most", "can give"), rows)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [tuple(heads), *map(tuple, rows)]
    written = [f"| {' | '.join(cells)} |" for cells in lines]
    return "\n".join([written[0], "|---" * len(lines[0]) + "|", *written[1:], ""])


def main() -> None:
    """Refresh what the guide shows."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    for name, text in pictures(asset_dir("hardware")).items():
        (PICTURES / f"{name}.svg").write_text(text, encoding="utf-8")
    told = GUIDE.read_text(encoding="utf-8")
    GUIDE.write_text(refreshed(told, asset_dir("hardware")), encoding="utf-8")


if __name__ == "__main__":
    main()
