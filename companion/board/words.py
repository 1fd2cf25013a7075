"""The words a board is made of, in the order of RULES.md section 1."""

from typing import Final

SUSPECTS: Final = ("scarlet", "mustard", "white", "green", "peacock", "plum")
ROOMS: Final = (
    "study", "hall", "lounge", "library", "billiard", "dining", "conservatory", "ballroom", "kitchen",
)  # fmt: skip

CORRIDOR: Final = "corridor"
CLOSED: Final = ("outside", "stairs", "stairs (closed)")
"""What a map letter may mean besides the corridor and the rooms: nobody ever stands there."""

STEPS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""Direction -> (columns, rows) of one step; row 0 is on top."""
