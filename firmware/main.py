"""What the Pico runs when it gets power; config.json beside it comes from hardware/ by `companion flash`."""

import json
import time
from binascii import hexlify

import machine
from app import App
from chain import Chain
from ticks import WRAP
from usb import Usb


def clock():
    """Milliseconds, wrapping as docs/PROTOCOL.md says on every port of MicroPython."""
    return time.ticks_ms() % WRAP


with open("config.json") as file:
    config = json.load(file)
App(config, Chain(config["squares"]), Usb(), clock, hexlify(machine.unique_id()).decode().upper()).run()
