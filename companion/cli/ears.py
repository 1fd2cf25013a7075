"""Who listens to the board beside the table: the recording, and the gauges of the sensor page."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.assets import asset_dir
from companion.sensing import Gauges, Link, Links, LinkStatus, Recording


@dataclass(frozen=True, slots=True)
class Ears:
    """They hear every raw byte; None where nobody wants to."""

    recording: Recording | None = None
    gauges: Gauges | None = None

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
            files = (file for file in asset_dir("hardware").iterdir() if file.suffix in (".toml", ".csv"))
            hardware = {file.name: file.read_text(encoding="utf-8") for file in files}
            self.recording.opens_with("hardware", json.dumps(hardware), time.monotonic())
            self.recording.when_afresh(link.greet_again)
