"""The doctor's look at the broker."""

from collections.abc import Iterator

from companion.cli.finding import Finding, Machine


def broker(machine: Machine) -> Iterator[Finding]:
    """Whether the broker lets us in; silent where none is named, and games go on without one."""
    if machine.broker is None:
        return
    from companion.mqtt.probe import probe  # paho is loaded only where a broker is named

    fault = probe(machine.broker)
    well = f"The broker at {machine.broker} lets us in."
    yield Finding("Broker", "note" if fault else "ok", fault or well)
