"""What the board's tests compare with: every walk tried out, with none of the program's cleverness."""

from collections.abc import Collection

from hypothesis import strategies as st

from companion.board import ROOMS, Board, Door, Reach

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def every_end(
    board: Board,
    origin: str,
    steps: int,
    occupied: Collection[str] = (),
    barred: Collection[str] = (),
    left: str | None = None,
    visited: Collection[str] = (),
    revisit: bool = False,
) -> tuple[set[str], set[str], dict[str, set[str]]]:
    """Squares, rooms and breakable doors by walking every way there is."""
    squares: set[str] = set()
    rooms: set[str] = set()
    breaks: dict[str, set[str]] = {}

    def stand(square: str, used: frozenset[str], walked: int) -> None:
        if walked == steps:
            squares.add(square)
            return
        for door in board.doors:
            if door.square == square and door.room not in (origin, left):
                if door.room in barred:
                    breaks.setdefault(door.room, set()).add(square)
                else:
                    rooms.add(door.room)
        go(board.neighbours(square), used, walked)

    def go(ahead: Collection[str], used: frozenset[str], walked: int) -> None:
        for step in ahead:
            if (step not in occupied or step == origin) and (revisit or step not in used):
                stand(step, used | {step}, walked + 1)

    if board.is_square(origin):
        stand(origin, frozenset(visited) | {origin}, 0)
    elif steps:
        go({door.square for door in board.doors if door.room == origin}, frozenset(visited), 0)
    return squares, rooms, breaks


def assert_ways_can_be_walked(
    board: Board, origin: str, found: Reach, occupied: Collection[str], revisit: bool = False
) -> None:
    """Every way starts at the origin, goes step by step over free squares, and ends where it says."""
    for place in found.places:
        way = found.way(place)
        squares = way[:-1] if board.is_room(place) else way
        if way:
            assert way[-1] == place
        assert not set(squares) & (set(occupied) - {origin})
        if board.is_room(place):
            assert len(way) <= found.steps
            assert place in board.rooms_at(squares[-1] if squares else origin)
        else:
            assert len(way) == found.steps
        if not revisit:
            assert len(set(way)) == len(way) and origin not in squares or not found.steps
        before = [*([origin] if board.is_square(origin) else []), *squares]
        assert all(board.adjacent(one, other) for one, other in zip(before, before[1:], strict=False))
        if board.is_room(origin) and squares:
            assert origin in board.rooms_at(squares[0])


@st.composite
def small_boards(draw: st.DrawFn) -> Board:
    """Boards of a few squares with doors anywhere: most could not be loaded, all can be walked on."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    cells = draw(st.lists(st.sampled_from("...#"), min_size=columns * rows, max_size=columns * rows))
    grid = [cells[row * columns : (row + 1) * columns] for row in range(rows)]
    fronts = [
        (f"{chr(65 + column)}{row}", into)
        for row in range(rows)
        for column in range(columns)
        for into, (right, down) in STEPS.items()
        if grid[row][column] == "."
        and not (
            0 <= row + down < rows
            and 0 <= column + right < columns
            and grid[row + down][column + right] == "."
        )
    ]
    chosen = draw(st.lists(st.sampled_from(fronts), unique=True, max_size=5)) if fronts else []
    doors = [Door(draw(st.sampled_from(ROOMS[:3])), square, into) for square, into in chosen]
    return Board(
        name="small",
        columns=columns,
        rows=rows,
        legend={".": "corridor", "#": "outside"},
        map=tuple("".join(line) for line in grid),
        doors=tuple(doors),
        starts={},
        passages={},
    )
