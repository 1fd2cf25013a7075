"""A hardware folder read as a whole: board, wiring, the Pi's pins, cables and supply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from companion.assets import asset_dir
from companion.board import Board, BoardFault, Door, load_board
from companion.devices import Pins, PinsFault, read_pins
from companion.hardware.mounting import Mounting, read_mounting
from companion.sensing import Wiring, WiringFault, wiring_for

PICO = "pico.toml"
"""The file that makes a folder a hardware folder."""

BOARD = "board.json"
"""In a hardware folder: the board that it is for; without one that is the classic board."""


class HardwareFault(Exception):
    """A hardware folder that cannot be used; ``faults`` has one sentence each."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Input:
    """One input of the squares' sensors.

    bit: its place in a SQUARES line, 0 first. chip, leg: what is written there, as the columns of the map
    call them: ``1, "H"`` of a register, ``1, "A6"`` of an expander, ``1, "12"`` (row, column) of a matrix.
    square: None where nothing is wired.
    """

    bit: int
    name: str
    chip: int
    leg: str
    square: str | None


@dataclass(frozen=True, slots=True)
class Reader:
    """A room's reader or pad: its address on the decoder's lines, and its own or shared pins (GP numbers)."""

    room: str
    address: int
    pins: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LampPlace:
    """A lamp of the chain, 1 the first, and its door; None for one that stays dark."""

    number: int
    door: Door | None


@dataclass(frozen=True, slots=True)
class Pico:
    """One Pico. role: as HELLO says it. gpio: its pins (GP numbers) and what hangs there."""

    role: str
    gpio: Mapping[int, str]


@dataclass(frozen=True)
class Hardware:
    """Everything that a hardware folder says; how it is used stands in the package's docstring.

    >>> built = read_hardware()
    >>> built.sensors[1]
    Input(bit=1, name='register 1 input G', chip=1, leg='G', square='Q0')
    >>> built.picos[0].gpio[17], built.lamps[0].door.square, built.readers["hall"].address
    ('load of the registers', 'G4', 1)
    """

    folder: Path
    board: Board
    wiring: Wiring
    pins: Pins
    mounting: Mounting

    @cached_property
    def picos(self) -> Sequence[Pico]:
        """One, or two where the readers hang on their own."""
        return [
            Pico(part.role, {pin: uses[0] for pin, uses in sorted(part.gpio.items())})
            for part in self.wiring.picos
        ]

    @cached_property
    def sensors(self) -> Sequence[Input]:
        """Every input, in the order of the bits."""
        return [
            Input(bit, self.wiring.input_name(bit), int(str(chip)), str(leg), square)
            for bit, ((chip, leg), square) in enumerate(
                zip(self.wiring.places, self.wiring.inputs, strict=False)
            )
        ]

    @cached_property
    def chips(self) -> Mapping[int, Sequence[Input]]:
        """The same by register, expander or row."""
        found: dict[int, list[Input]] = {}
        for one in self.sensors:
            found.setdefault(one.chip, []).append(one)
        return found

    @cached_property
    def readers(self) -> Mapping[str, Reader]:
        """The reader of each room that has one."""
        fitted = self.wiring.readers
        return {
            room: Reader(room, pins["address"], {name: pins[name] for name in pins if name != "address"})
            for room, pins in (fitted.pins.items() if fitted else ())
        }

    @cached_property
    def lamps(self) -> Sequence[LampPlace]:
        """The door lamps in the order of their chain."""
        chain = self.wiring.lamps
        return [LampPlace(number, door) for number, door in enumerate(chain.doors if chain else (), 1)]


def board_in(folder: Path) -> Board:
    """The board that a hardware folder is for. Raises BoardFault."""
    own = folder / BOARD
    return load_board(own if own.is_file() else "classic")


def read_hardware(folder: Path | None = None, board: Board | None = None) -> Hardware:
    """Read a hardware folder, the shipped one if not given.

    board: if it is not the folder's own. Raises HardwareFault, which names every fault at once.
    """
    folder = folder or asset_dir("hardware")
    faults: list[str] = []
    wiring = pins = None
    try:
        board = board or board_in(folder)
        wiring = wiring_for(board, folder)
    except (BoardFault, WiringFault) as fault:
        faults += fault.faults
    try:
        pins = read_pins(folder / "pi_pins.toml")
    except PinsFault as fault:
        faults += fault.faults
    mounting = read_mounting(folder / "mounting.toml", faults)
    if board and wiring and pins and mounting and not faults:
        return Hardware(folder, board, wiring, pins, mounting)
    raise HardwareFault(faults)
