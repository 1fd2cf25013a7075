"""install.sh fills a root, again and again, keeps what is the host's, and takes the rest away again."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process import running

TOP = Path(__file__).parents[2]
SCRIPT = TOP / "systemd" / "install.sh"
PATIENCE = 600
"""Seconds; the packages may have to come over a slow line."""

ENABLED = "etc/systemd/system/multi-user.target.wants/companion.service"


def call(root: Path, *words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(SCRIPT), *map(str, words)],
        env=os.environ | {"ROOT": str(root), "PYTHON": sys.executable} | environment,
        stdin=subprocess.DEVNULL,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A folder into which it was installed twice, as after an update, with a setting changed between."""
    root = tmp_path_factory.mktemp("root")
    first = call(root, "install", TOP)
    assert first.returncode == 0, first.stdout + first.stderr
    settings = root / "etc/companion/companion.toml"
    settings.write_text("port = 8123\n", encoding="ascii")
    second = call(root, "install", "--kiosk", TOP)
    assert second.returncode == 0, second.stdout + second.stderr
    return root


def say(root: Path, *words: object) -> str:
    done = subprocess.run(
        [str(root / "opt/companion/current/bin/companion"), *map(str, words)],
        check=True, capture_output=True, text=True, timeout=60, cwd=root,
    )  # fmt: skip
    return done.stdout


def test_the_program_runs_from_its_own_environment(root):
    assert say(root, "--version").startswith("companion, version ")


def test_it_knows_its_board_and_serves_pages_from_another_folder(root, tmp_path):
    assert len(json.loads(say(root, "reach", "Q0", 6))["squares"]) == 6
    words = ("--link", "virtual", "--data", tmp_path / "games")
    with running(
        *words, program=[str(root / "opt/companion/current/bin/companion")], cwd=tmp_path
    ) as evening:
        assert evening.until(lambda seen: seen["link"] == "ok")
        assert "<html" in evening.read("/kiosk")
        assert evening.read("/static/kiosk.js")
        assert evening.stop() == 0


def test_the_units_are_there_and_enabled(root):
    assert (root / ENABLED).is_symlink()
    assert (root / "etc/systemd/system/timers.target.wants/companion-backup.timer").is_symlink()
    assert (root / "etc/systemd/system/multi-user.target.wants/companion-kiosk.service").is_symlink()
    for wish in ("shutdown", "update"):
        assert (root / f"etc/systemd/system/multi-user.target.wants/companion-{wish}.path").is_symlink()
    for name in ("etc/udev/rules.d/60-companion.rules", "etc/avahi/services/companion.service"):
        assert (root / name).is_file()


def test_the_name_in_the_network_leads_to_the_port_of_the_settings(root):
    assert "<port>8123</port>" in (root / "etc/avahi/services/companion.service").read_text()


def test_a_checkout_is_remembered_for_updates(root):
    assert (root / "etc/companion/source").read_text() == f"{TOP}\n"


def test_every_program_that_a_unit_starts_was_installed(root):
    for unit in (root / "etc/systemd/system").glob("companion*.service"):
        starts = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
        assert starts
        for line in starts:
            program = line.removeprefix("ExecStart=").split()[0]
            ours = program.startswith("/opt/companion/")
            assert os.access(root / program.lstrip("/") if ours else program, os.X_OK), line


def test_users_and_their_groups_are_made(root):
    users = (root / "etc/passwd").read_text(encoding="ascii")
    assert "companion:" in users
    assert "companion-kiosk:" in users


def test_an_update_keeps_the_settings_and_the_version_before(root):
    assert (root / "etc/companion/companion.toml").read_text() == "port = 8123\n"
    assert say(root, "settings", "--get", "port", root / "etc/companion/companion.toml") == "8123\n"
    versions = root / "opt/companion/versions"
    assert sorted(path.name for path in versions.iterdir()) == ["1", "2"]
    assert (root / "opt/companion/current").resolve() == versions / "2"


def test_an_update_that_cannot_be_made_changes_nothing(root):
    done = call(root, "install", root / "nothing-here.whl")
    assert done.returncode != 0
    assert "untouched" in done.stderr
    assert (root / "opt/companion/current").resolve().name == "2"
    assert not (root / "opt/companion/versions/3").exists()


def test_settings_that_cannot_be_used_stop_the_update(root):
    settings = root / "etc/companion/companion.toml"
    settings.write_text("prot = 8123\n", encoding="ascii")
    try:
        done = call(root, "install", TOP)
    finally:
        settings.write_text("port = 8123\n", encoding="ascii")
    assert done.returncode != 0
    assert "did you mean port" in done.stderr
    assert (root / "opt/companion/current").resolve().name == "2"
    assert not (root / "opt/companion/versions/3").exists()


def test_wrong_words_are_told_how_to_call_it(root):
    done = call(root, "instal")
    assert done.returncode == 2
    assert "install.sh install" in done.stderr


def test_remove_leaves_the_games_and_purge_takes_them(root, tmp_path):
    copy = tmp_path / "root"
    shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns("site-packages"))
    games = copy / "var/lib/companion"
    games.mkdir(parents=True)
    (games / "journal.sqlite").write_bytes(b"games")
    assert call(copy, "remove").returncode == 0
    assert not (copy / "opt/companion").exists()
    assert not list((copy / "etc/systemd/system").glob("companion*"))
    assert not (copy / ENABLED).is_symlink()
    assert (games / "journal.sqlite").read_bytes() == b"games"
    assert (copy / "etc/companion/companion.toml").exists()
    assert call(copy, "remove").returncode == 0  # again, without harm
    assert call(copy, "remove", "--purge").returncode == 0
    assert not games.exists()
    assert not (copy / "etc/companion").exists()
