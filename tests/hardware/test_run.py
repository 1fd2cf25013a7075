"""`companion run --hardware`: another board, wired otherwise, played and felt; wrong wiring is refused."""

from pathlib import Path

from tests.cli.test_run import refused, start_game
from tests.process import running
from tests.sensing.hardware import change, copied

BENCH = Path(__file__).parents[2] / "hardware/builds/bench"


def test_the_bench_is_played_on_its_own_board_shown_and_played_again(companion, tmp_path: Path) -> None:
    with running("--hardware", BENCH, "--data", tmp_path, "--link", "virtual") as evening:
        assert evening.until(lambda view: view["link"] == "ok")["board"] == "bench"
        assert '"-4 -4 608 608"' in evening.read("/sensors")  # its drawing, 15 squares wide and high
        tokens = start_game(evening)
        playing = evening.until(lambda view: view["phase"] == "play" and view["link"] == "ok")
        assert set(playing["tokens"].values()) == {"H6", "H7", "H8", "H9", "H10", "H11"}
        seen = evening.ask("/api/view", token=tokens[playing["awaits"][0]])
        evening.ask("/api/act", {"act": "roll", "version": seen["version"]}, tokens[playing["awaits"][0]])
    files = sorted((tmp_path / "recordings").iterdir())
    again = companion("replay-board", *files)
    assert again.exit_code == 0 and "the same game, 1 acts" in again.stdout
    assert all('"squares.csv": "chip,input,square' in file.read_text() for file in files)


def test_wiring_that_contradicts_itself_is_not_run_and_the_doctor_is_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    change(folder / "squares-74hc165.toml", "load = 17", "load = 23")
    change(folder / "pi_pins.toml", "ground = 9", "ground = 1")
    code, error = refused("--link", "none", "--data", tmp_path / "games", "--hardware", folder)
    assert code == 1
    assert "GP23, load of the registers, is not on the Pico's header" in error
    assert "dice_button: ground is pin 1 of the header, which is 3V3" in error
    assert f"companion doctor --hardware {folder}" in error
    code, _ = refused("--link", "none", "--data", tmp_path / "games", "--hardware", folder)
    with running("--link", "none", "--data", tmp_path / "games", "--hardware", folder) as evening:
        assert "hardware" in evening.told["Safe"]  # two failed starts lead to one without hardware
