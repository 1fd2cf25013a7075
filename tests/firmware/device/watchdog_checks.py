"""The watchdog on a chip of which only the registers are there, and what HELLO then says."""

import sys


class Chip:
    """The module machine. `bits` are those of CTRL; the scratch register outlives all but the power."""

    PWRON_RESET, WDT_RESET = 1, 3
    ENABLE = 1 << 30

    def __init__(self):
        self.cause = self.PWRON_RESET
        self.scratch = 0
        self.bits = 0
        self.fed = 0
        self.mem32 = self

    def __getitem__(self, address):
        assert address == 0x4005800C, address
        return self.scratch

    def __setitem__(self, address, word):
        if address == 0x4005800C:
            self.scratch = word
        else:
            assert address == 0x4005B000, address  # clears the bits that are 1
            self.bits &= ~word

    def reset_cause(self):
        return self.cause

    def WDT(self, timeout):
        assert timeout == 2000
        self.bits |= self.ENABLE
        return self

    def feed(self):
        assert self.bits & self.ENABLE
        self.fed += 1

    def bites(self):
        assert self.bits & self.ENABLE
        self.cause = self.WDT_RESET
        self.bits = 0


chip = sys.modules["machine"] = Chip()
from watchdog import Watchdog  # noqa: E402 (on this chip)


def powered():
    chip.__init__()
    return Watchdog()


def check_it_is_quiet_until_it_is_started():
    dog = powered()
    dog.feed()
    assert (chip.bits, chip.fed) == (0, 0)
    dog.start()
    dog.start()
    dog.feed()
    assert (chip.bits, chip.fed) == (chip.ENABLE, 1)


def check_it_pauses_and_can_be_started_again():
    dog = powered()
    dog.start()
    chip.bits |= 1
    dog.pause()
    assert chip.bits == 1
    dog.feed()
    assert chip.fed == 0
    dog.start()
    assert chip.bits == chip.ENABLE | 1


def check_why_the_program_runs():
    dog = powered()
    assert dog.boot == "power"
    assert Watchdog().boot == "reset"  # ctrl-D, or companion flash
    dog = powered()
    dog.start()
    chip.bites()
    assert Watchdog().boot == "watchdog"
    assert Watchdog().boot == "reset"
    dog = powered()
    dog.start()
    dog.pause()
    chip.cause = chip.WDT_RESET  # MicroPython's machine.reset() uses the watchdog, too
    assert Watchdog().boot == "reset"
    assert powered().boot == "power"


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
