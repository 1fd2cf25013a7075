"""Which port is the board's: all are asked side by side, so a stranger that is silent holds up nobody."""

import errno
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from companion.sensing.conversation import Conversation, Overhear
from companion.sensing.ports import PORT_FAULTS, Port, explain
from companion.sensing.report import Report
from companion.sensing.session import Session
from companion.sensing.wiring import Wiring

LOOK = 1.0  # seconds between looks for ports that were plugged in meanwhile

_one_at_a_time = threading.Lock()  # or two links would keep the ports from each other for ever


@contextmanager
def one_at_a_time(closing: threading.Event) -> Iterator[None]:
    """While here, no other link of this program searches; at once where ``closing`` is set."""
    while not (taken := _one_at_a_time.acquire(timeout=0.1)) and not closing.is_set():
        pass
    try:
        yield
    finally:
        if taken:
            _one_at_a_time.release()


@dataclass
class Found:
    """What a search came to.

    ``board``: the conversation with it, None where there is none, and its first ``reports``. ``skipped``: a
    sentence for each port that is not it. ``wrong``: whether one of these is a device that may not be used.
    ``missing``: whether a port that was named has gone.
    """

    board: Conversation | None = None
    reports: list[Report] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    wrong: bool = False
    missing: bool = False


class Search:
    """Asks each port of ``find`` who is there, until one is the board of this ``wiring``, or none is."""

    def __init__(
        self,
        find: Callable[[], Sequence[str]],
        opener: Callable[[str], Port],
        wiring: Wiring,
        clock: Callable[[], float],
    ) -> None:
        self._find = find
        self._opener = opener
        self._wiring = wiring
        self._clock = clock
        self._asked: list[Conversation] = []
        self._overheard: dict[str, list[tuple[Literal["<", ">"], bytes, float]]] = {}
        self._found = Found()

    def run(self, closing: threading.Event, overhear: Overhear) -> Found:
        """Search. ``overhear`` gets what was said with the board, and nothing of the others."""
        look_at = self._clock()
        try:
            while not closing.is_set():
                if self._clock() >= look_at:
                    look_at = self._clock() + LOOK
                    self._open_new()
                if not self._asked:
                    break
                for conversation in list(self._asked):
                    reports = self._ask(conversation)
                    if conversation in self._asked and conversation.session.stage == "ok":
                        self._asked.remove(conversation)
                        for heard in self._overheard[conversation.name]:
                            overhear(*heard)
                        conversation.overhear = overhear
                        self._found.board, self._found.reports = conversation, reports
                        return self._found
            return self._found
        finally:
            for conversation in self._asked:
                conversation.close()

    def interrupt(self) -> None:
        """Let what waits end, from another thread."""
        for conversation in list(self._asked):
            conversation.interrupt()

    def _open_new(self) -> None:
        for name in self._find():
            if name in self._overheard:
                continue
            heard = self._overheard[name] = []
            try:
                port = self._opener(name)
            except PORT_FAULTS as fault:
                self._found.skipped[name] = explain(name, fault)
                self._found.missing |= getattr(fault, "errno", None) == errno.ENOENT
                continue
            session = Session(self._wiring, self._clock())
            self._asked.append(
                Conversation(name, port, session, self._clock, lambda *said, heard=heard: heard.append(said))
            )

    def _ask(self, conversation: Conversation) -> list[Report]:
        try:
            reports = conversation.turn()
            problem = conversation.session.detail if conversation.over else ""
            if problem and len(self._overheard) > 1:
                problem = f"{conversation.name}: {problem}"
            self._found.wrong |= conversation.over
        except PORT_FAULTS as fault:
            reports, problem = [], explain(conversation.name, fault)
        if problem:
            self._found.skipped[conversation.name] = problem
            self._asked.remove(conversation)
            conversation.close()
        return reports
