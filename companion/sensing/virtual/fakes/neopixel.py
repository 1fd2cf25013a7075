"""MicroPython's ``neopixel`` without lamps: what is written goes to the parent, as it would go to the eye.

Each write that changes something is a line ``pixels RRGGBB ...``, the first lamp of the chain first.
"""


class NeoPixel:
    """A chain of WS2812; it lights up only where the parent has one, and refuses what none can show."""

    def __init__(self, pin: object, n: int) -> None:
        from machine import lamps_on  # type: ignore[import-not-found]  # there only where the firmware runs

        self._world = lamps_on(pin, n)
        self._pixels = ["000000"] * n
        self._shown: list[str] = []

    def __len__(self) -> int:
        return len(self._pixels)

    def __setitem__(self, index: int, colour: tuple[int, int, int]) -> None:
        red, green, blue = colour
        if not 0 <= min(colour) <= max(colour) <= 255:
            raise ValueError(f"no colour: {colour}")
        self._pixels[index] = f"{red:02X}{green:02X}{blue:02X}"

    def fill(self, colour: tuple[int, int, int]) -> None:
        """Set all."""
        for index in range(len(self)):
            self[index] = colour

    def write(self) -> None:
        """Send to the chain what was set."""
        if self._pixels != self._shown:
            self._shown = self._pixels[:]
            self._world.show("pixels " + " ".join(self._shown))
