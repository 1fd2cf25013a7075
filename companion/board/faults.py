"""The one error of a board that cannot be used, and how its sentences show a value."""

from collections.abc import Iterable


class BoardFault(ValueError):
    """A board that cannot be used. ``faults`` names everything that is wrong, a sentence each."""

    def __init__(self, source: str, faults: Iterable[str]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__(f"{source}: " + " ".join(self.faults))


def shown(value: object) -> str:
    """What a JSON value is, in words, short enough for a sentence.

    >>> shown(None), shown(True), shown([]), shown("Q7"), shown(2.5)
    ('null', 'true', 'a list', "'Q7'", '2.5')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "a very large number"
    return text if len(text) <= 40 else f"{text[:36]}..."


def listed(names: Iterable[str], most: int = 8) -> str:
    """Names joined for a sentence; from a long list the first ones.

    >>> listed(["A5", "B5"]), listed("ABCDEFGHIJ", 3)
    ('A5, B5', 'A, B, C and 7 more')
    """
    names = list(names)
    rest = len(names) - most
    return ", ".join(names) if rest <= 0 else f"{', '.join(names[:most])} and {rest} more"
