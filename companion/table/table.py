"""The one writer: acts, sensing and clock come in, the journal and the views go out."""

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.board import Board
from companion.rules import HOUSE, MIN_SEATS, REFUSALS, Act, Refusal, awaits, dice_needed, legal, verify
from companion.table.backups import Backups
from companion.table.clock import Clock
from companion.table.errors import JournalError, LobbyError, StaleVersion
from companion.table.game import Decided, Game, deal_data
from companion.table.hourglass import Hourglass, Question
from companion.table.house import THROWN, House
from companion.table.journal import Journal, KeptAct, Start
from companion.table.observing import RETRY, SOON, Observing
from companion.table.recorder import RecordedHouse, Tape
from companion.table.sitting import Sitting
from companion.table.snapshot import snapshot
from companion.table.views import view_of

PASS = Act("pass")

log = logging.getLogger(__name__)


class Table(Observing):
    """One table with its games, one after another. Safe to call from any thread.

    Whatever changes is on the disk before anybody sees it, and whatever is refused has changed nothing: a
    journal that cannot be written raises JournalError out of every method that changes something.

    journal: open; a game or lobby in it goes on. house, clock: what tests replace.
    boards: those that a host can choose, by the name that records write; the built-in one if not given.
    recording: takes down what comes in and what comes of it; a game is in one file from its deal on.
    hardware: the folder that says how the board is wired; None for the shipped one.
    Raises JournalError for a journal that cannot be continued.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        house: House | None = None,
        clock: Clock | None = None,
        boards: Mapping[str, Board] | None = None,
        recording: Tape | None = None,
        hardware: Path | None = None,
    ) -> None:
        super().__init__(journal, clock, boards, recording.write if recording else None, hardware)
        self._house = RecordedHouse(house or House(), self._recorder)
        self._recording = recording
        self._hourglass = Hourglass()
        with self._lock:
            self._clock.stop()
            self._record_afresh(self._kept_window)
            self._turn_hourglass(self._kept_window)
            self._clock.go_on()

    def close(self) -> None:
        """Let go of the journal and wake every stream."""
        with self._lock:
            self._note_window()
            self._versions.tell()
            self._journal.close()

    def back_up(self, backups: Backups) -> str:
        """Copy the journal as it is at this moment; gives the copy's name. Raises JournalError."""
        with self._lock:
            return backups.take(self._journal)

    # -- looking --------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Counts everything that a page may show."""
        with self._lock:
            return self._versions.now

    def wait(self, version: int, timeout: float) -> int:
        """Wait until the version is another than this one, at most so many seconds; gives the version."""
        return self._versions.wait(version, timeout)

    def view(self, seat: str | None) -> dict[str, Any]:
        """What a seat may see, ready for JSON; whoever does not sit here sees what the public (None) sees."""
        with self._lock:
            sitting, version, link = self._sitting, self._versions.now, self._link
            judgement = self._watch.judgement if self._watch else None
            notices = self._watch.notices if self._watch else []
            times = self._hourglass.shown(self._clock.monotonic())
        return view_of(sitting, seat, judgement, notices) | times | {"version": version, "link": link}

    def record(self) -> str:
        """The newest game as a record: it names every hand and the case. Raises LobbyError `no-game`."""
        with self._lock:
            sitting, game = self._dealt()
        return game.record(sitting.board_name)

    def nudge(self) -> None:
        """Something that pages show beside the game has changed: let them look again."""
        with self._lock:
            self._versions.tell()

    # -- playing --------------------------------------------------------------------------------------

    def start(self) -> int:
        """Deal and begin; gives the version.

        Raises LobbyError `no-lobby`, `game-running`, `too-few-seats`.
        """
        with self._input("start"):
            lobby = self._lobby()
            if len(lobby.seating.seats) < MIN_SEATS:
                raise LobbyError("too-few-seats")
            deal = deal_data(self._house.deal(lobby.seating.names))
            with self._versions.change() as version:
                start = Start(deal, self._house.salt(), version)
                game = Game.begin(lobby.board, lobby.ruleset, lobby.seating.players, start)
                self._journal.start_game(lobby.id, start, self._clock.now())
            self._sitting = replace(lobby, game=game)
            self._turn_hourglass()
            self._look()
            return version

    def act(self, seat: str, text: str, version: int) -> int:
        """Do what a seat's player wants; gives the version right after it.

        text: an act in the words of RECORDS.md, a roll without its dice.
        version: of the view on which it was decided.
        Raises Refusal, StaleVersion if something else waits since that view, LobbyError `no-game`.
        """
        with self._input("act", seat=seat, text=text, version=version):
            _, game = self._dealt()
            act = Act.parse(text)
            if act.verb in THROWN and act.words:
                raise REFUSALS["unknown-act"](act=text)
            decided = game.decided_on(seat, version)
            if version > self._versions.now or decided is Decided.BEFORE_ITS_OWN_ACT:
                raise StaleVersion
            if decided is Decided.BEFORE_OTHERS:
                verify(
                    game.state, seat, act
                )  # what others have closed says why; what is still open, look again
                raise StaleVersion
            played = self._play(seat, act)
            self._look()
            return played

    def roll_pressed(self) -> bool:
        """The dice button: throws for the seat that the game waits for; False if it waits for no dice.

        While a set-up is put right before the deal, it says that the board is right.
        """
        with self._input("roll_pressed"):
            game = self._sitting.game if self._sitting else None
            if self._sitting and game is None and self._watch and self._watch.objects:
                self._watch.agree(self._sitting, self._clock.monotonic())
                self._look(self._clock.monotonic())
                return True
            for seat in awaits(game.state) if game else ():
                for verb in THROWN:
                    try:
                        self._play(seat, Act(verb))
                    except Refusal:
                        continue
                    self._look()
                    return True
            return False

    def pass_for(self, seat: str) -> int:
        """The host passes for an absent seat, after a pause that everybody sees; gives the version.

        Raises Refusal where the seat has nothing to pass, LobbyError `no-game`.
        """
        with self._input("pass_for", seat=seat):
            _, game = self._dealt()
            verify(game.state, seat, PASS)
            self._hourglass.pass_for(seat, self._clock.monotonic())
            self._versions.tell()
            return self._versions.now

    def _play(self, seat: str, act: Act) -> int:
        """Throw the dice that the act lacks, play it, keep it, tell it. The lock is held.

        What the house has to do next (draw a card) belongs to the act: no power cut comes between them.
        """
        sitting, game = self._dealt()
        dice = self._house.dice(dice_needed(game.state, seat, act))
        text = str(Act(act.verb, act.words + tuple(map(str, dice))))
        with self._versions.change() as version:
            played = game.play(KeptAct(seat, text, version))
            while HOUSE in awaits(played.state):
                text = self._house.pick(legal(played.state, HOUSE))
                played = played.play(KeptAct(HOUSE, text, version))
            for n, kept in enumerate(played.acts[len(game.acts) :], len(game.acts) + 1):
                self._journal.add_act(sitting.id, n, kept, self._clock.now())
        self._sitting = replace(sitting, game=played)
        for kept in played.acts[len(game.acts) :]:
            self._recorder.did(kept)
        self._turn_hourglass()
        return version

    # -- time -----------------------------------------------------------------------------------------

    def tick(self) -> float | None:
        """Do what it is time for; gives the seconds until there is something again, None for nothing."""
        with self._lock:
            now = self._clock.monotonic()
            if self._look_in(now) == 0 and not self._has_heard(now):
                return SOON
            if self._look_in(now) == 0 or self._hourglass.due(now):
                with self._input("tick"):
                    now = self._clock.monotonic()
                    if self._watch and self._watch.is_due(now):
                        self._look(now)
                    self._pass_for_the_silent(now)
            self._note_window()
            waits = [self._hourglass.next(now), self._look_in(now)]
            return min((wait for wait in waits if wait is not None), default=None)

    def _turn_hourglass(self, kept: tuple[int, float] | None = None) -> None:
        """Time the question that waits now.

        kept: a question's number and the rest that the journal has of it, from before a restart.
        """
        game = self._sitting.game if self._sitting else None
        question, rest = None, None
        if game and not game.over:
            seconds = game.state.ruleset.window if game.state.top.timed else 0
            question = Question(game.question, awaits(game.state), seconds)
            rest = kept[1] if kept and kept[0] == game.question else None
        self._hourglass.turn(question, self._clock.monotonic(), rest)

    def _pass_for_the_silent(self, now: float) -> None:
        """Running out counts as `pass`."""
        silent = self._hourglass.due(now)
        try:
            for seat in silent:
                self._play(seat, PASS)
        except Refusal:
            pass  # the pass before has closed the window
        except JournalError as fault:
            log.warning("Nobody could pass for the silent: %s", fault)
            self._hourglass.postpone(now + RETRY)
        if silent:
            self._look()

    def _note_window(self) -> None:
        """Keep how much is left of a window, so that a power cut does not give it back."""
        noted = self._hourglass.to_note(self._clock.monotonic())
        if noted is None or self._sitting is None:
            return
        try:
            with self._journal.commit():
                self._journal.set_window(self._sitting.id, *noted)
        except JournalError as fault:
            log.warning("%s", fault)

    # -- the recording --------------------------------------------------------------------------------

    def _expects(self, name: str) -> None:
        """A file takes a whole game, so the next is begun before a deal; a full one ends between two acts.

        What the host has vouched for would be forgotten with it: then the file goes on.
        """
        if self._recording is None or self._sitting is None or (self._watch and self._watch.vouched):
            return
        enough = len(self._sitting.seating.seats) >= MIN_SEATS
        deal = name == "start" and self._sitting.phase == "lobby" and enough
        calm = name == "act" and self._hourglass.next(self._clock.monotonic()) is None
        if deal or (calm and self._recording.full):
            self._record_afresh()

    def _record_afresh(self, window: tuple[int, float] | None = None) -> None:
        """Begin another file; the board is then looked at as for the first time, as it will be played again.

        window: what the journal has of a running window.
        """
        if self._recording is None:
            return
        state = snapshot(self._sitting, self._boards, self._versions.now, self._link, window)
        self._recording.afresh(self._clock.monotonic(), {"game": json.dumps(state, ensure_ascii=False)})
        self._begin_anew()

    def _seated(self, sitting: Sitting) -> None:
        super()._seated(sitting)
        self._turn_hourglass()
