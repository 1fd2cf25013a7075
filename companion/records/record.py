"""A record as data: where the game begins, and what is then done and checked."""

from dataclasses import dataclass
from pathlib import Path

from companion.records.errors import RecordError
from companion.records.header import Header, HeaderFault
from companion.records.lines import Line, read_lines
from companion.rules import HOUSE, REFUSALS, Act, Seat, Step

EVERYBODY = "all"


@dataclass(frozen=True, slots=True)
class Played:
    """`Ann: roll 3 4`. who: a seat, `house`, or `all`."""

    line: int
    who: str
    act: Act


@dataclass(frozen=True, slots=True)
class Refused:
    """`refused Ann: move kitchen because unreachable`. code: None where any reason will do."""

    line: int
    who: str
    act: Act
    code: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """`check at mustard X7`."""

    line: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record.

    path: the file, as it was named.
    start: the game after the header.
    entries: what follows, in order.
    """

    path: str
    seats: tuple[Seat, ...]
    start: Step
    entries: tuple[Played | Refused | Check, ...]


def load_record(path: Path) -> Record:
    """Read a record's file.

    Raises RecordError, also where the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise RecordError(str(path), 0, f"cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(str(path), 0, "found bytes that are no text, expected a record in UTF-8") from None
    return parse_record(text, str(path), path.parent)


def parse_record(text: str, path: str, folder: Path) -> Record:
    """Read a record.

    path: what errors call it.
    folder: where a board file that it names is looked for.
    Raises RecordError with the line, what was found and what was expected.
    """
    head, body = read_lines(text)
    header = Header(folder)
    last = 0
    try:
        for line in head:
            last = line.number
            header.read(line)
        start = header.start()
    except HeaderFault as fault:
        raise RecordError(path, fault.line or last, str(fault)) from None
    names = {seat.name for seat in header.seats}
    entries = tuple(_entry(line, names, path) for line in body)
    return Record(path, tuple(header.seats), start, entries)


def _entry(line: Line, names: set[str], path: str) -> Played | Refused | Check:
    first, *rest = line.words
    if first == "check" and rest:
        return Check(line.number, tuple(rest))
    refused = first == "refused"
    who, *words = rest if refused and rest else line.words
    code = None
    if refused and len(words) > 2 and words[-2] == "because":
        code = words[-1]
        words = words[:-2]
        if code not in REFUSALS:
            raise RecordError(
                path, line.number, f"found reason {code!r}, expected one of {', '.join(REFUSALS)}"
            )
    if not who.endswith(":") or not words or words[-1] == "because":
        raise RecordError(
            path,
            line.number,
            f"found {str(line)!r}, expected NAME: ACT, refused NAME: ACT [because CODE] or check",
        )
    who = who.removesuffix(":")
    if who == EVERYBODY and refused:
        raise RecordError(path, line.number, f"found {who!r} refused, expected one seat to be refused")
    if not refused and who not in {*names, HOUSE, EVERYBODY}:
        known = ", ".join(sorted(names))
        raise RecordError(
            path, line.number, f"found {who!r}, expected one of {known}, {HOUSE} or {EVERYBODY}"
        )
    act = Act(words[0], tuple(words[1:]))
    return Refused(line.number, who, act, code) if refused else Played(line.number, who, act)
