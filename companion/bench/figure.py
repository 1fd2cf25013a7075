"""What a benchmark measures: a figure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number.

    name: what was measured. value, unit: how much. note: of what, and out of how many.
    """

    name: str
    value: float
    unit: str
    note: str


def percentile(sorted_values: list[float], percent: float) -> float:
    """The value below which so many percent of the values lie.

    sorted_values: at least one, ascending. percent: 0 to 100.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 50), percentile([1.0, 2.0, 3.0, 4.0], 100)
    (3.0, 4.0)
    """
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * percent / 100))]
