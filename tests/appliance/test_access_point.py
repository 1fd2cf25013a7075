"""The table's own Wi-Fi: a profile for NetworkManager, and settings that let the screen show it."""

import configparser
import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main

SCRIPT = Path(__file__).parents[2] / "systemd" / "access-point.sh"
PROFILE = "etc/NetworkManager/system-connections/companion.nmconnection"
SETTINGS = "etc/companion/companion.toml"


@pytest.fixture
def root(tmp_path):
    settings = tmp_path / SETTINGS
    settings.parent.mkdir(parents=True)
    settings.write_text(CliRunner().invoke(main, ["settings"]).output + 'language = "sv"\n', encoding="utf-8")
    settings.chmod(0o640)
    return tmp_path


def call(root, *words):
    command, environ = [str(SCRIPT), *words], os.environ | {"ROOT": str(root)}
    return subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=30)


def option(root, name):
    done = CliRunner().invoke(main, ["settings", "--get", name, str(root / SETTINGS)])
    assert done.exit_code == 0, done.output
    return done.output.rstrip("\n")


def test_on_makes_a_private_profile_and_tells_the_screen(root):
    done = call(root, "on", "SE", "Villa Boddy")
    assert done.returncode == 0, done.stderr
    profile = configparser.ConfigParser()
    profile.read(root / PROFILE)
    assert (root / PROFILE).stat().st_mode & 0o077 == 0
    assert profile["wifi"]["ssid"] == option(root, "wifi-name") == "Villa Boddy"
    assert profile["wifi-security"]["psk"] == option(root, "wifi-key")
    assert len(option(root, "wifi-key")) >= 12
    assert profile["wifi"]["mode"] == "ap"
    assert option(root, "language") == "sv"  # the rest stays
    assert (root / SETTINGS).stat().st_mode & 0o777 == 0o640


def test_again_with_another_name_and_off_leaves_settings_that_can_be_used(root):
    assert call(root, "on", "SE").returncode == 0
    assert call(root, "on", "FI", 'The "Lodge"', "mustard-rope").returncode == 0
    assert option(root, "wifi-name") == 'The "Lodge"'
    assert option(root, "wifi-key") == "mustard-rope"
    for _ in range(2):
        assert call(root, "off").returncode == 0
        assert option(root, "wifi-name") == ""
        assert not (root / PROFILE).exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Which country is the Wi-Fi in?"),
        (("Sweden",), "Which country is the Wi-Fi in?"),
        (("SE", "n" * 33), "32 letters at most"),
        (("SE", "Villa", "short"), "8 to 63 letters"),
    ],
)
def test_what_no_wifi_can_have_is_one_sentence_and_changes_nothing(root, words, sentence):
    before = (root / SETTINGS).read_text()
    done = call(root, "on", *words)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert (root / SETTINGS).read_text() == before
    assert not (root / PROFILE).exists()


def test_without_an_installed_companion_there_is_nothing_to_tell(tmp_path):
    done = call(tmp_path, "on", "SE")
    assert done.returncode == 1
    assert "not installed" in done.stderr


def test_other_words_are_told_how_to_call_it(root):
    done = call(root, "onn")
    assert done.returncode == 2
    assert "access-point.sh on COUNTRY" in done.stderr
