"""Who is at the other end: HELLO read, and judged by the version rule of docs/PROTOCOL.md."""

from dataclasses import dataclass

from companion.sensing.lines import PROTOCOL
from companion.sensing.wiring import Wiring

PRODUCT = "companion-board"
OTHER_ROLE = "The Pico looks after "
_FLASH = "put this program's firmware on it with: companion flash"


@dataclass(frozen=True, slots=True)
class Hello:
    """The words of HELLO; ``map``, ``role`` and ``boot`` are empty where a foreign protocol has none."""

    product: str
    serial: str
    firmware: str
    protocol: str
    map: str = ""
    role: str = ""
    boot: str = ""

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> "Hello | None":
        """HELLO's words, of any protocol; None if even the four fixed ones are not there."""
        return cls(*words[:7]) if len(words) >= 4 else None

    @property
    def roles(self) -> list[str]:
        """What the device senses: squares, rooms, or both."""
        return self.role.split("+")

    def objection(self, wiring: Wiring) -> str | None:
        """Why nothing of this device may be used, with the way out; None if all is well."""
        if self.product != PRODUCT:
            return f"The device is a {self.product}, not the Pico of a companion board: choose another port."
        if self.protocol != str(PROTOCOL):
            return (
                f"The Pico speaks protocol {self.protocol} (firmware {self.firmware}), "
                f"this program protocol {PROTOCOL}: {_FLASH}"
            )
        if (needed := next(iter(wiring.roles), "anything")) not in self.roles:
            return f"{OTHER_ROLE}{self.role}, not {needed}: choose the other Pico's port."
        if self.map != (ours := wiring.part(self.roles).map_hash):
            return f"The Pico has sensor map {self.map}, this program {ours}: {_FLASH}"
        return None
