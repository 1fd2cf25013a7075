"""What can go wrong with a board, on demand: a table of named faults, each with what it does and where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from companion.board import Board
from companion.sensing.ailments import parts_of
from companion.sensing.hello import Hello
from companion.sensing.lines import PROTOCOL, decode, encode
from companion.sensing.virtual.cable import Damage
from companion.sensing.wiring import Wiring

COLUMNS = 16  # of the matrix that a board of another kind is taken to be (HARDWARE: Squares)
EXPANDERS = "mcp23017"  # the kind of sensors whose chips answer or do not
BOUNCES = 12  # scans, 24 ms, in which a reed that has switched says now this, now that
ROUNDS = 6  # times that a late tag's field comes on before it answers, a few seconds


@dataclass(frozen=True, slots=True)
class Scene:
    """What a fault meets: the board, its wiring, and the squares on which tokens stand."""

    board: Board
    wiring: Wiring
    standing: frozenset[str]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong; of what it may do, the fields that are set.

    ``line`` makes what becomes of each line on the cable. ``closed`` tells which squares read closed,
    ``flickers`` which of them flicker; ``world`` is a word of the world channel with its number.
    ``chip``: what reads the square has no power, where that is a chip that would answer otherwise.
    ``square`` chooses where it is when nobody says; without it the fault is nowhere in particular.
    ``cut``: there is no cable. ``slow``: the host takes few bytes. ``restarts``: the firmware starts anew
    when it comes and when it goes. ``once``: it puts the cable in again, which leaves nothing to be healed;
    ``moves``: as another port.
    """

    line: Callable[[Random], Damage] | None = None
    closed: Callable[[Scene, str], frozenset[str]] | None = None
    flickers: bool = False
    world: tuple[str, int] | None = None
    chip: bool = False
    square: Callable[[Scene], str] | None = None
    cut: bool = False
    slow: bool = False
    restarts: bool = False
    once: bool = False
    moves: bool = False


def _sometimes(share: float, happens: Callable[[Random, bytes], bytes]) -> Callable[[Random], Damage]:
    """A damage that hits this share of the lines."""

    def make(chance: Random) -> Damage:
        return lambda line: happens(chance, line) if chance.random() < share else line

    return make


def _flip(chance: Random, line: bytes) -> bytes:
    at = chance.randrange(len(line))
    return line[:at] + bytes([line[at] ^ 1 << chance.randrange(8)]) + line[at + 1 :]


def _garble(chance: Random, line: bytes) -> bytes:
    return chance.randbytes(chance.randrange(1, 60)) + line


def _posing(**words: str) -> Callable[[Random], Damage]:
    """Another device's HELLO, with a CRC that checks."""

    def say(raw: bytes) -> bytes:
        line = decode(raw.rstrip(b"\n"))
        hello = Hello.from_words(line.args) if line and line.kind == "HELLO" else None
        if line is None or hello is None:
            return raw
        told = replace(hello, **words)
        args = (told.product, told.serial, told.firmware, told.protocol, told.map, told.role)
        return encode(replace(line, args=args))

    return lambda chance: say


def _phantoms(scene: Scene, _: str) -> frozenset[str]:
    """Three closed corners of a rectangle close the fourth, in a matrix without diodes."""
    inputs = scene.wiring.inputs
    width = len(scene.wiring.pins.get("columns", "")) or COLUMNS
    taken = {divmod(bit, width) for bit, square in enumerate(inputs) if square in scene.standing}
    ghosts = {
        row * width + column
        for row, other_column in taken
        for other_row, column in taken
        if row != other_row and column != other_column and (other_row, other_column) in taken
    }
    found = {inputs[ghost] for ghost in ghosts}
    return scene.standing | {square for square in found if square}


def _without_row(scene: Scene, square: str) -> frozenset[str]:
    """The squares that share a register or a row with this one read open; an expander says nothing at all."""
    if scene.wiring.kind == EXPANDERS:
        return scene.standing
    parts = parts_of(scene.wiring).items()
    rows = (squares for name, squares in parts if square in squares and not name.startswith("column"))
    return scene.standing - next(rows, frozenset())


def chip_of(wiring: Wiring, square: str) -> int:
    """The number of the expander that reads a square, the first is 1; 0 where none does."""
    if wiring.kind != EXPANDERS or square not in wiring.inputs:
        return 0
    return int(str(wiring.places[wiring.inputs.index(square)][0]))


def _a_free_square(scene: Scene) -> str:
    """One in the middle of the board, and in nobody's way."""
    free = [square for square in scene.board.squares if square not in scene.standing]
    return free[len(free) // 2]


def _a_taken_square(scene: Scene) -> str:
    """The first on which a token stands; any, if none does."""
    return min(scene.standing, key=scene.board.squares.index, default=scene.board.squares[0])


FAULTS: Mapping[str, Fault] = {
    "unplug": Fault(cut=True),
    "plug": Fault(once=True),
    "replug": Fault(restarts=True, once=True, moves=True),
    "silence": Fault(line=_sometimes(1.0, lambda chance, line: b"")),
    "garbage": Fault(line=_sometimes(0.5, _garble)),
    "bit-flips": Fault(line=_sometimes(0.3, _flip)),
    "lost-lines": Fault(line=_sometimes(0.3, lambda chance, line: b"")),
    "doubled-lines": Fault(line=_sometimes(0.5, lambda chance, line: line + line)),
    "slow-host": Fault(slow=True),
    "old-firmware": Fault(line=_posing(firmware="0.9.0", protocol=str(PROTOCOL - 1)), restarts=True),
    "foreign-device": Fault(line=_posing(product="weather-station"), restarts=True),
    "bounce": Fault(world=("bounce", BOUNCES)),
    "stuck-reed": Fault(closed=lambda scene, square: scene.standing | {square}, square=_a_free_square),
    "flicker": Fault(flickers=True, square=_a_taken_square),
    "phantom": Fault(closed=_phantoms),
    "dead-row": Fault(closed=_without_row, chip=True, square=_a_taken_square),
    "mute-reader": Fault(world=("mute", 1)),
    "late-tag": Fault(world=("late", ROUNDS)),
}
"""Every fault by its name, as the API and the page call it."""

WORDS = tuple(fault.world[0] for fault in FAULTS.values() if fault.world)
"""What a fault may say to the fake pins; 0 is well."""
