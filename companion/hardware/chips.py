"""What the data sheets say of the chips: their legs, what the Pico's pins can be (hardware/chips.toml)."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from companion.assets import asset_dir


@dataclass(frozen=True)
class Chip:
    """One chip or board, seen from above, leg 1 top left, counted anticlockwise.

    legs: their names, leg 1 first. source: the data sheet. spi, i2c: for each bus (by its number) the pins on
    which each of its signals can come out. kept: the pins that are not to be had, and what they are for.
    gives: milliamperes. pulled_up: the pins that are high while it starts.
    """

    name: str
    source: str
    legs: Sequence[str]
    spi: Mapping[int, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    i2c: Mapping[int, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    kept: Mapping[int, str] = field(default_factory=dict)
    gives: Mapping[str, float] = field(default_factory=dict)
    pulled_up: Sequence[int] = ()

    def leg(self, name: str) -> int:
        """The number of the leg of this name, the first of several. ValueError if there is none.

        >>> chips()["74hc165"].leg("QH"), chips()["pico"].leg("GP28")
        (9, 34)
        """
        return self.legs.index(name) + 1


@lru_cache(maxsize=1)
def chips() -> Mapping[str, Chip]:
    """All chips, by the names that the other files of ``hardware/`` use, ``pico`` and ``pi``."""
    text = (asset_dir("hardware") / "chips.toml").read_text(encoding="utf-8")
    return {name: _chip(facts) for name, facts in tomllib.loads(text).items()}


def _chip(facts: Mapping[str, Any]) -> Chip:
    numbered = {
        name: {int(number): value for number, value in facts[name].items()}
        for name in ("spi", "i2c", "kept")
        if name in facts
    }
    return Chip(**{**facts, **numbered})
