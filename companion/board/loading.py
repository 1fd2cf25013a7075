"""From a file to a board, or to every fault that keeps it from being one."""

import json
from importlib.resources import files
from pathlib import Path

from companion.board.checks import faults_in
from companion.board.draft import read_draft
from companion.board.faults import BoardFault, shown
from companion.board.geometry import Board

SHIPPED = ("classic",)
"""Boards that travel with the program, by name."""


def load_board(source: str | Path) -> Board:
    """The board of a file, checked.

    ``source``: the name of a shipped board, ``"classic"``, or the path of a JSON file of the same
    format. Raises BoardFault, which names every fault at once.

    >>> load_board("classic").name
    'classic'
    """
    shipped = source in SHIPPED
    where = files("companion.board") / "data" / f"{source}.json" if shipped else Path(source)
    label = f"board {source}" if shipped else f"board file {source}"
    try:
        text = where.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        fault = f"There is no such file; give the path of a board file or one of {', '.join(SHIPPED)}."
        raise BoardFault(label, [fault]) from None
    except UnicodeDecodeError:
        raise BoardFault(label, ["The file is not text in UTF-8."]) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BoardFault(label, [f"The file cannot be read: {reason}."]) from None
    return board_from_data(_decode(text, label), label)


def board_from_data(data: object, source: str = "board") -> Board:
    """The board that decoded JSON describes, checked; ``source`` names it in messages.

    >>> try:
    ...     board_from_data({"name": "mine", "columns": 3})
    ... except BoardFault as fault:
    ...     print(fault.faults[0])
    The key 'rows' is missing.
    """
    draft = read_draft(data)
    faults = tuple(faults_in(draft))
    if faults or draft.columns is None or draft.rows is None:
        raise BoardFault(source, faults)
    return Board(
        name=draft.name,
        columns=draft.columns,
        rows=draft.rows,
        legend=draft.legend,
        map=tuple(draft.map),
        doors=tuple(draft.doors or ()),
        starts={suspect: square for suspect, square in draft.starts.items() if square},
        passages={one: other for passage in draft.passages for one, other in (passage, passage[::-1])},
    )


def _decode(text: str, label: str) -> object:
    """JSON as Python values; a key given twice is a fault, since only one of them could count."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _ in pairs]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise BoardFault(label, [f"The key {shown(key)} is given twice in one object." for key in twice])
        return dict(pairs)

    try:
        data: object = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BoardFault(label, [f"The file is not JSON: {error.msg} at {place}."]) from None
    except RecursionError:
        raise BoardFault(label, ["The file is not a board: it is nested too deeply."]) from None
    except BoardFault:
        raise
    except ValueError:
        raise BoardFault(label, ["The file is not a board: it holds a number of too many digits."]) from None
    return data
