"""`companion bench`: how quick the program is on this machine."""

import json
from collections.abc import Callable, Iterable, Mapping

import click

from companion.bench import browsing, engine, noisyline, reaching, sensing, streaming
from companion.bench.figure import Figure
from companion.bench.machine import machine

BENCHMARKS: Mapping[str, Callable[[], Iterable[Figure]]] = {
    "reach": reaching.measure,
    "engine": engine.measure,
    "stream": streaming.measure,
    "pages": browsing.measure,
    "line": noisyline.measure,
    "sensing": sensing.measure,
}
"""What can be measured, by name: a new benchmark is a new line here."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(BENCHMARKS)), metavar="[NAME]...")
def command(names: tuple[str, ...]) -> None:
    """Measure (all, or what NAME says) and tell the figures: JSON to the output, a table beside it.

    The table goes to the error output, so that `companion bench > figures.json` still shows it.
    """
    here = machine()
    click.echo(", ".join(f"{value}" for value in here.values()), err=True)
    figures = []
    for name in names or BENCHMARKS:
        for figure in BENCHMARKS[name]():
            figures.append(figure)
            click.echo(f"{figure.name:<28}{figure.value:>12,.3f} {figure.unit:<8}{figure.note}", err=True)
    told = [
        {"name": one.name, "value": round(one.value, 6), "unit": one.unit, "note": one.note}
        for one in figures
    ]
    click.echo(json.dumps({"machine": here, "figures": told}, indent=2))
