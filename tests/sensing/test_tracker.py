"""The tracker on a board with reeds, and the same with readers that see no tag."""

import pytest

from companion.sensing import Expectation, Judgement, Tracker
from tests.sensing.tables import BOARD, play

TABLES = {
    "a new game is as it should be": """
        9.0 = nothing
    """,
    "a slide is taken where it rests, and nothing is said on the way": """
        game scarlet Q2 P1
        1.00 -Q0
        1.05 = look 1.4
        1.10 +Q1
        1.20 -Q1
        1.25 +Q2
        1.60 = look 1.65
        1.65 = move Q2
    """,
    "a lift is taken where it is put": """
        game scarlet Q5
        1.0 -Q0
        2.0 +Q5
        2.3 = look 2.4
        2.4 = move Q5
    """,
    "the move is said until the game has taken it": """
        game scarlet Q5
        1.0 -Q0
        2.0 +Q5
        2.4 = move Q5
        3.0 = move Q5
        at scarlet Q5
        game mustard W7
        3.1 = nothing
    """,
    "lift and put back within 200 ms": """
        game scarlet Q5
        1.0 -Q0
        1.2 +Q0
        1.6 = nothing
    """,
    "a token out of a room": """
        at scarlet lounge
        0.0 resync -Q0
        game scarlet R6 R7
        1.0 +R6
        1.1 -R6
        1.1 +R7
        1.5 = move R7
    """,
    "a token that vanished where rooms are allowed: the phone asks": """
        game scarlet Q5 lounge
        1.0 -Q0
        1.3 = look 1.4
        1.4 = ask room
        60.0 = ask room
        at scarlet lounge
        game
        61.0 = nothing
    """,
    "it was only in the hand": """
        game scarlet Q5 lounge
        1.0 -Q0
        1.4 = ask room
        3.0 +Q5
        3.1 = look 3.4
        3.4 = move Q5
    """,
    "in the hand, where no room is allowed: patience, then where it belongs": """
        game scarlet Q5
        1.0 -Q0
        1.4 = look 6
        6.0 = scarlet belongs on Q0
        7.0 +Q5
        7.4 = move Q5
    """,
    "from room to room nothing is seen": """
        at scarlet lounge
        0.0 resync -Q0
        game scarlet hall R6
        9.0 = nothing
    """,
    "put where the dice do not lead: the way back, and then a right move": """
        game scarlet Q5
        1.0 -Q0
        2.0 +Q6
        2.4 = scarlet from Q6 to Q0
        3.0 -Q6
        3.1 = look 3.4
        3.4 = look 8
        4.0 +Q5
        4.4 = move Q5
    """,
    "put where the dice do not lead, out of a room": """
        at scarlet lounge
        0.0 resync -Q0
        game scarlet R6
        1.0 +R7
        1.4 = scarlet from R7 to lounge
    """,
    "moved before the roll: a later roll does not make it right": """
        game
        1.0 -Q0
        1.1 +Q5
        1.5 = scarlet from Q5 to Q0
        game scarlet Q5
        2.0 = scarlet from Q5 to Q0
        3.0 -Q5
        3.1 +Q5
        3.5 = move Q5
    """,
    "another token is moved": """
        game scarlet Q5
        1.0 -X7
        1.1 +V7
        1.5 = mustard from V7 to X7
        2.0 -V7
        2.1 +X7
        2.5 = nothing
    """,
    "another token is moved where the mover could go, while the mover stands": """
        game scarlet V7
        1.0 -X7
        1.1 +V7
        1.5 = mustard from V7 to X7
    """,
    "a token is missing": """
        1.0 -A5
        1.4 = plum belongs on A5
    """,
    "a piece that nobody expects": """
        1.0 +V7
        1.4 = clear V7
        2.0 -V7
        2.4 = nothing
    """,
    "the game goes on around a piece that was to be cleared, and it is no move": """
        at scarlet lounge
        0.0 resync -Q0
        1.0 +V7
        1.4 = clear V7
        game scarlet V7 R7
        2.0 = clear V7
        3.0 +R7
        3.4 = move R7; clear V7
    """,
    "two pieces where one could go": """
        at scarlet lounge
        0.0 resync -Q0
        game scarlet R6 R7
        1.0 +R6 +R7
        1.4 = ask R6 R7
        at scarlet R7
        game
        5.0 = clear R6
    """,
    "another token is astray too: first that one, then the move counts": """
        game scarlet Q5
        1.0 -Q0 -X7
        2.0 +Q5
        2.4 = mustard belongs on X7; look 7
        3.0 +X7
        3.4 = move Q5
    """,
    "a summons: to be carried into the room": """
        at plum hall
        1.0 = plum from A5 to hall
        2.0 -A5
        2.1 = look 2.4
        2.4 = nothing
    """,
    "a summoned token left on its square is no move of its seat": """
        at plum hall
        game plum A5 B5
        1.0 = plum from A5 to hall
        2.0 -A5
        2.1 +B5
        2.5 = move B5
    """,
    "what was said stays while another token slides": """
        at plum hall
        game scarlet Q5
        1.0 = plum from A5 to hall
        2.0 -Q0
        2.1 = plum from A5 to hall; look 2.4
        2.2 +Q5 -A5
        2.3 = look 2.6
        2.6 = move Q5
    """,
    "moved on the phone: the board follows": """
        at scarlet Q5
        1.0 = scarlet from Q0 to Q5
        2.0 -Q0
        2.4 = scarlet belongs on Q5
        3.0 +Q5
        3.4 = nothing
    """,
    "killed out of a room: to be put on its start": """
        at scarlet lounge
        0.0 resync -Q0
        at scarlet Q0
        1.0 = scarlet belongs on Q0
    """,
    "while the link was lost the mover went: never played": """
        game scarlet Q5
        9.0 resync -Q0 +Q5
        9.4 = ask Q5; scarlet from Q5 to Q0
        20.0 = ask Q5; scarlet from Q5 to Q0
        21.0 -Q5
        21.1 +Q5
        21.5 = move Q5
    """,
    "while the link was lost the mover went, and its phone says so": """
        game scarlet Q5
        9.0 resync -Q0 +Q5
        9.4 = ask Q5; scarlet from Q5 to Q0
        at scarlet Q5
        game
        10.0 = nothing
    """,
    "while the link was lost the mover went where no roll leads": """
        game scarlet Q4
        9.0 resync -Q0 +Q5
        9.4 = scarlet from Q5 to Q0
        game scarlet Q5
        10.0 = scarlet from Q5 to Q0
    """,
    "while the link was lost two went: nobody is asked before one is back": """
        game scarlet Q5
        9.0 resync -Q0 -X7 +Q5
        9.4 = scarlet belongs on Q0; clear Q5; mustard belongs on X7
        10.0 +X7
        10.4 = ask Q5; scarlet from Q5 to Q0
    """,
    "while the link was lost a room was left: never played": """
        at scarlet lounge
        0.0 resync -Q0
        game scarlet R7
        9.0 resync +R7
        9.4 = ask R7; clear R7
        10.0 -R7
        11.0 +R7
        11.4 = move R7
    """,
    "moved by another hand right after the first picture": """
        game scarlet Q5
        9.0 resync
        9.1 -Q0
        9.2 +Q5 -A5
        9.3 +B5
        9.8 = move Q5; plum from B5 to A5
    """,
    "while the link was lost the mover was lifted: not asked, but a move once it is put": """
        game scarlet Q5 lounge
        9.0 resync -Q0
        9.4 = scarlet belongs on Q0
        10.0 +Q5
        10.4 = move Q5
    """,
    "the link was lost before a token had settled: to be put again": """
        game scarlet Q5
        1.0 -Q0
        1.1 +Q5
        1.2 resync
        1.5 = ask Q5; scarlet from Q5 to Q0
    """,
    "the link was lost with a token in the hand: not asked": """
        game scarlet Q5 lounge
        1.0 -Q0
        1.2 resync
        1.4 = scarlet belongs on Q0
    """,
    "a reconnect in the middle of a turn keeps a token that stands right": """
        game scarlet Q5
        9.0 resync
        9.0 = nothing
    """,
    "the same picture again does not begin the quiet anew": """
        game scarlet Q5
        1.0 -Q0 +Q5
        1.3
        1.4 = move Q5
    """,
    "a report that came late is judged by its own time": """
        game scarlet Q5
        1.0 -Q0
        2.0 +Q5
        9.0 = move Q5
    """,
    "six hands clear the board": """
        game
        1.0 -Q0 -X7 -O24 -J24 -A18 -A5
        1.4 = scarlet belongs on Q0; plum belongs on A5; mustard belongs on X7; SOUTH
    """.replace("SOUTH", "peacock belongs on A18; green belongs on J24; white belongs on O24"),
    "the other token stays astray: the phone says which one stands there": """
        game scarlet Q5
        1.0 -Q0 -X7
        2.0 +Q5
        2.4 = mustard belongs on X7; look 7
        7.0 = ask Q5; mustard belongs on X7
        at scarlet Q5
        game
        8.0 = mustard belongs on X7
    """,
    "two hands at once: each token is followed": """
        game scarlet Q5 V7
        1.00 -Q0
        1.10 -X7
        1.15 +W7
        1.30 -W7
        1.35 +V7
        2.00 +Q5
        2.40 = move Q5; mustard from V7 to X7
    """,
    "two tokens in the air, put where the mover could go: the phone says which": """
        game scarlet Q5 V7
        1.00 -Q0
        1.10 -X7
        3.00 +Q5
        3.10 +V7
        3.50 = mustard belongs on X7; look 8.1
        8.10 = ask Q5 V7; mustard belongs on X7
        at scarlet Q5
        game
        9.00 = mustard from V7 to X7
    """,
    "slid over five squares, with both reeds closed between two, and one report lost": """
        game scarlet Q5
        1.00 -Q0 +Q1
        1.08 +Q2
        1.10 -Q1
        1.20 -Q2
        1.30 +Q4
        1.32 -Q4 +Q5
        1.70 = look 1.72
        1.73 = move Q5
    """,
    "the next token moves before this one has settled": """
        game scarlet Q5
        1.0 -Q0
        2.0 +Q5
        2.2 -X7
        2.3 = look 2.4
        2.4 = move Q5; look 2.6
        at scarlet Q5
        game
        2.6 = mustard belongs on X7
        2.8 +V7
        3.2 = mustard from V7 to X7
    """,
    "it was about to slide on": """
        game scarlet Q2 Q3
        1.0 -Q0
        1.1 +Q2
        1.4 +Q3
        1.5 = look 1.8
        1.6 -Q2
        2.0 = move Q3
    """,
    "a token that comes out of a room while another is carried into one": """
        at scarlet lounge
        0.0 resync -Q0
        at plum hall
        game scarlet R6 R7
        1.0 = plum from A5 to hall
        2.0 -A5
        2.2 +R7
        2.6 = move R7
    """,
    "seven pieces for two places": """
        1.0 -Q0 -X7 +Q5 +Q6 +Q7
        1.4 = scarlet belongs on Q0; clear Q5; clear Q6; clear Q7; mustard belongs on X7
    """,
    "a reed sticks where the mover stood: the phone says where it went": """
        game scarlet Q5 Q3
        1.0 +Q5
        1.4 = ask Q5
        at scarlet Q5
        game
        2.0 = clear Q0
        31.9 = clear Q0; look 32
        32.0 = stuck Q0
        40.0 = stuck Q0
        41.0 -Q0
        41.4 = nothing
        42.0 +Q0
        42.4 = clear Q0
    """,
    "a reed that sticks is no piece, whatever else is lifted": """
        1.0 +V7
        1.4 = clear V7
        31.4 = stuck V7
        32.0 -Q0
        32.4 = scarlet belongs on Q0; stuck V7
    """,
    "the move goes on over a square whose reed sticks: the phone says it": """
        1.0 +Q5
        1.4 = clear Q5
        31.4 = stuck Q5
        game scarlet Q5 P4
        40.0 -Q0
        40.4 = ask Q5; stuck Q5
        at scarlet Q5
        game
        41.0 = stuck Q5
        game scarlet Q7
        42.0 = stuck Q5
        43.0 +Q7
        43.4 = move Q7; stuck Q5
    """,
    "a token that is missing for long holds up nobody": """
        1.0 -X7
        1.4 = mustard belongs on X7
        game scarlet Q5
        40.0 -Q0
        41.0 +Q5
        41.4 = move Q5; mustard belongs on X7; missing X7 mustard
    """,
    "the board is right, though a token is not felt": """
        1.0 -X7
        1.4 = mustard belongs on X7
        agree 2.0
        2.0 = deaf X7
        game mustard V7
        3.0 = deaf X7
        4.0 +V7
        4.4 = move V7; deaf X7
        at mustard V7
        game
        5.0 = deaf X7
        6.0 +X7
        6.4 = clear X7
    """,
    "the board is right, though a piece is felt where none should be": """
        1.0 +V7 +W7
        1.4 = clear V7; clear W7
        agree 2.0
        2.0 = stuck V7 W7
        3.0 -V7
        3.4 = stuck W7
    """,
    "the board is right, and the tokens have other names": """
        1.0 -Q0 +Q3
        1.4 = scarlet from Q3 to Q0
        agree 2.0
        2.0 = stuck Q3; deaf Q0
        game scarlet P4
        3.0 -Q3 +P4
        3.4 = move P4; deaf Q0
    """,
    "a reed that flickers is left out, and believed again when it is calm": """
        1.0 -X7
        1.2 +X7
        1.4 -X7
        1.6 +X7
        1.8 -X7
        2.0 +X7
        2.2 -X7
        2.4 +X7
        2.6 -X7
        3.0 = flicker X7; look 12.6
        game scarlet Q5
        4.0 -Q0
        5.0 +Q5
        5.4 = move Q5; flicker X7; look 12.6
        at scarlet Q5
        game
        12.6 = mustard belongs on X7
    """,
    "a dead register: its tokens are believed, and leave it": """
        0.0 resync -Q0 -X7 +Q5 +R8
        at scarlet Q5
        at mustard R8
        0.5 = nothing
        1.0 -Q5 -R8
        1.4 = scarlet belongs on Q5; mustard belongs on R8
        31.0 = dead register 9
        game scarlet Q8 Q7
        32.0 +Q8
        32.4 = move Q8; dead register 9
        at scarlet Q8
        game mustard S8
        35.0 +S8
        35.4 = move S8; dead register 9
        at mustard S8
        game
        36.0 +Q4
        36.4 = clear Q4
    """,
    "two hands lift two tokens of one register within one report": """
        0.0 resync -Q0 -X7 +Q5 +R8
        at scarlet Q5
        at mustard R8
        0.5 = nothing
        game scarlet Q8 Q7
        1.0 -Q5 -R8
        1.4 = mustard belongs on R8; look 6
        3.0 +Q8
        3.4 = mustard belongs on R8; look 8
        4.0 +R8
        4.4 = move Q8
    """,
    "a register that reads closed": """
        1.0 +Q4 +Q5 +Q6 +Q7 +R6 +R7 +R8 +P4
        1.4 = dead register 9
        game scarlet Q3
        2.0 -Q0
        3.0 +Q3
        3.4 = move Q3; dead register 9
    """,
    "squares that are not read are left out": """
        1.0 -X7 ~X7
        1.4 = dead X7
        9.0 +X7 ~
        9.4 = nothing
    """,
}


# Where readers look into the rooms, a token that left the squares is first waited for there.
ASKED = {name: table for name, table in TABLES.items() if "ask room" in table}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_table_of_reeds(table: str) -> None:
    play(table, "reeds")


@pytest.mark.parametrize("table", sorted(TABLES.keys() - ASKED.keys()))
def test_the_same_with_readers_where_no_piece_has_a_tag(table: str) -> None:
    play(TABLES[table], "everything")


def test_nothing_is_said_before_the_first_report() -> None:
    waiting = Expectation(BOARD.starts, "scarlet", frozenset({"Q1"}))
    assert Tracker(BOARD).judge(waiting, 5.0) == Judgement()
