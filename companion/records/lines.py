"""A record as lines of words, comments taken off."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature

END_OF_HEADER = "--"
_LINE_END = re.compile(r"\r\n|\r|\n")
"""What editors count as the end of a line; `str.splitlines` knows more of them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that says something.

    number: its place in the file, counted from 1.
    """

    number: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words)


def fits(reader: Callable[..., object], *words: object) -> bool:
    """Whether a reader takes so many words.

    >>> fits(lambda name, suspect: None, "Ann")
    False
    """
    try:
        signature(reader).bind(*words)
    except TypeError:
        return False
    return True


def read_lines(text: str) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines of the header and those of the game below `--`; without `--` everything is header.

    >>> header, body = read_lines("seat Ann scarlet   # the host\\n\\n--\\nAnn: roll 3\\n")
    >>> str(header[0]), body
    ('seat Ann scarlet', (Line(number=4, words=('Ann:', 'roll', '3')),))
    """
    lines = [
        Line(number, tuple(words))
        for number, raw in enumerate(_LINE_END.split(text), 1)
        if (words := raw.split("#", 1)[0].split())
    ]
    for at, line in enumerate(lines):
        if line.words == (END_OF_HEADER,):
            return tuple(lines[:at]), tuple(lines[at + 1 :])
    return tuple(lines), ()
