"""Who listens to the board beside the table: the recording, and the gauges of the sensor page."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.sensing import Gauges, Link, Links, LinkStatus, Recording, wiring_files


@dataclass(frozen=True, slots=True)
class Ears:
    """They hear every raw byte; None where nobody wants to.

    hardware: the folder with the wiring, None for the shipped one.
    """

    recording: Recording | None = None
    gauges: Gauges | None = None
    hardware: Path | None = None

    def overhear(self, direction: Literal["<", ">"], data: bytes, at: float) -> None:
        """The link's tap."""
        if self.recording:
            self.recording.overhear(direction, data, at)
        if self.gauges:
            self.gauges.overhear(direction, data, at)

    def overhear_rooms(self, direction: Literal["<", ">"], data: bytes, at: float) -> None:
        """The same of the rooms' Pico, where that is another."""
        if self.recording:
            self.recording.overhear(direction, data, at, "rooms")
        if self.gauges:
            self.gauges.overhear(direction, data, at, "rooms")

    def beside(self, linked: Callable[[LinkStatus, str], object]) -> Callable[[LinkStatus, str], None]:
        """What tells the link's state to the table, and to the gauges."""

        def tell(status: LinkStatus, detail: str) -> None:
            linked(status, detail)
            if self.gauges:
                self.gauges.linked(status, detail)

        return tell

    def listen_to(self, link: Link | Links) -> None:
        """Let the recording know what the lines will mean, and the board when to tell its state anew."""
        if self.recording:
            hardware = json.dumps(wiring_files(self.hardware))
            self.recording.opens_with("hardware", hardware, time.monotonic())
            self.recording.when_afresh(link.greet_again)
