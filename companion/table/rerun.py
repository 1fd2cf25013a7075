"""A recorded evening played again: through session, tracker and table, with its own clock and chance."""

import json
import tempfile
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.board import BoardFault
from companion.rules import Deal, Offer, Refusal
from companion.sensing import Report, WiringFault, report_data, report_of, wiring_for
from companion.sensing.lines import decode
from companion.sensing.recording import Entry, RecordingFault, raw_bytes
from companion.sensing.session import Session
from companion.table.errors import JournalError, LobbyError, StaleVersion
from companion.table.game import deal_from_data
from companion.table.house import House
from companion.table.journal import Journal
from companion.table.recorder import INPUTS
from companion.table.snapshot import boards_of, journal_it
from companion.table.table import Table

OUTCOMES = ("did", "house")
"""Kinds of line that say what came of the inputs: the same again, or it is another game."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """What came of it.

    acts: how many were played as recorded. seconds: from the first line to the last.
    difference: where the game first became another, in a sentence; None if it never did.
    """

    acts: int
    seconds: float
    difference: str | None


def rerun(path: Path, entries: Iterable[Entry]) -> Rerun:
    """Play the entries of one recording.

    path: what sentences call the file.
    Raises RecordingFault for a file that does not hold together.
    """
    kept = list(entries)
    seconds = kept[-1].at - kept[0].at if kept else 0.0
    with tempfile.TemporaryDirectory(prefix="companion-rerun-") as folder, ExitStack() as evening:
        player = _Player(Path(folder), kept, evening)
        acts = 0
        for entry in kept:
            try:
                player.take(entry)
            except _AnotherGame as difference:
                return Rerun(acts, seconds, f"{path}, line {entry.number}: {difference}")
            except (ValueError, KeyError, TypeError, BoardFault, WiringFault, JournalError) as fault:
                raise RecordingFault(f"{path}, line {entry.number} cannot be played: {fault!r}") from None
            acts += entry.kind == "did"
        if player.table is None:
            raise RecordingFault(f"{path} has no line `game`: name a file that companion run has written.")
    return Rerun(acts, seconds, None)


class _AnotherGame(Exception):
    """What happens now is not what happened then."""


class _Tape:
    """What the table that plays again writes down, as far as it has to be the same."""

    full = False

    def __init__(self) -> None:
        self.heard: deque[str] = deque()

    def afresh(self, at: float, first: Mapping[str, str]) -> None:
        """Nothing is begun: the file that is played is one."""

    def write(self, at: float, kind: str, text: str) -> None:
        """Keep what came of the input."""
        if kind in OUTCOMES:
            self.heard.append(f"{kind} {text}")


class _Clock:
    """Stands where the recording is."""

    def __init__(self) -> None:
        self.at = 0.0

    def monotonic(self) -> float:
        return self.at

    def now(self) -> float:
        return self.at


class _KeptHouse(House):
    """Throws and deals what was thrown and dealt then."""

    def __init__(self, given: Iterable[str]) -> None:
        self._given = deque(given)

    def dice(self, count: int) -> tuple[int, ...]:
        return tuple(self._next("dice")) if count else ()

    def deal(self, names: Sequence[str]) -> Deal:
        return deal_from_data(self._next("deal"))

    def pick(self, offers: Sequence[Offer]) -> str:
        return str(self._next("pick"))

    def salt(self) -> str:
        return str(self._next("salt"))

    def _next(self, wanted: str) -> Any:
        what, _, value = (self._given.popleft() if self._given else "nothing").partition(" ")
        if what != wanted:
            raise _AnotherGame(f"the house is asked for {wanted}, which then gave {what}.")
        return json.loads(value)


class _TableAgain(Table):
    """A table whose versions count what a recording leaves out: notes, invitations, languages."""

    def begin(self, link: str) -> None:
        """Take over the state of the link, which is none of the inputs."""
        self._link = link

    def at_version(self, version: int) -> None:
        """Stand at the version of then."""
        self._versions.now = version


class _Player:
    def __init__(self, folder: Path, entries: Sequence[Entry], evening: ExitStack) -> None:
        self._folder = folder
        self._evening = evening
        self._clock = _Clock()
        self._tape = _Tape()
        self._house = _KeptHouse(entry.text for entry in entries if entry.kind == "house")
        self._game: Mapping[str, Any] = {}
        self._entries = entries
        self._hardware = folder / "hardware"
        self._session: Session | None = None
        self._reports: deque[Report] = deque()
        self._whole = False  # whether the lines are all that the board says
        self.table: _TableAgain | None = None

    def take(self, entry: Entry) -> None:
        """Do what one line says. Raises _AnotherGame, and what a line that makes no sense leads to."""
        self._clock.at = entry.at
        if entry.kind == "hardware":
            self._wire(entry.text)
        elif entry.kind == "game":
            self._open(json.loads(entry.text))
        elif entry.kind == "<" and self._session:
            self._reports += self._session.receive(raw_bytes(entry.text), entry.at)
        elif entry.kind == ">":
            self._sent(raw_bytes(entry.text), entry.at)
        elif entry.kind in OUTCOMES:
            now = self._tape.heard.popleft() if self._tape.heard else "nothing"
            if now != f"{entry.kind} {entry.text}":
                raise _AnotherGame(f"then {entry.kind} {entry.text}, now {now}.")
        elif entry.kind in {*INPUTS.values(), "end"}:
            if self._tape.heard:
                raise _AnotherGame(f"before it there is now {self._tape.heard[0]}, then nothing.")
            if entry.kind != "end":
                self._input(*entry.text.split(" ", 2))

    def _wire(self, text: str) -> None:
        self._hardware.mkdir(exist_ok=True)
        for name, content in json.loads(text).items():
            (self._hardware / Path(name).name).write_text(content, encoding="utf-8")

    def _open(self, game: Mapping[str, Any]) -> None:
        self._game = game
        for entry in self._entries:  # the first file tells it after the game, for which the table needs it
            if entry.kind == "hardware":
                self._wire(entry.text)
                break
        journal = Journal.open(self._folder)
        journal_it(game, journal)
        self.table = _TableAgain(
            journal,
            house=self._house,
            clock=self._clock,
            boards=boards_of(game),
            recording=self._tape,
            hardware=self._hardware if self._hardware.is_dir() else None,
        )
        self.table.begin(game["link"])
        self._evening.callback(self.table.close)

    def _sent(self, raw: bytes, at: float) -> None:
        """A session begins with the first of its lines; what is due depends on when one asks."""
        line = decode(raw.rstrip(b"\n"))
        if line and line.kind == "HELLO?" and line.seq == 0:
            board = next(iter(boards_of(self._game).values()))
            wiring = wiring_for(board, self._hardware)
            self._whole = len(wiring.picos) == 1
            self._session = Session(wiring.picos[0], at)
            self._reports.clear()
        if self._session:
            self._session.due(at)

    def _report(self, told: Mapping[str, Any]) -> Report:
        """The report that the lines before have made; of two Picos they are but half: then as it was told."""
        if not self._whole:
            return report_of(told)
        if not self._reports:
            raise _AnotherGame(f"then the board's lines made the report {told}, now none.")
        report = self._reports.popleft()
        if report_data(report) != told:
            raise _AnotherGame(f"then the board's lines made the report {told}, now {report_data(report)}.")
        return report

    def _input(self, version: str, name: str, words: str) -> None:
        if self.table is None or name not in INPUTS:
            raise ValueError(f"nobody can {name} here")
        self.table.at_version(int(version))
        named = json.loads(words)
        if name == "sensed":
            self.table.sensed(self._report(named))
            return
        answered = self._session is not None and self._session.stage == "ok"
        if name == "linked" and named["status"] == "ok" and not answered:
            raise _AnotherGame("then the board had answered by here, now it has not.")
        with suppress(Refusal, LobbyError, StaleVersion):  # it was refused then, too, or acts will differ
            getattr(self.table, name)(**named)
