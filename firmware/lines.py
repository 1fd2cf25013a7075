"""Lines of docs/PROTOCOL.md: encode, decode, and cut a stream of bytes into lines."""

from binascii import crc32

LIMIT = 120
SEQS = 1 << 16
TIMES = 1 << 30


def encode(seq: int, ms: int, kind: str, args: str = "") -> bytes:
    """One line as bytes, newline included; args are the words after the type, joined by spaces."""
    body = "%d %d %s" % (seq, ms, kind)
    if args:
        body += " " + args
    return ("%s*%08X\n" % (body, crc32(body.encode()))).encode()


def decode(line: bytes) -> "tuple[int, int, str, list[str]] | None":
    """(seq, ms, type, [words]) of a line without its newline, or None if it does not check."""
    if line[-1:] == b"\r":
        line = line[:-1]
    if not 9 < len(line) < LIMIT or min(line) < 0x20 or max(line) > 0x7E:
        return None
    checked = line[:-9]
    if line[-9:] != b"*%08X" % crc32(checked):
        return None
    body = checked.decode()
    parts = body.split(" ")
    if "*" in body or "" in parts or len(parts) < 3:
        return None
    seq = _number(parts[0], SEQS)
    ms = _number(parts[1], TIMES)
    kind = parts[2]
    name = kind[:-1] if kind[-1] == "?" else kind
    if seq is None or ms is None or not (name.isalpha() and name.isupper()):
        return None
    return seq, ms, kind, parts[3:]


def _number(text: str, end: int) -> "int | None":
    """A plain decimal below end; int() alone would take signs, underscores and leading zeros."""
    if not text.isdigit() or (text[0] == "0" and text != "0"):
        return None
    value = int(text)
    return value if value < end else None


TOO_LONG = b"?"


class Splitter:
    """Bytes in, one at a time; complete lines out, TOO_LONG, which does not check, for what is too long."""

    def __init__(self):
        self._line = bytearray()
        self._skip = False

    def feed(self, byte: int) -> "bytes | None":
        """The line that this byte (0 to 255) ends, without its newline; None if none, or an empty one."""
        if byte != 0x0A:
            if len(self._line) < LIMIT - 1:
                self._line.append(byte)
            else:
                self._skip = True
            return None
        line = None if self._line in (b"", b"\r") else bytes(self._line)
        if self._skip:
            line = TOO_LONG
        self._line = bytearray()
        self._skip = False
        return line
