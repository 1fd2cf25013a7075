"""From serial bytes to "mustard stands on Q7": the link to the Pico, the tracker, the virtual board."""

from companion.sensing.ailments import Ailment, Ailments, parts_of
from companion.sensing.conversation import Overhear
from companion.sensing.gauges import Gauges
from companion.sensing.judgement import Correction, Expectation, Judgement
from companion.sensing.link import Link, LinkStatus
from companion.sensing.links import Links, link_to
from companion.sensing.ports import only, pico_ports, strangers
from companion.sensing.recording import FOLDER, Recording, RecordingFault, read_recording
from companion.sensing.report import Report
from companion.sensing.reportdata import report_data, report_of
from companion.sensing.startup import SetUp, set_up_fault
from companion.sensing.tracker import Tracker
from companion.sensing.wirefiles import WiringFault, wiring_files, wiring_for
from companion.sensing.wiring import Wiring

__all__ = [
    "FOLDER",
    "Ailment",
    "Ailments",
    "Correction",
    "Expectation",
    "Gauges",
    "Judgement",
    "Link",
    "LinkStatus",
    "Links",
    "Recording",
    "RecordingFault",
    "Report",
    "SetUp",
    "Overhear",
    "Tracker",
    "Wiring",
    "WiringFault",
    "link_to",
    "only",
    "parts_of",
    "pico_ports",
    "read_recording",
    "report_data",
    "report_of",
    "set_up_fault",
    "strangers",
    "wiring_files",
    "wiring_for",
]
