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

``flaws_of(built)`` is what only shows when all is seen together (``companion doctor --hardware``).
``builds()`` are the three ways to build it, bench, reeds and full; ``shopping_list`` says what has to be
bought::

    build = builds()["bench"]
    build.title, build.about, build.hours       # hours from and to, an estimate
    lines = shopping_list(build.hardware(), build.name)
    lines[0].part.name, lines[0].quantity, lines[0].cost, lines[0].part.alternatives
    cost(lines), catalogue().currency, catalogue().estimated
    counted(built)["register"]                  # how many there are of each thing that can be counted
"""

from companion.hardware.builds import Build, builds
from companion.hardware.checks import flaws_of, usable_hardware
from companion.hardware.chips import Chip, chips
from companion.hardware.counting import counted
from companion.hardware.currents import asked
from companion.hardware.flaws import Flaw
from companion.hardware.folder import Hardware, HardwareFault, Input, LampPlace, Pico, Reader, read_hardware
from companion.hardware.mounting import Mounting
from companion.hardware.parts import Alternative, Catalogue, Line, Part, catalogue, cost, shopping_list
from companion.hardware.proposal import propose, write_files

__all__ = [
    "Alternative",
    "Build",
    "Catalogue",
    "Chip",
    "Flaw",
    "Hardware",
    "HardwareFault",
    "Input",
    "LampPlace",
    "Line",
    "Mounting",
    "Part",
    "Pico",
    "Reader",
    "asked",
    "builds",
    "catalogue",
    "chips",
    "cost",
    "counted",
    "flaws_of",
    "propose",
    "read_hardware",
    "shopping_list",
    "usable_hardware",
    "write_files",
]
