"""The virtual board: the real firmware in its own process, fake pins below it, a real serial port above."""

from companion.sensing.virtual.board import Lamps, VirtualBoard
from companion.sensing.virtual.process import Runtime, find_micropython

__all__ = ["Lamps", "Runtime", "VirtualBoard", "find_micropython"]
