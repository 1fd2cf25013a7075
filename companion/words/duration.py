"""How long something took, as people say it: rounded, in the language's own words."""

from collections.abc import Iterator
from typing import Literal

from babel.lists import format_list
from babel.units import format_unit

_MINUTE, _HOUR = 60, 3600


def duration(seconds: float, language: str, *, short: bool = False) -> str:
    """A rounded duration.

    seconds: not negative. short: abbreviated, for tables.

    >>> [duration(seconds, "en") for seconds in (7, 100, 1500, 5000)]
    ['5 seconds', '1 minute, 40 seconds', '25 minutes', '1 hour, 25 minutes']
    >>> duration(100, "fi", short=True)
    '1 min, 40 s'
    """
    style: Literal["short", "long"] = "short" if short else "long"
    parts = [format_unit(n, f"duration-{unit}", style, locale=language) for n, unit in _parts(seconds)]
    return format_list(parts, style="unit-short" if short else "unit", locale=language)


def minutes(n: int, language: str) -> str:
    """So many minutes, abbreviated, however many they are: for where there is room for little.

    >>> minutes(95, "en"), minutes(95, "da")
    ('95 min', '95 min.')
    """
    return format_unit(n, "duration-minute", "short", locale=language)


def _parts(seconds: float) -> Iterator[tuple[int, str]]:
    """The numbers that are told: two at most, the smaller one rounded as far as nobody would miss."""
    if seconds >= _HOUR:
        hours, rest = divmod(round(seconds / 300) * 300, _HOUR)
        yield hours, "hour"
        if rest:
            yield rest // _MINUTE, "minute"
    elif seconds >= 10 * _MINUTE:
        yield round(seconds / _MINUTE), "minute"
    elif seconds >= _MINUTE:
        minutes, rest = divmod(round(seconds / 10) * 10, _MINUTE)
        yield minutes, "minute"
        if rest:
            yield rest, "second"
    else:
        yield max(1, round(seconds / 5) * 5) if seconds >= 1 else 0, "second"
