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
    return time.ticks_ms() % WRAP


def door_lamps(config):
    """The lamps that the config describes; None without."""
    if config is None:
        return None
    return Lamps(config, NeoPixel(machine.Pin(config["pin"]), config["count"]))


def board(config):
    """Squares' sensors, door lamps and rooms' readers, each None where the config has none."""
    return sensors(config.get("squares")), door_lamps(config.get("lamps")), readers(config.get("rooms"))


with open("config.json") as file:
    config = json.load(file)
App(config, *board(config), Usb(), Watchdog(), clock, hexlify(machine.unique_id()).decode().upper()).run()
