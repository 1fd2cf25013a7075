"""Everything that is looked at when a hardware folder is seen as a whole."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.board import Board
from companion.hardware.cables import rooms_cable, squares_cable
from companion.hardware.currents import pi_pin, supplies
from companion.hardware.flaws import Flaw
from companion.hardware.folder import Hardware, HardwareFault, read_hardware
from companion.hardware.pinchecks import bus_pins, decoder_lines, expander_inputs, pi_pins, pico_pins

Check = Callable[[Hardware], Iterator[Flaw]]

PINS: Sequence[Check] = (pico_pins, bus_pins, decoder_lines, pi_pins)
"""Those that may refuse; they are quick, for every start waits for them."""

CHECKS: Sequence[Check] = (*PINS, expander_inputs, supplies, pi_pin, squares_cable, rooms_cable)


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
