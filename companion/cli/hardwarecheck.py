"""`companion doctor --hardware`: the data of a hardware folder, held to themselves and to the chips."""

from collections.abc import Iterator, Mapping

from companion.cli.finding import Finding, Machine
from companion.hardware import Hardware, HardwareFault, asked, counted, flaws_of, read_hardware

WELL: Mapping[str, str] = {
    "Pico": "Every pin of the Pico can be what it is.",
    "Pi": "Every pin of the Pi is where the header has it.",
    "Cables": "All wires are short enough for what goes over them.",
}
"""What is said of a subject without a flaw."""


def data(machine: Machine) -> Iterator[Finding]:
    """All of a folder; what cannot be read at all keeps the rest from being looked at."""
    try:
        built = read_hardware(machine.hardware)
    except HardwareFault as fault:
        for sentence in fault.faults:
            yield Finding("Data", "FIX", sentence)
        return
    yield Finding("Data", "ok", _what(built))
    flaws = flaws_of(built)
    for subject, sentence in WELL.items():
        if not any(flaw.subject == subject for flaw in flaws):
            yield Finding(subject, "ok", sentence)
    for name, (current, limit) in asked(built).items():
        if 0 < current <= limit:
            yield Finding("Current", "ok", f"{name} has to give {current:.0f} mA and gives {limit:.0f}.")
    for flaw in flaws:
        yield Finding(flaw.subject, "FIX", flaw.sentence)


def _what(built: Hardware) -> str:
    found = counted(built)
    wiring = built.wiring
    sensed = f"{found['square']:.0f} squares on {wiring.kind}" if wiring.inputs else "no squares"
    rooms = f"{len(built.readers)} {wiring.readers.kind}" if wiring.readers else "no readers"
    return (
        f"The board {built.board.name}: {sensed}, {rooms}, {found['lamp']:.0f} door lamps, "
        f"{found['pico']:.0f} Pico; map {wiring.map_hash}."
    )
