"""MicroPython's ``micropython`` for firmware that runs under CPython on a raw pseudo-terminal."""

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])


def native(function: Function) -> Function:
    """Compiled to machine code on a Pico; here as it is."""
    return function


def kbd_intr(char: int) -> None:
    """Nothing to do: on a raw terminal byte 0x03 is data anyway."""
