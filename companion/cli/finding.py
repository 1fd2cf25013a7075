"""What `companion doctor` looks at, and how it says what it found."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.mqtt.broker import Broker

Verdict = Literal["ok", "note", "FIX"]
"""`note`: a game can be played all the same. `FIX`: it cannot."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: the sentence also says what to do where it is not well."""

    subject: str
    verdict: Verdict
    sentence: str


@dataclass(frozen=True, slots=True)
class Machine:
    """What is looked at.

    data: the data folder. port: of the pages. root: of the file system, for what the kernel tells.
    now: the wall clock, seconds since 1970. hardware: its folder, None for the shipped one.
    broker: that is told of the table, None where there is none.
    """

    data: Path
    port: int
    root: Path = Path("/")
    now: Callable[[], float] = time.time
    hardware: Path | None = None
    broker: Broker | None = None


Check = Callable[[Machine], Iterator[Finding]]
