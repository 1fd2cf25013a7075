"""The network that phones have to be in, as the screen tells it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wifi:
    """A network by its name (SSID) and key; an empty key is an open network.

    >>> Wifi("Villa Boddy", "brass;lamp").code
    'WIFI:T:WPA;S:Villa Boddy;P:brass\\\\;lamp;;'
    """

    name: str
    key: str = ""

    @property
    def code(self) -> str:
        """What its QR code says; a phone that scans it joins the network."""
        # It brings half of the standard library with it: not before a screen asks.
        from segno.helpers import make_wifi_data

        return make_wifi_data(self.name, self.key or None, "WPA" if self.key else "nopass")
