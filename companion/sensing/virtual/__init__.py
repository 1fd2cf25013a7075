"""The virtual board: the real firmware in its own process, fake pins below it, a real serial port above."""

from companion.sensing.virtual.board import Lamps, UnknownFault, VirtualBoard
from companion.sensing.virtual.faults import FAULTS
from companion.sensing.virtual.process import Runtime, find_micropython

__all__ = ["FAULTS", "Lamps", "Runtime", "UnknownFault", "VirtualBoard", "find_micropython"]
