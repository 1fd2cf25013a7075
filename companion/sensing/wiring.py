"""Which input of the Pico is which square, and what the firmware is told of it as its config."""

import dataclasses
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.sensing.inputs import KINDS, Place, doubtful
from companion.sensing.lamps import LampChain
from companion.sensing.readers import Readers

ROLES = ("squares", "rooms")


@dataclass(frozen=True)
class Wiring:
    """The squares' sensors, the rooms' tag readers, and the door lamps.

    ``inputs`` has one entry an input, in the order of the bits of a ``SQUARES`` line: the square's
    name, or None for an input that must read open. ``kind`` is one of ``inputs.KINDS``, ``pins`` what
    ``hardware/`` says of the sensors for the firmware; ``inputs`` and ``pins`` are empty where no squares are
    sensed. ``lamps`` and ``readers`` are None where none are fitted. ``split`` where the readers hang on a
    Pico of their own.

    >>> from companion.board import load_board
    >>> from companion.sensing import wiring_for
    >>> wiring = wiring_for(load_board("classic"))
    >>> len(wiring.inputs), wiring.input_name(0), wiring.spare
    (192, 'register 1 input H', (188, 189, 190, 191))
    >>> wiring.closed("8" + "0" * 47)
    (frozenset({'H0'}), ())
    >>> wiring.closed(wiring.digits({"Q7"}))
    (frozenset({'Q7'}), ())
    """

    inputs: tuple[str | None, ...]
    pins: Mapping[str, Any]
    lamps: LampChain | None = None
    readers: Readers | None = None
    kind: str = "74hc165"
    split: bool = False

    @property
    def roles(self) -> tuple[str, ...]:
        """What a board wired like this senses: squares, rooms, or both."""
        return tuple(role for role, there in zip(ROLES, (self.inputs, self.readers), strict=True) if there)

    @property
    def role(self) -> str:
        """The same in the word of HELLO."""
        return "+".join(self.roles)

    def part(self, roles: Collection[str]) -> "Wiring":
        """As much of it as a Pico of these roles has; the lamps hang on the one with the squares, if any."""
        squares = "squares" in roles
        return dataclasses.replace(
            self,
            inputs=self.inputs if squares else (),
            pins=self.pins if squares else {},
            lamps=self.lamps if squares or not self.inputs else None,
            readers=self.readers if "rooms" in roles else None,
            split=False,
        )

    @property
    def picos(self) -> Sequence["Wiring"]:
        """What each of the board's Picos has: one, or two where the readers hang on their own."""
        return [self.part([role]) for role in self.roles] if self.split else [self]

    @property
    def gpio(self) -> Mapping[int, Sequence[str]]:
        """What hangs on each pin (GP number) of the one Pico that has all this; one thing, if all is well."""
        uses = [*KINDS[self.kind].pins(self.pins)] if self.inputs else []
        if self.lamps:
            uses.append((self.lamps.firmware_config()["pin"], "data of the lamps"))
        uses += self.readers.gpio if self.readers else ()
        found: dict[int, list[str]] = {}
        for pin, use in dict.fromkeys(uses):
            found.setdefault(pin, []).append(use)
        return found

    @cached_property
    def spare(self) -> tuple[int, ...]:
        """The inputs without a square, which must read open."""
        return tuple(bit for bit, square in enumerate(self.inputs) if square is None)

    @cached_property
    def map_hash(self) -> str:
        """Eight hex digits that tell these maps of inputs and readers from others; HELLO carries them."""
        named = " ".join(square or "-" for square in self.inputs)
        maps = [f"{self.kind} {named}"] if self.inputs else []
        if self.readers:
            maps.append(json.dumps([self.readers.kind, self.readers.pins]))
        return hashlib.sha256("\n".join(maps).encode()).hexdigest()[:8].upper()

    @property
    def sensors(self) -> dict[str, object]:
        """The table ``squares`` of the firmware's ``config.json``."""
        return {"kind": self.kind, "bytes": self._digits // 2, **self.pins}

    def closed(self, digits: str) -> tuple[frozenset[str], tuple[int, ...]]:
        """The closed squares, and the inputs that are closed but should not be, of a SQUARES line's digits.

        ValueError if the digits are too many, too few or no hex digits.
        """
        if len(digits) != self._digits:
            raise ValueError(f"{len(digits)} hex digits, not {self._digits}")
        bits = self._bits(digits)
        squares = frozenset(square for bit in bits if (square := self.inputs[bit]))
        return squares, tuple(bit for bit in bits if self.inputs[bit] is None)

    def doubtful(self, digits: str) -> frozenset[str]:
        """The squares that read closed in a SQUARES line's digits, but may be phantoms for want of diodes."""
        found = doubtful(self.pins, self._bits(digits))
        return frozenset(filter(None, map(self.inputs.__getitem__, found)))

    def unread(self, chips: Collection[int]) -> frozenset[str]:
        """The squares on these expanders, counted from 1, as UNREAD names them."""
        named = zip(self.places, self.inputs, strict=False)
        return frozenset(square for (chip, _), square in named if square and chip in chips)

    def chip_names(self, chips: Iterable[int]) -> str:
        """What these chips are called on the wiring plan."""
        return ", ".join(f"{KINDS[self.kind].phrase.split()[0]} {chip}" for chip in chips)

    def digits(self, squares: Iterable[str]) -> str:
        """The hex digits of a SQUARES line for these closed squares: the other way round than ``closed``."""
        wanted = frozenset(squares)
        bits = "".join("1" if square in wanted else "0" for square in self.inputs)
        return f"{int(bits or '0', 2):0{self._digits}X}" if self.inputs else ""

    def input_name(self, bit: int) -> str:
        """What is written at an input on the wiring plan."""
        if bit >= len(self.places):
            return f"input {bit + 1}, which does not exist"
        return KINDS[self.kind].phrase.format(*self.places[bit])

    def firmware_config(self) -> str:
        """The text of ``config.json`` that goes beside the firmware's ``main.py``."""
        config: dict[str, object] = {"map": self.map_hash, "role": self.role}
        if self.inputs:
            config["squares"] = self.sensors
        if self.readers:
            config["rooms"] = self.readers.firmware_config()
        if self.lamps:
            config["lamps"] = self.lamps.firmware_config()
        return json.dumps(config, indent=1) + "\n"

    @cached_property
    def places(self) -> Sequence[Place]:
        """What the two columns of the map say of each input; what only fills up the last byte is nowhere."""
        return list(KINDS[self.kind].places(self.pins)) if self.inputs else []

    @property
    def _digits(self) -> int:
        return len(self.inputs) // 4

    def _bits(self, digits: str) -> Sequence[int]:
        """The closed inputs, in order; few are."""
        bits, left = [], int(digits or "0", 16)
        while left:
            place = left.bit_length()
            bits.append(len(self.inputs) - place)
            left ^= 1 << place - 1
        return bits
