"""What is said to be wrong on the board, since when, and what nobody does anything about."""

from collections.abc import Collection

from companion.board import Board
from companion.sensing.ailments import Ailment
from companion.sensing.judgement import Correction, Difference, Expectation
from companion.sensing.tags import Tags

OVERDUE = 30.0  # seconds after which what was said and is not done is a sensor's fault


class Objections:
    """Keeps them in board order. Pure: times (seconds) come in."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._since: dict[Correction, float] = {}

    @property
    def said(self) -> tuple[Correction, ...]:
        """What is wrong, in board order."""
        return tuple(self._since)

    @property
    def places(self) -> frozenset[str]:
        """Where pieces are that should not be there."""
        return frozenset(correction.seen for correction in self._since if correction.seen)

    def say(self, difference: Difference, now: float) -> frozenset[str]:
        """Say what differs, no more and no less; gives the squares whose reeds stick.

        Those are where nobody takes a piece away, though no token is looked for that could be it.
        """
        corrections = set(difference.corrections())
        stuck: frozenset[str] = frozenset()
        if not difference.astray() - difference.overdue:
            nobody_took = [one for one in self._late(now) if one.token is None and one in corrections]
            stuck = frozenset(one.seen for one in nobody_took if one.seen)
            corrections = {c for c in corrections if c.token is not None or c.seen not in stuck}
        ordered = sorted(corrections, key=self._place_in_order)
        self._since = {correction: self._since.get(correction, now) for correction in ordered}
        return stuck

    def withdraw(self) -> None:
        """Nothing is wrong any more."""
        self._since = {}

    def held(
        self, expectation: Expectation, squares: Collection[str] | None, tags: Tags, now: float
    ) -> tuple[Correction, ...]:
        """Those that are true all the same while tokens move: of the closed squares and the tags."""

        def holds(one: Correction) -> bool:
            sight = tags.sight(one.token, now) if one.token else None
            seen = {*(squares or ()), *([sight.room] if sight else ())}
            if one.seen is not None and one.seen not in seen:
                return False
            if one.token is None:
                return one.seen not in expectation.positions.values()
            belongs = {**expectation.positions, **expectation.weapons}.get(one.token)
            return belongs == one.place not in seen

        return tuple(filter(holds, self._since))

    def overdue(self, now: float) -> frozenset[str]:
        """The pieces that nobody has put back though they were asked for."""
        return frozenset(one.token for one in self._late(now) if one.token and one.seen is None)

    def missed(self, now: float) -> tuple[Ailment, ...]:
        """The same, as what ails the board."""
        return tuple(
            Ailment("missing", squares=(one.place,), piece=one.token)
            if self._board.is_square(one.place)
            else Ailment("missing", piece=one.token, room=one.place)
            for one in self._late(now)
            if one.place and one.token and one.seen is None
        )

    def next_change(self, now: float) -> float | None:
        """When something will be overdue though nothing is reported; None for never."""
        return min((since + OVERDUE for since in self._since.values() if since + OVERDUE > now), default=None)

    def _late(self, now: float) -> list[Correction]:
        """Those that were said long ago."""
        return [one for one, since in self._since.items() if now >= since + OVERDUE]

    def _place_in_order(self, correction: Correction) -> tuple[int, str]:
        place = correction.seen or correction.place or ""
        return self._board.places.index(place), correction.token or ""
