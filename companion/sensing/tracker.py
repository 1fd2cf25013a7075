"""From the sensed board to the move the game waits for, or to what must be put right on the board."""

from collections.abc import Collection, Mapping

from companion.board import Board
from companion.sensing.ailments import Ailments
from companion.sensing.identities import Identities
from companion.sensing.judgement import Difference, Expectation, Judgement
from companion.sensing.objections import Objections
from companion.sensing.report import Tap
from companion.sensing.tags import Tags

SETTLE = 0.4  # seconds of quiet until a token rests (HARDWARE: Squares)
IN_HAND = 5.0  # seconds that the mover's token may be in the air before it is missed
LATE = 3.0  # seconds within which the readers have surely missed a token that left its room


class Tracker:
    """Holds the last sensed squares and rooms, and the tokens known to stand there. Pure: times come in.

    The rules' positions are the truth for the game, the sensed ones for the table. Reeds do not know whose
    token they see: it is known from where the game last had it, and from following it. Tags do.

    ``parts`` are the squares that share an input chip or a row, by its name: they may die together.

    >>> from companion.board import load_board
    >>> board = load_board("classic")
    >>> tracker = Tracker(board)
    >>> waits = Expectation(board.starts, "scarlet", frozenset({"Q1"}))
    >>> starts = frozenset(board.starts.values())
    >>> tracker.report(starts, 0.0, resync=True)
    >>> tracker.judge(waits, 1.0).corrections
    ()
    >>> tracker.report(starts - {"Q0"} | {"Q1"}, 2.0)
    >>> tracker.judge(waits, 2.1).next_look
    2.4
    >>> tracker.judge(waits, 2.4).move
    'Q1'
    """

    def __init__(
        self,
        board: Board,
        settle: float = SETTLE,
        parts: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self._board = board
        self._settle = settle
        self._tags = Tags(board)
        self._names = Identities(board)
        self._ailments = Ailments(parts)
        self._reported = False
        self._squares: frozenset[str] | None = None
        self._since = 0.0
        self._put: frozenset[str] = frozenset()  # squares that closed under our eyes, not objected to
        self._lifted: frozenset[str] = frozenset()  # squares that opened under our eyes
        self._found: frozenset[str] = frozenset()  # closed since the first picture, nobody knows why
        self._unplayed: str | None = None
        self._objections = Objections(board)

    def report(
        self,
        squares: Collection[str] | None,
        at: float,
        *,
        rooms: Mapping[str, Collection[str]] | None = None,
        tap: Tap | None = None,
        doubtful: Collection[str] = (),
        unread: Collection[str] = (),
        resync: bool = False,
    ) -> None:
        """All closed squares, the pieces in the rooms, and when what is new became true (seconds).

        ``squares`` and ``rooms`` are None where none are sensed; a room that is missing is not read.
        ``tap``: what was just tapped at a door. ``doubtful`` squares may be phantoms,
        of ``unread`` ones nothing is known.
        ``resync``: the first picture after a (re)connect; no change that it shows is ever played as a move.
        """
        self._tags.report(rooms, at, resync=resync)
        if tap:
            self._tags.tapped(tap.piece, tap.room, at)
        self._ailments.report(
            squares, at, rooms=rooms, doubtful=doubtful, unread=unread, resync=resync or not self._reported
        )
        self._reported = True
        if squares is None:
            self._squares = None
            return
        squares = frozenset(squares)
        first = self._squares is None or resync
        before = squares if self._squares is None or resync else self._squares
        blind = self._ailments.blind(at)
        if self._squares is None or (squares ^ self._squares) - blind:  # a reed that flickers is no hand
            self._since = at
        if first:
            self._put = self._lifted = frozenset()
            self._found = squares
            self._names.start_anew(squares)
        else:
            self._names.change(before - blind, squares - blind, at)
        self._squares = squares
        self._put = (self._put & squares) | (squares - before)
        self._lifted = (self._lifted - squares) | (before - squares)
        self._found &= squares

    def judge(self, expectation: Expectation, now: float) -> Judgement:
        """Compare table and game. Until the squares have been quiet for ``settle`` nothing new is said.

        But a token that is known to be the mover's rests as soon as it has been still itself, whatever other
        hands do meanwhile.
        """
        if not self._reported:
            return Judgement()
        self._ailments.expect(expectation.positions.values(), now)
        blind = self._ailments.blind(now)
        self._recognise(expectation, blind)
        if self._squares is not None and now < self._since + self._settle:
            move, look = self._rested(expectation, blind, now)
            held = self._objections.held(expectation, self._squares, self._tags, now)
            return Judgement(
                move,
                held,
                ailments=self._ailments.found(now) + self._objections.missed(now),
                next_look=look,
                unplayed=self._unplayed if any(c.seen == self._unplayed for c in held) else None,
            )
        difference = self._difference(expectation, blind, now)
        judged = self._awaited(expectation, difference, blind, now)
        self._pair(difference)
        unplayed = self._unplayed = self._stands_unplayed(expectation, difference, now)
        self._ailments.stick(self._objections.say(difference, now))
        # A piece once objected to is no move, even where a later roll leads: it must be lifted first.
        self._put -= self._objections.places
        self._found -= self._objections.places - expectation.ends
        for piece, place in difference.misplaced.items():
            if self._board.is_square(place):
                self._names.know(piece, place)
            elif place != unplayed:
                self._tags.settle(piece, place)
        self._names.put_down(
            [
                token
                for token, place in expectation.positions.items()
                if self._board.is_room(place) and token not in difference.misplaced
            ]
        )
        looks = [
            *difference.looks,
            judged.next_look,
            self._tags.next_change(now),
            self._ailments.next_change(now),
            self._objections.next_change(now),
        ]
        return Judgement(
            judged.move,
            self._objections.said,
            judged.ask_room or (unplayed is not None and self._board.is_room(unplayed)),
            judged.ask or ((unplayed,) if unplayed and self._board.is_square(unplayed) else ()),
            self._ailments.found(now) + self._objections.missed(now),
            min((look for look in looks if look is not None), default=None),
            unplayed,
        )

    def agree(self, expectation: Expectation, now: float) -> None:
        """The host says that the board is right: what differs is the sensors' fault, until they change."""
        difference = self._difference(expectation, self._ailments.blind(now), now)
        self._pair(difference)
        wrong = {**difference.missing, **difference.misplaced}
        for piece, seen in wrong.items():
            place = difference.positions[piece]
            if self._board.is_square(place) and place not in (self._squares or ()):
                self._ailments.deafen([place])
            if self._board.is_square(seen) and piece in difference.misplaced:
                difference.unknown.add(seen)
            self._tags.forget(piece)
        self._ailments.stick(difference.unknown)
        self._names.put_down([*wrong])
        self._put = self._lifted = frozenset()
        self._objections.withdraw()

    def _difference(self, expectation: Expectation, blind: frozenset[str], now: float) -> Difference:
        closed = (self._squares or frozenset()) - blind
        difference = Difference({**expectation.positions, **expectation.weapons}, set(closed))
        for token, place in expectation.positions.items():
            if place in closed:
                difference.unknown.discard(place)
                self._names.know(token, place)
            if self._astray_in_a_room(token, place, difference, now):
                continue
            if self._board.is_square(place):
                gone = self._squares is not None and place not in closed | blind
            else:
                gone = place in self._tags.read and self._tags.met(token) and not self._tags.sight(token, now)
            if gone:
                difference.missing[token] = place
        for weapon, room in expectation.weapons.items():
            self._astray_in_a_room(weapon, room, difference, now)
        self._ailments.explain(closed - difference.unknown)
        difference.unknown -= self._ailments.blind(now)
        may_move = self._put & expectation.ends
        for square, token in self._names.standing().items():
            elsewhere = token in difference.misplaced or self._tags.sight(token, now)
            # A token that is carried to its room is not the one that comes out of another.
            carried = self._board.is_room(expectation.positions[token])
            moves = square in may_move and (token == expectation.mover or carried)
            if square in difference.unknown and not elsewhere and not moves:
                difference.misplaced[token] = square
                difference.unknown.discard(square)
        difference.overdue = self._objections.overdue(now)
        return difference

    def _recognise(self, expectation: Expectation, blind: frozenset[str]) -> None:
        """What stood where it belongs when the link came is known at once, before anything settles."""
        for token, place in expectation.positions.items():
            if place in self._found - blind:
                self._names.know(token, place)
        self._found -= {*expectation.positions.values()}

    def _stands_unplayed(self, expectation: Expectation, difference: Difference, now: float) -> str | None:
        """Where the mover's token stands and the roll leads, though nobody saw it come there."""
        mover = expectation.mover
        if mover is None:
            return None
        sight = self._tags.sight(mover, now)
        seen = difference.misplaced.get(mover)
        if seen is None and sight is None and self._board.is_room(expectation.positions[mover]):
            others = len(difference.unknown) > 1 or difference.astray()
            seen = None if others else next(iter(difference.unknown), None)
        unseen = seen in self._found or (sight is not None and sight.found and sight.room == seen)
        return seen if unseen and seen in expectation.ends else None

    def _astray_in_a_room(self, piece: str, place: str, difference: Difference, now: float) -> bool:
        """Whether a reader has surely seen the piece in a room where it does not belong."""
        sight = self._tags.sight(piece, now)
        if sight is None:
            return False
        if sight.room == place:
            self._tags.settle(piece, place)
            return False
        sure_at = sight.since + self._settle
        if self._squares is not None and place in self._squares:
            if sight.gone is not None:
                return False
            sure_at = max(sight.since, self._since) + LATE  # it may stand there, and not be missed here yet
        if now < sure_at:
            difference.looks.append(sure_at)
            return False
        difference.misplaced[piece] = sight.room
        return True

    def _rested(
        self, expectation: Expectation, blind: frozenset[str], now: float
    ) -> tuple[str | None, float]:
        """The mover's token where it has come to rest while other tokens move, and when to look again."""
        look = self._since + self._settle
        assert self._squares is not None
        if expectation.mover is None or expectation.positions[expectation.mover] in self._squares - blind:
            return None, look
        for square in self._put & expectation.ends - blind:
            put = self._names.put(square)
            if put is None or self._names.on(square) != expectation.mover:
                continue
            near = self._put.intersection(self._board.neighbours(square))
            if any(self._names.on(onward) is None for onward in near):  # it may be sliding on
                continue
            if now >= put.at + self._settle:
                return square, look
            look = min(look, put.at + self._settle)
        return None, look

    def _awaited(
        self, expectation: Expectation, difference: Difference, blind: frozenset[str], now: float
    ) -> Judgement:
        """The move, what to ask, and when to look; takes what they explain out of the difference."""
        mover, ends = expectation.mover, expectation.ends
        if mover is None:
            return Judgement()
        origin = expectation.positions[mover]
        sight = self._tags.sight(mover, now)
        if sight and sight.put and sight.room in ends - {origin}:
            difference.missing.pop(mover, None)
            difference.misplaced.pop(mover, None)
            rests_at = sight.since + self._settle
            return Judgement(sight.room) if now >= rests_at else Judgement(next_look=rests_at)
        if mover in difference.misplaced:
            return Judgement()
        put = difference.unknown & self._put
        own = {square for square in put if self._names.on(square) == mover}
        found = own or put & ends
        # With another token astray too, the piece at the end may be that one: put it right first.
        others = difference.astray() - {mover} - difference.overdue
        if self._board.is_square(origin) and mover not in difference.missing and origin not in blind:
            if found and not others:  # it stands there, or its reed is stuck and it has gone
                return self._asked(mover, found, difference)
            return Judgement()
        if found and sight and sight.room == origin and sight.gone is None:
            # The mover is still seen in its room: it has left unseen, or it is another that stands there.
            if now < self._since + LATE:
                difference.unknown -= found
                return Judgement(next_look=self._since + LATE)
            return Judgement()
        if found:
            asked = self._asked(mover, found, difference)
            if others and not own:
                asked_at = self._since + IN_HAND
                return asked if now >= asked_at else Judgement(next_look=asked_at)
            return Judgement(next(iter(found))) if len(found) == 1 else asked
        if len(put) == 1 and not others:
            (square,) = put
            difference.misplaced[mover] = square
            difference.unknown.discard(square)
        elif not put and mover in difference.missing:
            lifted_at = self._since if origin in self._lifted else self._tags.lost(mover, origin)
            if lifted_at is not None:
                return self._in_hand(expectation, difference, blind, lifted_at + IN_HAND, now)
        return Judgement()

    def _asked(self, mover: str, squares: Collection[str], difference: Difference) -> Judgement:
        """The phone of the seat in turn says on which of these the token stands."""
        difference.missing.pop(mover, None)
        difference.unknown -= set(squares)
        return Judgement(ask=tuple(self._board.ordered(frozenset(squares))))

    def _in_hand(
        self,
        expectation: Expectation,
        difference: Difference,
        blind: frozenset[str],
        until: float,
        now: float,
    ) -> Judgement:
        """The mover's token was lifted and stands nowhere: in a room, on a bad square, or in the hand."""
        assert expectation.mover is not None
        rooms = set(filter(self._board.is_room, expectation.ends))
        unfelt = tuple(self._board.ordered(blind & expectation.ends))
        unseen = rooms - set(self._tags.read) and not self._tags.pads
        if (rooms or unfelt) and (now >= until or unseen or unfelt):
            del difference.missing[expectation.mover]
            return Judgement(ask_room=bool(rooms), ask=unfelt)
        if now < until:
            del difference.missing[expectation.mover]
            return Judgement(next_look=until)
        return Judgement()

    def _pair(self, difference: Difference) -> None:
        """One token astray and one unknown piece, which was not there before: they are the same."""
        astray = difference.astray() - difference.overdue
        if not len(astray) == len(difference.unknown) == 1:
            return
        (token,), (square,) = astray, difference.unknown
        put, lifted = self._names.put(square), self._names.lifted(token)
        if lifted is None or (put is not None and put.at >= lifted):
            difference.misplaced[token] = square
            difference.unknown.discard(square)
