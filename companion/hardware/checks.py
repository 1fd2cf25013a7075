"""Everything that is looked at when a hardware folder is seen as a whole."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.board import Board
from companion.hardware.cables import rooms_cable, squares_cable
from companion.hardware.currents import pi_pin, supplies
from companion.hardware.flaws import Flaw
from companion.hardware.folder import PICO, Hardware, HardwareFault, read_hardware
from companion.hardware.pinchecks import bus_pins, decoder_lines, expander_inputs, pi_pins, pico_pins
from companion.sensing.datafiles import read_table

Check = Callable[[Hardware], Iterator[Flaw]]

PINS: Sequence[Check] = (pico_pins, bus_pins, decoder_lines, pi_pins)
"""Those that may refuse; they are quick, for every start waits for them."""

FILES = ("squares", "rooms")
"""The entries of pico.toml that name a file with a board's name in it."""


def meant_for_it(built: Hardware) -> Iterator[Flaw]:
    """The files say that they are for this board; the map of another one is not used."""
    faults: list[str] = []
    named = read_table(built.folder / PICO, faults) or {}
    tables = {file: read_table(built.folder / file, faults) or {} for file in map(named.get, FILES) if file}
    tables |= {f"[lamps] of {PICO}": named.get("lamps", {})}
    for file, table in tables.items():
        if table.get("board", built.board.name) != built.board.name:
            yield Flaw(
                "Data",
                f"{file} is for the board {table['board']}, this folder for {built.board.name}: its map is "
                "not used, and everything is taken in the board's own order. Put its name right.",
            )


CHECKS: Sequence[Check] = (*PINS, meant_for_it, expander_inputs, supplies, pi_pin, squares_cable, rooms_cable)


def flaws_of(built: Hardware) -> list[Flaw]:
    """All flaws of a folder that could be read; what keeps it from being read is in HardwareFault.

    >>> from companion.hardware import read_hardware
    >>> flaws_of(read_hardware())
    []
    """
    return [flaw for check in CHECKS for flaw in check(built)]


def usable_hardware(folder: Path | None = None, board: Board | None = None) -> Hardware:
    """As ``read_hardware``; data that contradict themselves or the chips are a HardwareFault as well."""
    built = read_hardware(folder, board)
    if wrong := [flaw.sentence for check in PINS for flaw in check(built) if flaw.refused]:
        raise HardwareFault(wrong)
    return built
