"""What happens at a real table: slides, second thoughts, haste, a board set up wrong; the real firmware."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.sensing.lines import decode
from companion.sensing.startup import turned
from companion.sensing.virtual import VirtualBoard
from companion.sensing.virtual.cable import Cable
from tests.sensing.tabletop import BOARD, FIVE, STARTS, Tabletop
from tests.table.evening import winning

Open = Callable[..., Tabletop]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    """Opens a table with its board; closed at the end."""
    with ExitStack() as ends:
        yield lambda **how: ends.enter_context(Tabletop(tmp_path, **how))


def losing(picture: int) -> Callable[[bytes], bytes]:
    """Loses the SQUARES line of this number, counted from 1."""
    seen = 0

    def damage(raw: bytes) -> bytes:
        nonlocal seen
        line = decode(raw.rstrip(b"\n"))
        if line is None or line.kind != "SQUARES":
            return raw
        seen += 1
        return b"" if seen == picture else raw

    return damage


@pytest.mark.parametrize("every", [0.06, 0.12])
@pytest.mark.parametrize("lost", [3, 11], ids=["on the way", "the last"])
def test_a_slide_over_five_squares_with_one_report_lost(opened: Open, every: float, lost: int) -> None:
    cables = []

    def through(board: VirtualBoard) -> Callable[[], list[str]]:
        cable = Cable(board.port)
        cable.suffer([lambda chance: losing(lost)], 1, slow=False)
        cables.append(cable)
        return lambda: [cable.port]

    tabletop = opened(find=through)
    tabletop.linked()
    tabletop.roll()
    tabletop.board.act_out((every * step, "scarlet", square) for step, square in enumerate(FIVE, 1))
    tabletop.stands("scarlet", "Q5")
    assert tabletop.moves() == ["Ann: move Q5"]
    assert not any(view["corrections"] or view["notices"] for view in tabletop.seen)
    tabletop.end_turn()
    cables[0].close()


def test_a_token_that_is_lifted_and_put_back_within_200_ms_has_not_moved(opened: Open) -> None:
    tabletop = opened()
    tabletop.linked()
    tabletop.roll()
    hands = [(0.0, "scarlet", None), (0.19, "scarlet", "Q0"), (0.8, "scarlet", None), (0.9, "scarlet", "Q5")]
    tabletop.board.act_out(hands)  # at last it goes after all
    tabletop.stands("scarlet", "Q5")
    assert tabletop.moves() == ["Ann: move Q5"]
    assert not any(view["corrections"] for view in tabletop.seen)


def test_the_next_player_moves_before_the_first_token_has_settled(opened: Open) -> None:
    tabletop = opened()
    tabletop.linked()
    tabletop.roll()
    tabletop.board.act_out([(0.0, "scarlet", "Q5"), (0.15, "mustard", "W7")])  # Ben cannot wait
    tabletop.corrected(("mustard", "W7", "X7"))
    assert tabletop.moves() == ["Ann: move Q5"]
    tabletop.board.put("mustard", "X7")
    tabletop.linked()
    tabletop.end_turn()
    tabletop.plays_on()


def test_a_token_where_the_dice_do_not_lead_is_shown_the_way_back(opened: Open) -> None:
    tabletop = opened()
    tabletop.linked()
    tabletop.roll()
    tabletop.board.put("scarlet", "Q2")
    tabletop.corrected(("scarlet", "Q2", "Q0"))
    assert tabletop.moves() == []
    tabletop.board.put("scarlet", "Q0")
    tabletop.until(lambda view: not view["corrections"])
    tabletop.board.put("scarlet", "Q5")
    tabletop.stands("scarlet", "Q5")
    assert tabletop.moves() == ["Ann: move Q5"]


def test_a_start_with_two_tokens_between_squares(opened: Open) -> None:
    standing = {token: place for token, place in STARTS.items() if token not in ("green", "white")}
    tabletop = opened(places=dict.fromkeys(STARTS, "hall") | standing, deal=False)
    tabletop.corrected(("green", None, STARTS["green"]), ("white", None, STARTS["white"]))
    for token in ("green", "white"):
        tabletop.board.put(token, STARTS[token])
    tabletop.linked()
    tabletop.table.start()
    tabletop.plays_on()


def by_hand(places: Mapping[str, str | None], begin: float = 0.0) -> list[tuple[float, str, str | None]]:
    """Six hands at work: one piece each 50 ms goes to its place, None: it is lifted."""
    return [(begin + 0.05 * number, token, place) for number, (token, place) in enumerate(places.items())]


def notices(tabletop: Tabletop, kind: str) -> None:
    """Until this is said of the board, and nothing piece by piece."""
    tabletop.until(lambda view: kinds(view) == [kind] and not view["corrections"])


def kinds(view: Mapping[str, Any]) -> list[str]:
    """What is said of the board and its sensors."""
    return [one["kind"] for one in view["notices"]]


def test_a_start_with_an_empty_board(opened: Open) -> None:
    tabletop = opened(places=dict.fromkeys(STARTS, "hall"), deal=False)
    notices(tabletop, "empty")
    for token, place in STARTS.items():
        tabletop.board.put(token, place)
    tabletop.linked()
    tabletop.table.start()
    tabletop.plays_on()


def test_a_board_that_is_turned_by_180_degrees(opened: Open) -> None:
    """In the middle of a game, for the starts have no squares opposite."""
    tabletop = opened()
    for _ in range(3):
        tabletop.plays_on()
    around = turned(BOARD)
    places = tabletop.view["tokens"]
    tabletop.board.unplug()
    tabletop.until(lambda view: view["link"] == "lost")
    for token, place in places.items():
        tabletop.board.put(token, around.get(place, "hall"))
    tabletop.board.plug()
    notices(tabletop, "turned")
    tabletop.board.act_out([*by_hand(dict.fromkeys(places)), *by_hand(places, begin=0.5)])
    tabletop.plays_on()


def test_six_hands_clear_the_board_after_the_end(opened: Open) -> None:
    tabletop = opened()
    tabletop.linked()
    tabletop.table.act("Ann", winning(tabletop.table), tabletop.table.version)
    before = len(tabletop.seen)
    tabletop.board.act_out(by_hand(dict.fromkeys(STARTS)))
    tabletop.reported(set())
    assert not any(view["corrections"] or view["notices"] for view in tabletop.seen[before:])
    tabletop.table.rematch()
    tabletop.board.act_out(by_hand(STARTS))
    tabletop.linked()
    tabletop.table.start()
    tabletop.plays_on()


def before_a_room(tabletop: Tabletop) -> tuple[str, str]:
    """Play on until a roll leads into a room; gives the token and the room."""
    for _ in range(12):
        tabletop.linked()
        seat = tabletop.view["turn"]
        suspect = tabletop.table.view(seat)["suspect"]
        ends = tabletop.roll()
        if rooms := [place for place in ends if BOARD.is_room(place)]:
            return suspect, rooms[0]
        tabletop.board.lift(suspect)
        tabletop.board.put(suspect, ends[0])
        tabletop.stands(suspect, ends[0])
        tabletop.end_turn()
    raise AssertionError("nobody comes near a room")


def test_with_readers_a_token_in_a_room_is_simply_in_the_room(opened: Open) -> None:
    tabletop = opened(readers=True)
    token, room = before_a_room(tabletop)
    tabletop.board.lift(token)
    tabletop.board.put(token, room)
    tabletop.stands(token, room)


def test_without_readers_the_phone_is_asked_for_the_room(opened: Open) -> None:
    tabletop = opened()
    token, room = before_a_room(tabletop)
    seat = tabletop.view["turn"]
    tabletop.board.lift(token)
    tabletop.board.put(token, room)
    tabletop.until(lambda view: tabletop.table.view(seat)["ask_room"])
    tabletop.table.act(seat, f"move {room}", tabletop.table.version)
    tabletop.stands(token, room)
    assert tabletop.board.fit_readers(True)
    tabletop.until_said("lost")
    tabletop.until_said("ok", after=2)
    tabletop.stands(token, room)  # now it is seen there
