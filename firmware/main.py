"""What the Pico runs when it gets power; config.json beside it comes from hardware/ by `companion flash`."""

import json
import time
from binascii import hexlify

import machine
from app import App
from lamps import Lamps
from neopixel import NeoPixel
from readers import readers
from squares import sensors
from ticks import WRAP
from usb import Usb
from watchdog import Watchdog


def clock():
    """Milliseconds, wrapping as docs/PROTOCOL.md says on every port of MicroPython."""
    return time.ticks_ms() % WRAP  # type: ignore[operator]  # the stubs keep its number to themselves


def door_lamps(config):
    """The lamps that the config describes; None without."""
    if config is None:
        return None
    return Lamps(config, NeoPixel(machine.Pin(config["pin"]), config["count"]))


def app(config):
    """The program with all that the config describes; squares, lamps and rooms are None where it has none."""
    serial = hexlify(machine.unique_id()).decode().upper()
    squares, rooms = sensors(config.get("squares")), readers(config.get("rooms"))
    return App(config, squares, door_lamps(config.get("lamps")), rooms, Usb(), Watchdog(), clock, serial)


with open("config.json") as file:
    app(json.load(file)).run()
