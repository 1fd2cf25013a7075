"""The sensed board held against the game, at the times when things became true."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.board import Board
from companion.rules import State, legal
from companion.sensing import (
    Correction,
    Expectation,
    Judgement,
    Report,
    SetUp,
    Tracker,
    WiringFault,
    parts_of,
    set_up_fault,
    wiring_for,
)
from companion.table.sitting import Sitting

NOTHING = Judgement()

HELD_UP = 0.1
"""Seconds by which a look is late when the process was stopped; then reports may be on their way as well."""

PATIENCE = 0.3
"""Seconds in which those have surely come."""


class Watch:
    """Keeps the tracker and its last judgement, and knows when to judge again.

    hardware: the folder with the wiring, None for the shipped one.
    judgement: what the pages show of it, until the next look. due: when that is, None for never.
    notices: what everybody may read about the board beside the corrections.
    vouched: whether the host has said that the board is right, so that this watch knows more than it can see.
    """

    def __init__(self, board: Board, hardware: Path | None = None) -> None:
        self._board = board
        self._tracker = Tracker(board, parts=_parts(board, hardware))
        self._newest: Report | None = None
        self._held: float | None = None
        self._set_up: SetUp | None = None
        self.vouched = False
        self._agreed = False  # whether the set-up was right once
        self._sitting: Sitting | None = None
        self._wanted: Wanted | None = None
        self.judgement = NOTHING
        self.notices: list[dict[str, Any]] = []
        self.due: float | None = None

    @property
    def seeing(self) -> bool:
        """Whether the board has said anything since the link is there."""
        return self._newest is not None

    @property
    def objects(self) -> bool:
        """Whether something is to be put right on the board."""
        return bool(self.judgement.corrections or self._set_up)

    @property
    def unplayed(self) -> str | None:
        """Where the mover's token has come unseen while all else is right; to say so is to move it there."""
        alone = len(self.judgement.corrections) == 1 and not self._set_up
        return self.judgement.unplayed if alone else None

    @property
    def shown(self) -> object:
        """What of the judgement stands on the pages: another value, another picture."""
        judged = self.judgement
        return judged.corrections, judged.ask_room, judged.ask, judged.unplayed, self.notices

    def report(self, report: Report) -> None:
        """Take in what the board says; squares that the game's board lacks do not count."""
        squares = report.squares
        if squares is not None:
            squares = frozenset(filter(self._board.is_square, squares))
        self._tracker.report(
            squares,
            report.at,
            rooms=report.rooms,
            tap=report.tap,
            doubtful=report.doubtful,
            unread=report.unread,
            resync=report.resync or self._newest is None,
        )
        self._newest = replace(report, squares=squares)

    def blind(self) -> None:
        """The link has gone: what was seen may be wrong by now, so nothing is said of it."""
        self._newest, self._agreed = None, False
        self._rest(NOTHING)

    def look(self, sitting: Sitting, at: float) -> Judgement:
        """Compare the board with the game as it was then.

        Nothing is wrong without a board, before anybody has a seat, or once the game is over.
        """
        wanted = self._wanted_of(sitting)
        if wanted is None or self._newest is None:
            self._rest(NOTHING)
            return NOTHING
        judged = self._tracker.judge(wanted.expected, at)
        set_up = self._set_up_fault(wanted.expected, judged)
        if set_up:
            judged = replace(judged, corrections=())
        if not wanted.rolled:  # it may as well stay
            judged = replace(judged, ask_room=False, ask=(), unplayed=None)
        self._rest(judged)
        self._set_up = set_up
        self.notices = notices_of(judged, wanted, set_up)
        return judged

    def agree(self, sitting: Sitting, now: float) -> None:
        """The host says that the board is right as it stands."""
        if wanted := self._wanted_of(sitting):
            self._tracker.agree(wanted.expected, now)
            self._agreed = self.vouched = True

    def is_due(self, now: float) -> bool:
        """Whether it is time to look. One that comes late first lets the reports come that are late, too."""
        if self.due is None or now < self.due:
            return False
        if self._held is None and self.late(now):
            self._held = now + PATIENCE
        return self._held is None or now >= self._held

    def missed(self, at: float) -> bool:
        """Whether a look was due before."""
        return self.due is not None and at > self.due

    def late(self, now: float) -> bool:
        """Whether a look is so late that the process was stopped."""
        return self.due is not None and now > self.due + HELD_UP

    def wait(self, now: float) -> float | None:
        """Seconds until it is time to look; None for never."""
        return None if self.due is None else max(0.0, max(self.due, self._held or 0.0) - now)

    def _rest(self, judged: Judgement) -> None:
        self.judgement, self.due, self.notices, self._held = judged, judged.next_look, [], None
        self._set_up = None

    def _wanted_of(self, sitting: Sitting) -> "Wanted | None":
        """Found once for each step of the game: the reach of a roll takes longer than to judge."""
        if self._sitting is not sitting:
            if self._sitting and self._sitting.id != sitting.id:
                self._agreed = False  # another game is set up
            self._sitting, self._wanted = sitting, wanted_of(sitting)
        return self._wanted

    def _set_up_fault(self, expected: Expectation, judged: Judgement) -> SetUp | None:
        """Once the board was right, whatever is wrong is told piece by piece."""
        assert self._newest is not None
        if not judged.corrections:
            self._agreed = self._agreed or judged.next_look is None
        if self._agreed or not judged.corrections:
            return None
        places = {**expected.positions, **expected.weapons}
        return set_up_fault(self._board, places, self._newest.squares, self._newest.rooms)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the board should look like. rolled: the move that is waited for is one with the dice."""

    expected: Expectation
    rolled: bool = False


def wanted_of(sitting: Sitting) -> Wanted | None:
    """Where the tokens belong, and the move that the game waits for: by the dice, or by a passage.

    None once the game is over, and before anybody has sat down: who tidies up is told nothing.
    """
    if sitting.game is None:
        return Wanted(Expectation(sitting.board.starts)) if sitting.seating.seats else None
    if sitting.game.over:
        return None
    state = sitting.game.state
    mover, act, ends = waited_for(state)
    return Wanted(Expectation(state.tokens, mover, ends, state.weapons), rolled=act == "move")


def waited_for(state: State) -> tuple[str | None, str, frozenset[str]]:
    """The token that may move on the board now, by which act, and where to."""
    seat = state.in_turn
    for offer in legal(state, seat) if seat else ():
        if seat and offer.act == "move":
            return state.suspect_of(seat), "move", frozenset(offer.choices[0])
        if seat and offer.act == "passage":
            mover = state.suspect_of(seat)
            return mover, "passage", frozenset([state.board.passages[state.tokens[mover]]])
    return None, "", frozenset()


def notices_of(judged: Judgement, wanted: Wanted, set_up: SetUp | None) -> list[dict[str, Any]]:
    """Of each notice its `kind` and `places`, and, where it has any, the `suspect` (or weapon) and `part`."""
    told = [_notice(set_up)] if set_up else []
    if judged.unplayed:
        told.append(_notice("unplayed", judged.unplayed, suspect=wanted.expected.mover))
    for one in judged.corrections if wanted.rolled else ():
        if one.token == wanted.expected.mover and one.seen and one.seen not in wanted.expected.ends:
            told.append(_notice("illegal", one.seen, suspect=one.token))
    for ailment in judged.ailments:
        places = (*ailment.squares, *filter(None, [ailment.room]))
        told.append(_notice(ailment.kind, *places, suspect=ailment.piece, part=ailment.part))
    return told


def correction_data(correction: Correction) -> dict[str, str | None]:
    """An arrow for the screen: the piece (None: an unknown one), where it is seen, where it belongs."""
    return {"suspect": correction.token, "from": correction.seen, "to": correction.place}


def _notice(kind: str, *places: str, suspect: str | None = None, part: str = "") -> dict[str, Any]:
    return {"kind": kind, "places": list(places), "suspect": suspect or None, "part": part or None}


@lru_cache(maxsize=4)
def _parts(board: Board, hardware: Path | None) -> Mapping[str, frozenset[str]]:
    """What may die together; nothing is known of sensors whose data do not hold together."""
    try:
        return parts_of(wiring_for(board, hardware))
    except WiringFault:
        return {}
