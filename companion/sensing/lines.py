"""The lines of docs/PROTOCOL.md at the Pi's end: encode, decode, cut a stream into lines."""

import re
from dataclasses import dataclass
from zlib import crc32

PROTOCOL = 2
LIMIT = 120  # bytes, newline included
SEQS = 1 << 16
TIMES = 1 << 30

_NUMBER = rb"(0|[1-9][0-9]*)"
_LINE = re.compile(
    rb"(?P<body>" + _NUMBER + rb" " + _NUMBER + rb" ([A-Z]+\??)((?: [!-)+-~]+)*))\*([0-9A-F]{8})\r?",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line that checked: number, milliseconds, type, and the words after it."""

    seq: int
    ms: int
    kind: str
    args: tuple[str, ...] = ()


def encode(line: Line) -> bytes:
    r"""The line as it is sent, newline included.

    >>> encode(Line(0, 0, "HELLO?", ("2",)))
    b'0 0 HELLO? 2*BBA31C1A\n'
    """
    body = " ".join((str(line.seq), str(line.ms), line.kind, *line.args)).encode("ascii")
    return b"%s*%08X\n" % (body, crc32(body))


def decode(data: bytes) -> Line | None:
    """What a line without its newline says, or None if it does not check.

    >>> decode(b"2 1020 BEAT*D0346FEB")
    Line(seq=2, ms=1020, kind='BEAT', args=())
    >>> decode(b"2 1021 BEAT*D0346FEB")
    """
    found = _LINE.fullmatch(data) if len(data) < LIMIT else None
    if not found or int(found[6], 16) != crc32(found["body"]):
        return None
    line = Line(int(found[2]), int(found[3]), found[4].decode(), tuple(found[5].decode().split()))
    return line if line.seq < SEQS and line.ms < TIMES else None


class Splitter:
    """Bytes in, in pieces of any size; complete lines out, without their newline and never an empty one.

    A line that is too long comes out cut to ``LIMIT`` bytes, so that it does not check.
    """

    def __init__(self) -> None:
        self._rest = b""

    @property
    def begun(self) -> bool:
        """Whether a line has begun that is not complete yet."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[:LIMIT]
        return [line[:LIMIT] for line in lines if line not in (b"", b"\r")]
