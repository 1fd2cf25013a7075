"""What hangs on the Raspberry Pi's own pins: the dice button and the bullet lamps."""

from companion.devices.debounce import Debouncer
from companion.devices.devices import Devices, open_devices
from companion.devices.pins import Pins, PinsFault, Wire, read_pins

__all__ = ["Debouncer", "Devices", "Pins", "PinsFault", "Wire", "open_devices", "read_pins"]
