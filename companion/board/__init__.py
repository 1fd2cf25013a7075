"""The board: squares, rooms, doors, starts; the places a roll can reach; who sees whom."""

from companion.board.faults import BoardFault
from companion.board.geometry import Board, Door
from companion.board.loading import board_from_data, load_board
from companion.board.reach import Reach, farthest_reach, reach
from companion.board.sight import line_of_sight, nearest_free
from companion.board.words import ROOMS, SUSPECTS

__all__ = [
    "ROOMS",
    "SUSPECTS",
    "Board",
    "BoardFault",
    "Door",
    "Reach",
    "board_from_data",
    "farthest_reach",
    "line_of_sight",
    "load_board",
    "nearest_free",
    "reach",
]
