"""What is packed for others holds no card, no token, no key and no name."""

import io
import re
import zipfile

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.logtail import LINES, WIDTH, LogTail
from companion.rules import CARDS
from tests.process import running

PLAYERS = (("Annastina", "scarlet"), ("Bengt", "mustard"), ("Cata", "white"))
FILES = {"versions.txt", "doctor.txt", "run.txt", "settings.txt", "log.txt", "board.recording"}


def unpacked(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def play_bluff(evening):
    """Some acts, and a seat that went to another phone; gives what is nobody's to know."""
    evening.ask("/api/games", {"rules": "bluff"})
    secrets = []
    tokens = {}
    for name, suspect in PLAYERS:
        tokens[name] = evening.ask("/api/seats", {"name": name, "suspect": suspect})["token"]
    evening.ask("/api/start", {})
    invitation = evening.ask("/api/invite", {"seat": "Cata"})["address"].rpartition("/")[2]
    tokens["Cata"], old = evening.ask("/api/redeem", {"code": invitation})["token"], tokens["Cata"]
    for _ in range(12):
        seen = evening.ask("/api/view")
        seat = seen["awaits"][0]
        offers = [one["act"] for one in evening.ask("/api/view", token=tokens[seat])["acts"]]
        act = next((one for one in ("first", "roll", "pass", "end") if one in offers), None)
        if act is None:
            break
        evening.ask("/api/act", {"act": act, "version": seen["version"]}, tokens[seat])
    secrets += [*tokens.values(), old, invitation, evening.told["Host"].removeprefix("key").strip()]
    return secrets, [card for name in tokens for card in evening.ask("/api/view", token=tokens[name])["hand"]]


def no_secret(files, secrets):
    everything = "\n".join(files.values())
    for card in CARDS:
        assert not re.search(rf"(?<![^\W_]){card}(?![^\W_])", everything, re.IGNORECASE), card
    for name, _ in PLAYERS:
        assert name not in everything
    for secret in secrets:
        assert secret not in everything


@pytest.fixture
def settings(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text('wifi-name = "Villa"\nwifi-key = "green-candle-7"\nlink = "virtual"\n')
    return file


def test_nothing_that_is_anybodys_secret_is_in_it(tmp_path, settings):
    with running("--settings", settings, "--data", tmp_path / "data") as evening:
        evening.until(lambda seen: seen["link"] == "ok")
        secrets, hands = play_bluff(evening)
        assert len(hands) == 18
        evening.ask("/api/virtual", {"tidy": True})
        for piece, place in (("rope", "hall"), ("mustard", "lounge")):
            evening.ask("/api/virtual", {"token": piece, "place": place})
        port = evening.address.rpartition(":")[2]
        packed = tmp_path / "packed.zip"
        done = CliRunner().invoke(main, ["support", str(packed), "--port", port])
        assert done.exit_code == 0, done.output
    files = unpacked(packed.read_bytes())
    assert set(files) == FILES
    no_secret(files, [*secrets, "green-candle-7"])
    assert "wifi-key = (set)" in files["settings.txt"]
    assert "wifi-name = Villa" in files["settings.txt"]
    assert re.search(r"^companion \d", files["versions.txt"])
    assert "Python" in files["doctor.txt"]
    assert re.search(r" < \d+ \d+ SQUARES ", files["board.recording"])
    assert not re.search(r"(?m)^\S+ (phone|house|did|game) ", files["board.recording"])
    words = ["support", str(packed), "--port", port, "--data", str(tmp_path / "data")]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output  # nothing runs any more
    without = unpacked(packed.read_bytes())
    no_secret(without, secrets)
    assert " SQUARES " in without["board.recording"]


def test_a_player_with_the_name_of_a_word_is_left_out_as_well(tmp_path):
    from companion.cli.bundle import bundle
    from companion.cli.finding import Finding

    lines = ["The board is linked to Rope-1 and Ann, not to Annie.", "GREEN, white: hallo in the hall_way"]
    findings = [Finding("Python", "ok", "3.11")]
    packed = bundle(findings=findings, names=["Ann", "board"], data=tmp_path, log=lines)
    told = unpacked(packed)["log.txt"].splitlines()
    assert told[0] == "The player is linked to weapon-3-1 and player, not to Annie."
    assert told[1] == "suspect-4, suspect-3: hallo in the room-2_way"


def test_the_log_keeps_its_last_lines_and_no_endless_ones():
    import logging

    tail = LogTail()
    for number in range(LINES + 10):
        tail.handle(logging.makeLogRecord({"msg": f"{number} " + "x" * 2 * WIDTH}))
    assert len(tail.lines) == LINES
    assert all(len(line) <= WIDTH for line in tail.lines)
    assert f" {LINES + 9} " in tail.lines[-1]
