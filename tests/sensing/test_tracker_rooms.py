"""The tracker with readers in the rooms, beside reeds and alone."""

import pytest

from tests.sensing.tables import Degree, play

EVERYTHING = {
    "a token lifted from a square and seen in a room has moved there": """
        game scarlet Q5 lounge
        1.0 -Q0
        1.4 = look 6
        2.0 +scarlet@lounge
        2.1 = look 2.4
        2.4 = move lounge
        at scarlet lounge
        game
        3.0 = nothing
    """,
    "it was put on a square after all": """
        game scarlet Q5 lounge
        1.0 -Q0
        1.4 = look 6
        3.0 +Q5
        3.4 = move Q5
    """,
    "its tag is broken: after a while the phone asks": """
        game scarlet Q5 lounge
        1.0 -Q0
        1.4 = look 6
        6.0 = ask room
        at scarlet lounge
        game
        7.0 = nothing
    """,
    "a room that could be it is not read: the phone asks at once": """
        0.5 ?lounge
        game scarlet Q5 lounge
        1.0 -Q0
        1.4 = ask room
    """,
    "another room is not read: patience": """
        0.5 ?study
        game scarlet Q5 lounge
        1.0 -Q0
        1.4 = look 6
    """,
    "put into a room where the dice do not lead: the way back": """
        game scarlet Q5 lounge
        1.0 -Q0
        2.0 +scarlet@hall
        2.4 = scarlet from hall to Q0
        3.0 -scarlet@hall
        3.1 = scarlet from hall to Q0; look 5
        5.0 = look 6
        5.5 +scarlet@lounge
        5.9 = move lounge
    """,
    "out of a room onto a square, whose reed is faster than the reader": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        game scarlet R6 R7
        1.0 +R7
        1.4 = look 4
        2.5 -scarlet@lounge
        2.6 = move R7; look 4.5
        at scarlet R7
        game
        2.7 = look 4.5
        4.5 = nothing
    """,
    "another piece is put where the mover could go, while its tag is still seen in the room": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        game scarlet R6 R7
        1.0 +R7
        1.4 = look 4
        4.0 = clear R7
        9.0 -R7
        9.4 = nothing
    """,
    "out of a room, put where the dice do not lead": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        game scarlet R6
        1.0 +R7
        2.5 -scarlet@lounge
        5.0 = scarlet from R7 to lounge
    """,
    "a stuck reed does not hold back a tag": """
        game scarlet Q5 lounge
        1.0 +scarlet@lounge
        1.4 = move lounge; look 4
    """,
    "a tag that fades for less than two seconds does not flap": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        1.0 = nothing
        2.0 -scarlet@lounge
        2.1 = look 4
        3.9 = look 4
        3.9 +scarlet@lounge
        5.0 = nothing
        6.0 -scarlet@lounge
        8.0 = scarlet belongs on lounge
        9.0 +scarlet@lounge
        9.1 = nothing
    """,
    "a wrong piece that fades stays wrong": """
        1.0 +rope@hall
        1.4 = rope from hall to kitchen
        2.0 -rope@hall
        2.5 = rope from hall to kitchen; look 4
        3.0 +rope@hall
        9.0 = rope from hall to kitchen
    """,
    "a summons guides token and weapon into the room": """
        1.0 +rope@kitchen +knife@study
        2.0 = nothing
        at plum hall
        at rope hall
        2.1 = plum from A5 to hall; rope from kitchen to hall
        3.0 -A5
        3.4 = rope from kitchen to hall
        4.0 +plum@hall -rope@kitchen
        4.5 = rope from kitchen to hall; look 6
        5.0 +rope@hall
        5.1 = nothing
        7.0 = nothing
    """,
    "a weapon that nobody sees is not missed": """
        1.0 +rope@kitchen
        2.0 -rope@kitchen
        9.0 = nothing
    """,
    "in a wrong room, though its square is taken: first patience, then the tag is right": """
        1.0 +scarlet@hall
        1.4 = look 4
        4.0 = scarlet from hall to Q0
    """,
    "after a phone's move out of a room the reader may be late": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet R7
        1.0 = scarlet from lounge to R7
        2.0 +R7
        2.4 = look 5
        3.5 -scarlet@lounge
        4.0 = look 5.5
        5.5 = nothing
    """,
    "from room to room": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        game scarlet hall R6
        1.0 -scarlet@lounge
        1.1 = look 3
        3.0 = look 6
        4.0 +scarlet@hall
        4.4 = move hall
    """,
    "the old room misses it late": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        game scarlet hall
        1.0 +scarlet@hall
        1.4 = move hall
        at scarlet hall
        game
        1.6 -scarlet@lounge
        5.0 = nothing
    """,
    "forth and back before the old room has missed it": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        1.0 +scarlet@hall
        1.4 = scarlet from hall to lounge
        2.0 -scarlet@hall
        2.5 = nothing
    """,
    "moved before the roll: a later roll does not make it right": """
        game
        1.0 -Q0
        1.4 = scarlet belongs on Q0
        1.5 +scarlet@lounge
        1.9 = scarlet from lounge to Q0
        game scarlet lounge
        5.0 = scarlet from lounge to Q0
        6.0 -scarlet@lounge
        9.0 +scarlet@lounge
        9.4 = move lounge
    """,
    "while the link was lost the mover went: never played": """
        game scarlet lounge
        9.0 resync -Q0 +scarlet@lounge
        9.4 = ask room; scarlet from lounge to Q0
    """,
    "what a room shows that was not known before is never played": """
        0.5 ?lounge
        game scarlet Q5 lounge
        1.0 -Q0
        1.4 = ask room
        2.0 !lounge +scarlet@lounge
        2.4 = ask room; scarlet from lounge to Q0
    """,
    "a reader that falls silent takes nothing away": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        1.0 ?lounge
        9.0 = nothing
        9.5 !lounge
        20.0 = nothing
    """,
    "what stood in the lounge a turn ago is no move": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        1.0 = nothing
        2.0 -scarlet@lounge +R7
        at scarlet R7
        2.1 = look 2.4
        game scarlet lounge R9
        2.4 = look 4
        3.0 +scarlet@lounge
        3.1 = look 5
    """,
}

