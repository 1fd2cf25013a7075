"""`companion replay-board`: what `companion run` has recorded gives the same game."""

import random
import re
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.board import load_board
from companion.cli.boardlink import link_board
from companion.cli.ears import Ears
from companion.sensing import Recording
from companion.sensing.recording import recordings
from companion.table import House, Journal, Pacer, Table

KEPT = Path(__file__).parents[1] / "recordings" / "reeds.recording"
BOARD = load_board("classic")
PATIENCE = 20.0


class Heard(Recording):
    """Knows whether the board has been seen since its file began."""

    seen = False

    def afresh(self, at, first):
        self.seen = False
        super().afresh(at, first)

    def write(self, at, kind, text):
        super().write(at, kind, text)
        self.seen = self.seen or kind == "board"


def until(table, holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        table.wait(table.version, 0.1)


@pytest.fixture
def recorded(tmp_path):
    """A game of one move on the virtual board, as `companion run` links it: its files."""
    with ExitStack() as evening:
        recording = Heard(tmp_path / "recordings")
        evening.callback(lambda: recording.close(time.monotonic()))
        table = Table(Journal.open(tmp_path), house=House(random.Random(4)), recording=recording)
        evening.callback(table.close)
        pacer = Pacer(table)
        evening.callback(pacer.close)
        pacer.start()
        table.open_lobby("classic")
        _, find = link_board("virtual", table, BOARD, Ears(recording), evening)
        board = find()
        until(table, lambda: table.view(None)["link"] == "ok")
        for name, suspect in {"Ann": "scarlet", "Ben": "mustard", "Cat": "white"}.items():
            table.join(name, suspect)
        table.start()
        assert table.roll_pressed()
        (offer,) = (one for one in table.view("Ann")["acts"] if one["act"] == "move")
        end = next(place for place in offer["choices"][0] if BOARD.is_square(place))
        until(table, lambda: recording.seen)
        board.lift("scarlet")
        board.put("scarlet", end)
        until(table, lambda: table.view(None)["tokens"]["scarlet"] == end)
        table.act("Ann", "end", table.version)
    return recordings(tmp_path / "recordings")


def test_an_evening_as_it_was_run_plays_again(companion, recorded):
    assert len(recorded) == 2  # the lobby, and the game from its deal on
    result = companion("replay-board", *recorded)
    assert result.exit_code == 0, result.stderr
    lobby, game = result.stdout.splitlines()
    assert ": the same game, 0 acts in " in lobby
    assert ": the same game, 3 acts in " in game


def test_another_game_is_told_with_its_line(companion, tmp_path):
    file = tmp_path / "odd.recording"
    file.write_text(re.sub(r"did Cat: end", "did Cat: rest", KEPT.read_text(), count=1))
    result = companion("replay-board", KEPT, file)
    assert result.exit_code == 1
    assert result.stdout == companion("replay-board", KEPT).stdout
    assert re.search(rf"{file}, line \d+: then did Cat: rest, now did Cat: end\.", result.stderr)
    assert "The first 5 acts are the same." in result.stderr


def test_what_is_no_recording_is_a_sentence(companion, tmp_path):
    result = companion("replay-board", tmp_path / "none")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1 and "No such file or directory" in result.stderr
