"""A table at one moment as JSON values, for a recording to begin with, and to open a table there again."""

from collections.abc import Mapping
from typing import Any

from companion.board import Board, board_from_data
from companion.table.game import deal_data
from companion.table.journal import Journal, KeptAct, Start
from companion.table.seating import Seating, TakenSeat
from companion.table.sitting import Sitting, board_data


def snapshot(
    sitting: Sitting | None,
    boards: Mapping[str, Board],
    version: int,
    link: str,
    window: tuple[int, float] | None,
) -> dict[str, Any]:
    """The table as values that JSON can hold; the phones' secrets and the notes are left out.

    boards, version, link: the table's. window: what the journal has of a running window.
    """
    taken: dict[str, Any] | None = None
    if sitting:
        game = sitting.game
        taken = {
            "rules": sitting.ruleset.name,
            "options": dict(sitting.ruleset.options()),
            "board": sitting.board_name,
            "board_file": board_data(sitting.board),
            "seats": [[seat.name, seat.suspect, seat.language] for seat in sitting.seating.seats],
            "start": game and {"deal": deal_data(game.deal), "salt": game.salt, "version": game.begun},
            "acts": [[act.seat, act.text, act.version] for act in game.acts] if game else [],
            "window": window,
        }
    kept = {name: board_data(board) for name, board in boards.items()}
    return {"version": version, "link": link, "boards": kept, "sitting": taken}


def boards_of(data: Mapping[str, Any]) -> dict[str, Board]:
    """The boards that a table could choose from. Raises BoardFault."""
    return {name: board_from_data(board) for name, board in data["boards"].items()}


def journal_it(data: Mapping[str, Any], journal: Journal) -> None:
    """Write a snapshot into an empty journal, so that a table opened on it is where that one was."""
    taken = data["sitting"]
    with journal.commit():
        journal.reserve(data["version"])
        if not taken:
            return
        id = journal.add_game(taken["rules"], taken["options"], taken["board"], taken["board_file"], 0.0)
        seats = (TakenSeat(name, suspect, language, "") for name, suspect, language in taken["seats"])
        journal.set_seating(id, Seating(tuple(seats)))
        if taken["start"]:
            journal.start_game(id, Start(**taken["start"]), 0.0)
        for n, act in enumerate(taken["acts"], 1):
            journal.add_act(id, n, KeptAct(*act), 0.0)
        if taken["window"]:
            journal.set_window(id, *taken["window"])