AGREED = {
    "the board is right, though a tag is in another room": """
        1.0 -A5 +plum@hall +rope@hall
        2.0 = plum from hall to A5; rope from hall to kitchen
        agree 3.0
        3.0 = deaf A5
        9.0 -plum@hall
        9.1 +plum@study
        9.6 = plum from study to A5; deaf A5
    """,
    "a tag that fades in and out is named": """
        0.5 -Q0 +scarlet@lounge resync
        at scarlet lounge
        1.0 -scarlet@lounge
        2.0 +scarlet@lounge
        3.0 -scarlet@lounge
        4.0 +scarlet@lounge
        5.0 -scarlet@lounge
        6.0 +scarlet@lounge
        7.0 -scarlet@lounge
        8.0 +scarlet@lounge
        9.0 = fading scarlet lounge
    """,
}

TAGS = {
    "nothing is wrong on squares that nobody sees": """
        9.0 = nothing
    """,
    "from a square into a room": """
        game scarlet Q5 lounge
        1.0 +scarlet@lounge
        1.1 = look 1.4
        1.4 = move lounge
        at scarlet lounge
        game
        9.0 = nothing
    """,
    "onto a square: the phone says it, and the room is to be left": """
        0.5 +scarlet@lounge resync
        at scarlet lounge
        game scarlet R6 R7
        2.0 = nothing
        at scarlet R7
        game
        3.0 = scarlet from lounge to R7
        4.0 -scarlet@lounge
        6.0 = nothing
    """,
    "into a wrong room": """
        game scarlet Q5 lounge
        1.0 +scarlet@hall
        1.4 = scarlet from hall to Q0
        2.0 -scarlet@hall +scarlet@lounge
        2.4 = move lounge
    """,
    "in the hand between two rooms": """
        0.5 +scarlet@lounge resync
        at scarlet lounge
        game scarlet hall R6
        1.0 -scarlet@lounge
        1.5 = look 3
        3.0 = look 6
        6.0 = ask room
        7.0 +scarlet@hall
        7.4 = move hall
    """,
    "in the hand, where no room is allowed: patience, then where it belongs": """
        0.5 +scarlet@lounge resync
        at scarlet lounge
        game scarlet R6
        1.0 -scarlet@lounge
        3.0 = look 6
        6.0 = scarlet belongs on lounge
    """,
    "a weapon in a wrong room": """
        1.0 +rope@hall +knife@study
        1.4 = rope from hall to kitchen
    """,
    "the first picture after a reconnect is never played": """
        game scarlet lounge
        1.0 resync +scarlet@lounge
        1.4 = ask room; scarlet from lounge to Q0
    """,
}

PADS = {
    "tapped at the door of a room where the roll leads": """
        game scarlet Q5 lounge
        1.0 -Q0
        3.0 scarlet>lounge
        3.4 = move lounge; look 13
        at scarlet lounge
        game
        20.0 = nothing
    """,
    "tapped at a wrong door": """
        game scarlet Q5 lounge
        1.0 -Q0
        3.0 scarlet>hall
        3.4 = scarlet from hall to Q0; look 13
        4.0 scarlet>lounge
        4.4 = move lounge; look 14
    """,
    "tapped before the roll": """
        game
        1.0 -Q0
        2.0 scarlet>lounge
        2.4 = scarlet from lounge to Q0; look 12
        game scarlet lounge
        3.0 = scarlet from lounge to Q0; look 12
    """,
    "with pads a token in the hand is not asked for at once": """
        1.0 plum>hall
        4.0 = look 11
        11.0 = nothing
        game scarlet Q5 lounge
        21.0 -Q0
        21.4 = look 26
        26.0 = ask room
    """,
    "out of a room that it was tapped into": """
        game scarlet lounge
        1.0 -Q0
        2.0 scarlet>lounge
        2.4 = move lounge; look 12
        at scarlet lounge
        game scarlet R7
        3.0 +R7
        3.4 = move R7; look 12
    """,
}

CASES: dict[str, tuple[str, Degree]] = {
    **{name: (table, "everything") for name, table in EVERYTHING.items()},
    **{name: (table, "everything") for name, table in AGREED.items()},
    **{f"pads: {name}": (table, "pads") for name, table in PADS.items()},
    **{f"tags only: {name}": (table, "tags") for name, table in TAGS.items()},
}


@pytest.mark.parametrize(("table", "degree"), CASES.values(), ids=CASES.keys())
def test_table(table: str, degree: Degree) -> None:
    play(table, degree)
