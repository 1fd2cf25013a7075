"""What a well-formed draft must hold to be a board that can be played on: each check names its faults."""

from collections import Counter
from collections.abc import Callable, Iterator

from companion.board.draft import MOST_COLUMNS, MOST_ROWS, Draft
from companion.board.faults import listed, shown
from companion.board.geometry import position_of, square_at
from companion.board.words import CORRIDOR, ROOMS, STEPS, SUSPECTS

Cells = dict[str, str | None]
"""The map as square's name -> meaning; None where the legend does not know the letter."""


def faults_in(draft: Draft) -> Iterator[str]:
    """Everything that keeps the draft from being a board, one sentence each. Faults of form come with it."""
    yield from draft.faults
    if draft.faults and not (draft.map and draft.legend):
        return  # without a map there is no place to check anything against
    cells = dict(draft.cells())
    for check in CHECKS:
        yield from check(draft, cells)


def _size(draft: Draft, cells: Cells) -> Iterator[str]:
    if len(draft.map) > MOST_ROWS:
        yield f"The map has {len(draft.map)} rows, a board at most {MOST_ROWS}."
    elif draft.rows is not None and len(draft.map) != draft.rows:
        yield f"The map has {len(draft.map)} rows, 'rows' says {draft.rows}."
    columns = draft.columns or Counter(map(len, draft.map)).most_common(1)[0][0]
    for row, line in enumerate(draft.map):
        if len(line) > MOST_COLUMNS:
            yield f"Row {row} of the map has {len(line)} columns, a board at most {MOST_COLUMNS}."
        elif len(line) != columns:
            yield f"Row {row} of the map has {len(line)} columns, expected {columns}."


def _letters(draft: Draft, cells: Cells) -> Iterator[str]:
    unknown: dict[str, list[str]] = {}
    for row, line in enumerate(draft.map[:MOST_ROWS]):
        for column, letter in enumerate(line[:MOST_COLUMNS]):
            if letter not in draft.legend:
                unknown.setdefault(letter, []).append(square_at(column, row))
    for letter, squares in unknown.items():
        yield f"The map has the letter {shown(letter)} at {listed(squares)}, unexplained by the legend."


def _rooms_on_map(draft: Draft, cells: Cells) -> Iterator[str]:
    for room in ROOMS:
        if room not in cells.values():
            yield f"The room {room} is not on the map."
    if CORRIDOR not in cells.values():
        yield "The map has no corridor."


def _starts(draft: Draft, cells: Cells) -> Iterator[str]:
    owner: dict[str, str] = {}
    for suspect in SUSPECTS:
        square = draft.starts.get(suspect)
        if suspect not in draft.starts:
            yield f"The suspect {suspect} has no start."
        elif square is None:
            continue
        elif cells.get(square) != CORRIDOR:
            where = f"The start of {suspect}, {shown(square)},"
            yield f"{where} is {_what(cells, square)}, not on a corridor square."
        elif square in owner:
            yield f"The start {square} is shared by {owner[square]} and {suspect}."
        else:
            owner[square] = suspect


def _doors(draft: Draft, cells: Cells) -> Iterator[str]:
    for door, count in Counter(draft.doors or ()).items():
        where = f"The door of the {door.room} at {shown(door.square)}"
        if count > 1:
            yield f"{where} into {door.into} is there {count} times."
        if cells.get(door.square) != CORRIDOR:
            yield f"{where} is {_what(cells, door.square)}, not on a corridor square."
        elif (ahead := cells.get(_next(door.square, door.into))) != door.room:
            found = f"the {ahead}" if ahead in ROOMS else ahead or "nothing on the map"
            yield f"{where} leads {door.into} into {found}, not into the {door.room}."


def _passages(draft: Draft, cells: Cells) -> Iterator[str]:
    ends = Counter(room for passage in draft.passages for room in passage)
    for room, count in ends.items():
        if count > 1:
            yield f"The room {room} has {count} passages, it can have one."


def _reachable(draft: Draft, cells: Cells) -> Iterator[str]:
    parts = sorted(_corridors(cells), key=len, reverse=True)
    if not parts:
        return
    for part in parts[1:]:
        yield f"The corridor is not in one piece: {listed(part)} cannot be reached from {parts[0][0]}."
    if draft.doors is None:
        return
    doors = {room: [door.square for door in draft.doors if door.room == room] for room in ROOMS}
    linked = {one: other for passage in draft.passages for one, other in (passage, passage[::-1])}
    entered = {room for room in ROOMS if any(square in parts[0] for square in doors[room])}
    for room in ROOMS:
        if not doors[room] and room not in linked:
            yield f"The room {room} has no door and no passage."
        elif room not in entered and linked.get(room) not in entered:
            yield f"The room {room} cannot be reached from {parts[0][0]}."


CHECKS: tuple[Callable[[Draft, Cells], Iterator[str]], ...] = (
    _size, _letters, _rooms_on_map, _starts, _doors, _passages, _reachable,
)  # fmt: skip


def _corridors(cells: Cells) -> Iterator[list[str]]:
    """The connected pieces of the corridor, each in the order in which its squares are met."""
    left = {square: None for square, meaning in cells.items() if meaning == CORRIDOR}
    while left:
        part = [next(iter(left))]
        left.pop(part[0])
        for square in part:
            for direction in STEPS:
                ahead = _next(square, direction)
                if ahead in left:
                    left.pop(ahead)
                    part.append(ahead)
        yield part


def _next(square: str, direction: str) -> str:
    """The name one step on; an empty name beyond the left edge. The square must be one of the map."""
    position = position_of(square)
    assert position is not None
    column, row = position[0] + STEPS[direction][0], position[1] + STEPS[direction][1]
    return square_at(column, row) if column >= 0 else ""


def _what(cells: Cells, square: str) -> str:
    if square not in cells:
        return "nowhere on the map"
    meaning = cells[square]
    return f"in the {meaning}" if meaning in ROOMS else meaning or "a letter without a meaning"
