"""From serial bytes to "mustard stands on Q7": the link to the Pico, the tracker, the virtual board."""

from companion.sensing.link import Link, LinkStatus, Tap
from companion.sensing.ports import only, pico_ports
from companion.sensing.report import Report
from companion.sensing.tracker import Correction, Expectation, Judgement, Tracker
from companion.sensing.wiring import Wiring, WiringFault, wiring_for

__all__ = [
    "Correction",
    "Expectation",
    "Judgement",
    "Link",
    "LinkStatus",
    "Report",
    "Tap",
    "Tracker",
    "Wiring",
    "WiringFault",
    "only",
    "pico_ports",
    "wiring_for",
]
