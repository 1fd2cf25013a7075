"""The virtual board as its page draws it: pieces where they stand, lamps as they shine, what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.board import SUSPECTS
from companion.rules import WEAPONS
from companion.server.drawing import CELL, Drawing
from companion.server.site import DraggableBoard

_SHELF, _FIRST, _GAP = 1.55, 1.6, 1.9
"""Of the pieces off the board, in squares: how far right, the first how far down, the next how far on."""

GROUPS: Mapping[str, Sequence[str]] = {
    "cable": ("unplug", "silence", "garbage", "bit-flips", "lost-lines", "doubled-lines", "slow-host"),
    "device": ("old-firmware", "foreign-device"),
    "sensors": ("bounce", "stuck-reed", "flicker", "phantom", "dead-row", "late-tag", "mute-reader"),
}
"""The faults that last, as the page groups them."""

AT_A_SQUARE = ("stuck-reed", "flicker", "dead-row")
"""Those for which a square can be named."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token or a weapon. place: None while it is off the board."""

    name: str
    place: str | None
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Lamp:
    """A door lamp. colour: RRGGBB as bright as a screen needs it, None while it is dark."""

    x: float
    y: float
    turned: int
    colour: str | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """One fault. square: where it is, None where it has none; asks: whether a square can be named."""

    name: str
    on: bool
    square: str | None
    asks: bool


@dataclass(frozen=True, slots=True)
class Tabletop:
    """All that the page draws beside the game.

    misread: the middles of squares that read wrong, and whether they read closed. shelf: where, to the right.
    """

    tokens: Sequence[Piece]
    weapons: Sequence[Piece]
    lamps: Sequence[Lamp]
    misread: Sequence[tuple[float, float, bool]]
    troubles: Mapping[str, Sequence[Trouble]]
    ailing: bool
    readers: bool
    port: str
    runtime: str | None
    shelf: float


def tabletop(board: DraggableBoard, drawing: Drawing) -> Tabletop:
    """The virtual board on a drawing."""
    order = {piece: number for number, piece in enumerate((*SUSPECTS, *WEAPONS))}
    x = drawing.width + _SHELF * CELL
    gap = min(_GAP * CELL, (drawing.height - 2 * _FIRST * CELL) / (len(order) - 1))

    def piece(name: str, place: str | None) -> Piece:
        if place is None:
            return Piece(name, None, x, _FIRST * CELL + gap * order[name])
        return Piece(name, place, *drawing.at(name, place))

    wrong = board.faults()
    troubles = {
        group: [
            Trouble(name, wrong[name] is not None, wrong[name] or None, name in AT_A_SQUARE)
            for name in names
            if name in wrong
        ]
        for group, names in GROUPS.items()
    }
    return Tabletop(
        [piece(*one) for one in board.places().items()],
        [piece(*one) for one in board.weapons().items()],
        _lamps(board, drawing),
        [(*drawing.at("", square), closed) for square, closed in board.misread().items()],
        troubles,
        any(at is not None for at in wrong.values()),
        board.readers,
        board.port.rpartition("/")[2],
        board.runtime,
        x,
    )


def _lamps(board: DraggableBoard, drawing: Drawing) -> list[Lamp]:
    shining = board.lamps()
    return [
        Lamp(spot.x, spot.y, spot.turned, _bright(shining[door]))
        for door, spot in zip(drawing.board.doors, drawing.doors, strict=True)
        if door in shining
    ]


def _bright(colour: str) -> str | None:
    """A WS2812 dazzles at a level that a screen shows as black: the same hue at its brightest.

    >>> _bright("200800"), _bright("000000")
    ('FF3F00', None)
    """
    levels = bytes.fromhex(colour)
    most = max(levels)
    return bytes(level * 255 // most for level in levels).hex().upper() if most else None
