"""What helps others to help: a zip of versions, checks, log, settings and the last recording.

No secret is in it: cards are numbers (`weapon-3`), players are `player`; whatever a page or the house said
stays out.
"""

import io
import platform
import re
import zipfile
from collections.abc import Iterable, Mapping
from importlib.metadata import distributions, version
from pathlib import Path

from companion.board import ROOMS, SUSPECTS
from companion.cli.finding import Finding
from companion.rules import WEAPONS
from companion.sensing import FOLDER, RecordingFault, read_recording
from companion.sensing.recording import PRIVATE, recordings

_NUMBERED = {
    word: f"{group}-{number}"
    for group, words in (("suspect", SUSPECTS), ("weapon", WEAPONS), ("room", ROOMS))
    for number, word in enumerate(words, 1)
}

SECRET = frozenset({"wifi-key", "mqtt-password"})
"""Options whose values stay here."""

NEWEST = 20_000
"""Lines of the recording, the last ones."""


def bundle(
    *,
    findings: Iterable[Finding],
    names: Iterable[str],
    data: Path,
    log: Iterable[str] = (),
    settings: Mapping[str, object] | None = None,
    told: Mapping[str, object] | None = None,
) -> bytes:
    """Make the zip.

    findings: of the doctor. names: of everybody who has played here, none of which goes in.
    data: the data folder, for the last recording. log: its last lines. settings: options and their values.
    told: what else is known of the run, a line each.
    """
    mask = _Mask(names)
    files = {
        "versions.txt": _versions(),
        "doctor.txt": (f"{one.verdict:<5}{one.subject:<10}{one.sentence}" for one in findings),
        "run.txt": (f"{name}: {value}" for name, value in (told or {}).items()),
        "settings.txt": (f"{name} = {_shown(name, value)}" for name, value in (settings or {}).items()),
        "log.txt": log,
        "board.recording": _last_recording(data),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, lines in files.items():
            archive.writestr(name, "".join(f"{mask(line)}\n" for line in lines))
    return packed.getvalue()


class _Mask:
    """Takes cards and players out of a line."""

    def __init__(self, names: Iterable[str]) -> None:
        self._cards = re.compile(rf"(?<![^\W_])({'|'.join(_NUMBERED)})(?![^\W_])", re.IGNORECASE)
        spelt = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._names = re.compile(rf"(?<![\w-])({spelt})(?![\w-])") if spelt else None

    def __call__(self, line: str) -> str:
        if self._names:
            line = self._names.sub("player", line)
        return self._cards.sub(lambda found: _NUMBERED[found[1].lower()], line)


def _versions() -> Iterable[str]:
    yield f"companion {version('cluedo-companion')}"
    yield f"Python {platform.python_version()} on {platform.platform()}"
    for file in (Path("/etc/os-release"), Path("/proc/device-tree/model")):
        if file.exists():
            yield file.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip("\0")
    yield from sorted({f"{one.name} {one.version}" for one in distributions()})


def _shown(name: str, value: object) -> object:
    return "(set)" if name in SECRET and value else value


def _last_recording(data: Path) -> list[str]:
    """The board's lines and the times; `PRIVATE` kinds may name cards and people."""
    there = recordings(data / FOLDER)
    try:
        entries = list(read_recording(there[-1])) if there else []
    except RecordingFault as fault:
        return [str(fault)]
    return [f"{one.at} {one.kind} {one.text}" for one in entries if one.kind not in PRIVATE][-NEWEST:]
