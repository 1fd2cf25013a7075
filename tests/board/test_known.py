"""The classic board against known answers."""

from companion.board import load_board


def test_size() -> None:
    board = load_board("classic")
    assert (len(board.squares), len(board.doors)) == (188, 17)
