"""What the Pico's MicroPython does when it gets power, for its Unix port: the file system, boot.py, main.py.

Words: the image of the flash, its number of blocks, and what to do: `run`, `prompt` (main.py is left out, as
after a soft reset in the raw REPL), or `list` (print the files in hex). The chip's own modules are there,
with nothing connected to them. A byte 0x06 says that the file system is there and ctrl-C may come.
"""

import os
import sys

import vfs

BLOCK = 4096  # an erase block, as on the Pico
IOCTL_FLUSH, IOCTL_BLOCKS, IOCTL_SIZE, IOCTL_ERASE = 3, 4, 5, 6


class Flash:
    """A block device in a file."""

    def __init__(self, image, blocks):
        self._blocks = blocks
        self._image = open(image, "r+b")  # noqa: SIM115 (as long as the process)

    def readblocks(self, block, buffer, offset=0):
        self._image.seek(block * BLOCK + offset)
        self._image.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._image.seek(block * BLOCK + offset)
        self._image.write(buffer)

    def ioctl(self, op, arg):
        if op == IOCTL_FLUSH:
            self._image.flush()
        return {IOCTL_BLOCKS: self._blocks, IOCTL_SIZE: BLOCK}.get(op, 0)


class Part:
    """Any pin, bus or chain of lamps: takes everything, and reads high."""

    IN = OUT = PULL_UP = 1

    def __init__(self, *words, **named):
        self._length = words[1] if len(words) > 1 else 0

    def __len__(self):
        return self._length

    def __setitem__(self, index, value):
        pass

    def __call__(self, *words):
        return 1

    def value(self, *words):
        return 1

    def write(self, *words):
        pass

    def fill(self, colour):
        pass

    def feed(self):
        pass

    def readinto(self, buffer, *words):
        for index in range(len(buffer)):
            buffer[index] = 0xFF


class Registers:
    """The chip's, all 0 after the power came."""

    def __getitem__(self, address):
        return 0

    def __setitem__(self, address, word):
        pass


class Machine:
    """The module machine."""

    Pin = SPI = I2C = WDT = Part
    PWRON_RESET, WDT_RESET = 1, 3

    def __init__(self):
        self.mem32 = Registers()

    def reset_cause(self):
        return self.PWRON_RESET

    def unique_id(self):
        return b"TESTPICO"


class Neopixel:
    """The module neopixel."""

    NeoPixel = Part


def mount(image, blocks):
    """Put the flash where the Pico has it, a new file system on it if it has none."""
    flash = Flash(image, blocks)
    try:
        files = vfs.VfsLfs2(flash)
    except OSError:
        vfs.VfsLfs2.mkfs(flash)
        files = vfs.VfsLfs2(flash)
    vfs.umount("/")
    vfs.mount(files, "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]
    sys.modules["machine"], sys.modules["neopixel"] = Machine(), Neopixel()


def start(name):
    """Run a file of the flash, if it is there."""
    try:
        with open(name) as file:
            program = file.read()
    except OSError:
        return
    exec(compile(program, name, "exec"), {"__name__": "__main__"})


mount(sys.argv[1], int(sys.argv[2]))
if sys.argv[3] == "list":
    for entry in os.ilistdir("/"):
        with open(entry[0], "rb") as file:
            print(entry[0], file.read().hex())
else:
    sys.stdout.write("\x06")
    start("boot.py")
    if sys.argv[3] == "run":
        start("main.py")
