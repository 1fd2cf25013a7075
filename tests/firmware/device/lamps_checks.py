"""The door lamps: which glow, and that they never draw more than they may."""

from lamps import CHANNEL_MA, Lamps, dimmed
from leds import Leds


def made(count, colour=(160, 40, 0), milliamps=200):
    leds = Leds(count)
    return Lamps({"colour": list(colour), "milliamps": milliamps}, leds), leds


def drawn(leds):
    """Milliamperes of the whole chain, without what a dark lamp draws."""
    return sum([sum(colour) for colour in leds.shown]) * CHANNEL_MA / 255


def check_dark_when_it_begins():
    for count in (1, 17):
        _, leds = made(count)
        assert leds.shown == [(0, 0, 0)] * count


def check_digits_name_the_lamps_from_the_first_on():
    lamps, leds = made(17)
    for digits, glowing in (
        ("00000", []),
        ("80000", [0]),
        ("10000", [3]),
        ("08000", [4]),
        ("00008", [16]),
        ("80008", [0, 16]),
        ("C3000", [0, 1, 6, 7]),
        ("FFFF8", list(range(17))),
    ):
        assert lamps.show(digits)
        assert leds.glowing() == glowing, digits


def check_any_length_of_chain():
    for count in (1, 3, 4, 5, 8, 320):
        lamps, leds = made(count)
        every = "F" * ((count + 3) // 4)
        assert lamps.show(every)  # the bits that fill up the last digit are no lamps
        assert leds.glowing() == list(range(count))
        assert not lamps.show(every + "0")
        assert not lamps.show(every[1:])


def check_other_digits_change_nothing():
    lamps, leds = made(17)
    assert lamps.show("80008")
    for digits in ("", "8000", "800080", "8000g", "+8000", "0x800", "8_000", "-0001", "c3000"):
        assert not lamps.show(digits), digits
        assert leds.glowing() == [0, 16]


def check_dark():
    lamps, leds = made(17)
    assert lamps.show("FFFF8")
    lamps.dark()
    assert leds.glowing() == []


def check_told_again_it_is_written_again():
    lamps, leds = made(17)
    assert lamps.show("80008")
    leds.shown = [(1, 2, 3)] * 17  # a spike on the wire
    assert lamps.show("80008")
    assert leds.glowing() == [0, 16]


def check_few_lamps_have_their_full_colour():
    lamps, leds = made(17)
    assert lamps.show("F0000")
    assert leds.shown[:5] == [(160, 40, 0)] * 4 + [(0, 0, 0)]
    assert drawn(leds) < 200


def check_many_lamps_stay_below_the_limit():
    for colour in ((160, 40, 0), (255, 255, 255), (1, 1, 1), (0, 0, 255)):
        for milliamps in (0, 1, 50, 200, 500, 5000):
            lamps, leds = made(17, colour, milliamps)
            for glowing in range(18):
                bits = (1 << 17) - (1 << (17 - glowing))
                assert lamps.show("%05X" % (bits << 3))
                assert drawn(leds) <= milliamps
                assert len(set(leds.shown[:glowing])) <= 1  # all alike


def check_the_limit_is_used():
    assert dimmed((255, 255, 255), 17, 1020) == (255, 255, 255)
    assert dimmed((255, 255, 255), 17, 510) == (127, 127, 127)
    assert dimmed((160, 40, 0), 17, 200) == (120, 30, 0)


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
        print("ok", name)
