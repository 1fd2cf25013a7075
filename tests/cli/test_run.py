import json
import signal
import socket
import subprocess
import urllib.error
from importlib.resources import files

import pytest

from tests.process import PATIENCE, command, running

PLAYERS = (("Ann", "scarlet"), ("Ben", "mustard"), ("Cat", "white"))


def start_game(evening):
    """Seat three and deal; gives each one's token."""
    evening.ask("/api/games", {"rules": "classic"})
    tokens = {
        name: evening.ask("/api/seats", {"name": name, "suspect": suspect})["token"]
        for name, suspect in PLAYERS
    }
    evening.ask("/api/start", {})
    return tokens


def refused(*words):
    """Run it where it cannot start; gives exit code and error."""
    done = subprocess.run(
        command("run", "--port", 0, *words), check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_it_tells_the_address_and_serves_a_linked_virtual_board(tmp_path):
    with running("--link", "virtual", "--data", tmp_path) as evening:
        assert evening.until(lambda seen: seen["link"] == "ok")
        assert evening.ask("/healthz")["status"] == "ok"
        assert evening.told["Board"].startswith("the virtual board")
        assert evening.stop() == 0


def test_ctrl_c_ends_it_and_frees_port_and_folder(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        port = int(evening.address.rpartition(":")[2])
        assert evening.stop(signal.SIGINT) == 0
        with socket.create_server(("", port)):
            pass
    with running("--link", "none", "--data", tmp_path) as again:
        assert again.ask("/healthz")["link"] == "none"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_next_start_goes_on_with_the_same_game(tmp_path, how):
    with running("--link", "none", "--data", tmp_path) as evening:
        tokens = start_game(evening)
        turn = evening.ask("/api/view", token=tokens["Ann"])
        evening.ask("/api/act", {"act": "roll", "version": turn["version"]}, tokens["Ann"])
        before = {name: evening.ask("/api/view", token=token) for name, token in tokens.items()}
        key = evening.told["Host"]
        evening.stop(how)
    with running("--link", "none", "--data", tmp_path) as evening:
        for name, token in tokens.items():
            after = evening.ask("/api/view", token=token)
            assert after["version"] >= before[name]["version"]
            assert after | {"version": 0} == before[name] | {"version": 0}
        assert evening.told["Host"] == key


def test_a_token_moved_on_the_virtual_board_is_a_move(tmp_path):
    with running("--link", "virtual", "--data", tmp_path) as evening:
        tokens = start_game(evening)
        seen = evening.until(lambda seen: seen["link"] == "ok")
        evening.ask("/api/act", {"act": "roll", "version": seen["version"]}, tokens["Ann"])
        offers = {one["act"]: one["choices"] for one in evening.ask("/api/view", token=tokens["Ann"])["acts"]}
        end = offers["move"][0][0]
        evening.ask("/api/virtual", {"lift": "scarlet"})
        evening.ask("/api/virtual", {"token": "scarlet", "place": end})
        assert evening.until(lambda seen: seen["tokens"]["scarlet"] == end)


def test_a_lobby_of_the_rules_that_are_asked_for(tmp_path):
    with running("--link", "none", "--data", tmp_path, "--rules", "travel") as evening:
        seen = evening.ask("/api/view")
        assert (seen["phase"], seen["rules"]) == ("lobby", "travel")


def test_a_newcomer_joins_by_the_printed_address_and_needs_nothing_else(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        assert evening.ask("/api/view")["phase"] == "lobby"
        assert evening.ask("/api/seats", {"name": "Ann", "suspect": "scarlet"})["seat"] == "Ann"


def test_a_board_of_ones_own_is_played_on_and_asked_for_again(tmp_path):
    data = json.loads((files("companion.board") / "data" / "classic.json").read_text())
    data["name"] = "attic"
    board = tmp_path / "attic.json"
    board.write_text(json.dumps(data))
    games = tmp_path / "games"
    with running("--link", "virtual", "--data", games, "--board", board) as evening:
        start_game(evening)
        assert evening.until(lambda seen: seen["link"] == "ok")["board"] == "attic"
    code, error = refused("--link", "none", "--data", games)
    assert code == 1
    assert "is played on the board attic: name its file with --board" in error


def test_a_lobby_that_nobody_has_entered_gives_way_to_another_board(tmp_path):
    with running("--link", "none", "--data", tmp_path / "games") as evening:
        assert evening.ask("/api/view")["board"] == "classic"
    data = json.loads((files("companion.board") / "data" / "classic.json").read_text())
    data["name"] = "attic"
    board = tmp_path / "attic.json"
    board.write_text(json.dumps(data))
    with running("--link", "none", "--data", tmp_path / "games", "--board", board) as evening:
        seen = evening.ask("/api/view")
        assert (seen["phase"], seen["board"]) == ("lobby", "attic")


def test_bad_requests_are_answered_in_words_and_change_nothing(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        tokens = start_game(evening)
        before = evening.ask("/api/view")
        for data, token, status in (
            ({"act": "roll", "version": before["version"]}, None, 401),
            ({"act": "roll", "version": before["version"]}, tokens["Ben"], 409),
            ({"act": "juggle", "version": before["version"]}, tokens["Ann"], 409),
            ({"act": "roll", "version": before["version"] - 3}, tokens["Ann"], 412),
            ("roll", tokens["Ann"], 400),
        ):
            with pytest.raises(urllib.error.HTTPError) as caught:
                evening.ask("/api/act", data, token)
            answer = json.load(caught.value)
            assert caught.value.code == status
            assert answer["code"] and answer["message"].endswith(".")
        assert evening.ask("/api/view") == before


def test_a_port_in_use(tmp_path):
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        code, error = refused("--port", port, "--data", tmp_path)
    assert (code, error) == (
        1,
        f"Error: The port {port} is in use: stop the other companion, or choose another with --port.\n",
    )


def test_a_folder_that_another_companion_plays_with(tmp_path):
    with running("--link", "none", "--data", tmp_path):
        code, error = refused("--link", "none", "--data", tmp_path)
    assert code == 1
    assert error.startswith("Error: Another companion is already playing with")


def test_a_data_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    code, error = refused("--data", tmp_path / "file")
    assert code == 1
    assert error.startswith(f"Error: The data folder {tmp_path / 'file'} cannot be written: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--link", "/dev/ttyNothing"), "The port /dev/ttyNothing does not exist: plug the board in"),
        (("--link", "/dev"), "/dev is no serial port"),
        (("--board", "nowhere.json"), "There is no such file"),
        (("--rules", "chess"), "'chess' is not one of"),
        (("--language", "tlh"), "'tlh' is not one of"),
        (("--port", "70000"), "70000 is not in the range"),
        (("--wifi-key", "green-candle-7"), "add --wifi-name NAME"),
        (("--wifi-name", "x" * 33), "at most 32 bytes"),
        (("--wifi-name", "Boddy", "--wifi-key", "short"), "8 to 63 characters"),
    ],
)
def test_bad_options_are_told_in_a_sentence(tmp_path, words, sentence):
    code, error = refused("--data", tmp_path / "games", *words)
    assert code == 2
    assert sentence in error
    assert not (tmp_path / "games").exists()


def test_a_host_key_that_cannot_be_read(tmp_path):
    (tmp_path / "host.key").mkdir()
    code, error = refused("--link", "none", "--data", tmp_path)
    assert code == 1
    assert error.startswith(f"Error: The host key in {tmp_path} cannot be kept: ") and error.count("\n") == 1


def test_an_address_that_is_not_ours(tmp_path):
    code, error = refused("--data", tmp_path, "--host", "192.0.2.77")
    assert code == 1
    assert error.startswith("Error: This machine has no address 192.0.2.77") and error.count("\n") == 1


def test_other_rules_wait_until_the_running_game_is_over(tmp_path):
    with running("--link", "none", "--data", tmp_path) as evening:
        for name, suspect in (("Ann", "scarlet"), ("Ben", "mustard"), ("Cat", "white")):
            evening.ask("/api/seats", {"name": name, "suspect": suspect})
        evening.ask("/api/start", {})
    with running("--link", "none", "--data", tmp_path, "--rules", "bluff") as evening:
        assert evening.told["Rules"].startswith("stay classic")
        assert evening.ask("/api/view")["rules"] == "classic"
