"""MicroPython's ``micropython`` for firmware that runs under CPython on a raw pseudo-terminal."""


def kbd_intr(char: int) -> None:
    """Nothing to do: on a raw terminal byte 0x03 is data anyway."""
