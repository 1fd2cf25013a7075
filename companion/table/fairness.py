"""A proof that nobody changed the cards: a digest at the deal, what it was made of at the end.

The lines are those of a record (RECORDS.md): `case ...`, then `hand ...` of every seat, clockwise. Anybody
can check them without this program: `printf '%s\\n' SALT 'case ...' 'hand ...' ... | sha256sum`.
"""

import hashlib
import hmac
from collections.abc import Sequence


def digest(salt: str, lines: Sequence[str]) -> str:
    """The SHA-256, in hexadecimal, of the salt and the lines, each ended by a newline, in UTF-8."""
    return hashlib.sha256("".join(f"{line}\n" for line in (salt, *lines)).encode()).hexdigest()


def check(promised: str, salt: str, lines: Sequence[str]) -> bool:
    """Whether a digest that was shown at the deal belongs to this salt and these lines.

    >>> lines = ["case plum rope hall", "hand Ann green study"]
    >>> promise = digest("2a", lines)
    >>> check(promise, "2a", lines), check(promise, "2a", ["case plum rope hall", "hand Ann green lounge"])
    (True, False)
    """
    return hmac.compare_digest(promised, digest(salt, lines))
