"""The one writer: acts, sensing and clock come in, the journal and the views go out."""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.board import Board
from companion.rules import HOUSE, MIN_SEATS, REFUSALS, Act, Refusal, awaits, dice_needed, legal, verify
from companion.sensing import Report, report_data
from companion.table.backups import Backups
from companion.table.clock import Clock
from companion.table.errors import JournalError, LobbyError, StaleVersion
from companion.table.game import Decided, Game, deal_data
from companion.table.hourglass import Hourglass, Question
from companion.table.house import House
from companion.table.journal import Journal, KeptAct, Start
from companion.table.reception import Reception
from companion.table.recorder import RecordedHouse, Tape
from companion.table.seating import Seating
from companion.table.sitting import Sitting
from companion.table.snapshot import snapshot
from companion.table.views import view_of
from companion.table.watch import Watch, waited_for

THROWN = ("first", "roll", "untie", "break")
"""The acts whose words are dice: the house throws them, no phone chooses them."""

PASS = Act("pass")

RETRY = 1.0
"""Seconds until a sensed move is played again that the journal could not take."""

SOON = 0.01
"""Seconds until the link is asked again whether it has taken in what the board has said."""

DEAF = 5.0
"""Seconds after which it is not waited for: a board that is silent for so long is lost."""

log = logging.getLogger(__name__)


class Table(Reception):
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
        super().__init__(journal, clock, boards, recording.write if recording else None)
        self._house = RecordedHouse(house or House(), self._recorder)
        self._recording = recording
        self._hardware = hardware
        self._link = "none"
        self._watch = Watch(self._sitting.board, self._hardware) if self._sitting else None
        self._picture: Report | None = None
        self._told = 0  # the version in which the board's state was told last
        self._whole = False  # only a whole picture of the board is taken next
        self._hourglass = Hourglass()
        self._heard: Callable[[], float | None] = lambda: None
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

    # -- the board ------------------------------------------------------------------------------------

    def listen(self, heard: Callable[[], float | None]) -> None:
        """Look at the board only when all is known that it has said by then.

        heard: until when (monotonic) the link has given on what was said; None while there is no board.
        """
        self._heard = heard

    def _has_heard(self, now: float) -> bool:
        """Whether the look that is due would miss nothing: a token may have gone on, and the word wait."""
        heard, due = self._heard(), self._watch.due if self._watch else None
        return heard is None or due is None or heard >= due or now > due + DEAF

    def sensed(self, report: Report) -> None:
        """The board has said where pieces stand; its times are the clock's.

        What was due before it became true is done first: a report that comes late changes nothing.
        """
        with self._lock:
            if self._whole and not report.resync:
                return
            self._whole = False
            with self._input("sensed", **report_data(report)):
                self._picture = report
                if self._watch:
                    while self._watch.due is not None and self._watch.due <= report.at:
                        self._look(self._watch.due)
                    self._watch.report(report)
                    self._look(report.at)

    def agree(self, version: int) -> int:
        """The host says that the board is right as it stands; gives the version.

        From then on what differs counts as a fault of the sensors, until they change; the game goes on. But a
        token that came unseen to where the roll leads is moved by that.
        version: of the view that the host has seen. Raises StaleVersion if the board has changed since,
        LobbyError `no-board` where none is linked.
        """
        with self._input("agree", version=version):
            if self._sitting is None or self._watch is None or not self._watch.seeing:
                raise LobbyError("no-board")
            if not self._told <= version <= self._versions.now:
                raise StaleVersion
            if self._sitting.game and (place := self._watch.unplayed):
                self._carry(self._sitting.game, place)
            else:
                self._watch.agree(self._sitting, self._clock.monotonic())
            self._look(self._clock.monotonic())
            return self._versions.now

    def put(self, place: str, version: int) -> int:
        """The host moves the token that the game waits for, where sensors fail; gives the version.

        version: of the view that the host has seen. Raises StaleVersion if the game has moved on since,
        Refusal for a place where the move may not end, LobbyError `no-game`.
        """
        with self._input("put", place=place, version=version):
            _, game = self._dealt()
            if not game.moved <= version <= self._versions.now:
                raise StaleVersion
            played = self._carry(game, place)
            self._look()
            return played

    def linked(self, status: str, detail: str = "") -> None:
        """The link to the board is `ok`, `lost`, `wrong` or `none`. detail: a sentence for the log."""
        with self._input("linked", status=status, detail=detail):
            if detail:
                log.info("%s", detail)
            if status != self._link:
                self._link = status
                if status != "ok":
                    self._picture = None
                    if self._watch:
                        self._watch.blind()
                        self._told = self._versions.now + 1
                self._versions.tell()

    def nudge(self) -> None:
        """Something that pages show beside the game has changed: let them look again."""
        with self._lock:
            self._versions.tell()

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
        self._watch = Watch(self._sitting.board, self._hardware) if self._sitting else None
        self._picture, self._whole = None, True

    def _seated(self, sitting: Sitting) -> None:
        old = self._sitting
        super()._seated(sitting)
        if self._watch is None or old is None or old.board != sitting.board:
            self._watch = Watch(sitting.board, self._hardware)
            if self._picture:  # it tells changes only: its next report must not be taken for its first
                self._watch.report(self._picture)
        self._turn_hourglass()
        self._look()

    def _seat(self, sitting: Sitting, seating: Seating) -> None:
        super()._seat(sitting, seating)
        self._look()  # who sits down first makes the set-up matter

    def _look_in(self, now: float) -> float | None:
        return self._watch.wait(now) if self._watch else None

    def _look(self, at: float | None = None) -> None:
        """Hold the board against the game, and play the move that a token made on it. The lock is held.

        at: as it was then; as it is now if not given, unless a look was missed, which the next tick makes up.
        """
        if self._watch is None or self._sitting is None:
            return
        if at is None:
            at = self._clock.monotonic()
            if self._watch.missed(at):
                return
        before = self._watch.shown
        judged = self._watch.look(self._sitting, at)
        if self._watch.shown != before:
            self._versions.tell()
            self._told = self._versions.now
        if judged.move is not None:
            self._move(judged.move, at)

    def _move(self, place: str, at: float) -> None:
        """Play a sensed move. Nobody waits for its failure: the log has it, and the next look tries again."""
        _, game = self._dealt()
        try:
            self._carry(game, place)
        except (Refusal, JournalError) as fault:
            log.warning("The sensed move to %s was not played: %s", place, fault)
            if self._watch:
                self._watch.due = self._clock.monotonic() + RETRY
        else:
            self._look(at)

    def _carry(self, game: Game, place: str) -> int:
        """Move the token that the game waits for, by the dice or, if it leads there, by the passage."""
        seat = game.state.in_turn
        if seat is None:
            raise REFUSALS["not-now"](act="move")
        _, act, ends = waited_for(game.state)
        by_passage = act == "passage" and place in ends
        return self._play(seat, Act("passage") if by_passage else Act("move", (place,)))
