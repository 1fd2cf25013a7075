"""A hardware folder as one object: for checks, parts, drawings and guides; nothing of a game needs it.

A hardware folder is the shipped ``hardware/``, one that ``companion map`` has written, or one of your own
(what stands in it: ``hardware/README.md``). ``read_hardware`` reads all of it and raises HardwareFault with
every fault at once. Whoever draws or tells how to build takes everything from the object, and numbers from
nowhere else::

    built = read_hardware()                     # the shipped folder; or read_hardware(Path("my-board"))
    built.board                                 # companion.board.Board: squares, doors, position(square)
    built.wiring                                # companion.sensing.Wiring, as the firmware gets it
    built.picos                                 # the Picos: each with its role and its wires
    built.sensors                               # every input in the order of the bits: chip, leg, square
    built.readers, built.lamps                  # room -> its reader; lamp by lamp its door
    built.pins                                  # the Pi's own pins (companion.devices.Pins)
    built.mounting                              # pitch in mm, metres of cable, supply
    chips()["74hc165"].leg("SH/LD")             # 1: the legs of the chips, from hardware/chips.toml
    chips()["pico"].leg("GP17")                 # 22: where a GP number is on the Pico

``faults_of(built)`` are the faults that only show when all is seen together (``companion doctor
--hardware``); ``builds()`` are the three ways to build it, ``parts_for(build)`` what has to be bought for one.
"""

from companion.hardware.chips import Chip, chips
from companion.hardware.folder import Hardware, HardwareFault, Input, LampPlace, Pico, Reader, read_hardware
from companion.hardware.mounting import Mounting

__all__ = [
    "Chip",
    "Hardware",
    "HardwareFault",
    "Input",
    "LampPlace",
    "Mounting",
    "Pico",
    "Reader",
    "chips",
    "read_hardware",
]
