"""An installed companion needs nothing of the checkout."""

import json
import subprocess
import venv
from pathlib import Path

import pytest

from tests.process import running

ROOT = Path(__file__).parents[2]
PATIENCE = 600
"""Seconds; the packages may have to come over a slow line."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> str:
    """The command of an environment that was empty before `pip install .`."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=True)
    run(home / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", ROOT)
    return str(home / "bin" / "companion")


def run(*words: object, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [str(word) for word in words], check=False, capture_output=True, text=True, timeout=PATIENCE, cwd=cwd
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_knows_its_version_and_its_board(installed, tmp_path):
    assert run(installed, "--version", cwd=tmp_path).startswith("companion, version ")
    assert len(json.loads(run(installed, "reach", "Q0", 6, cwd=tmp_path))["squares"]) == 6


def test_it_serves_pages_and_a_virtual_board_from_another_folder(installed, tmp_path):
    words = ("--link", "virtual", "--data", tmp_path / "games")
    with running(*words, program=[installed], cwd=tmp_path) as evening:
        assert evening.until(lambda seen: seen["link"] == "ok")
        assert evening.ask("/healthz")["status"] == "ok"
        page = evening.read("/kiosk")
        assert "<html" in page
        assert evening.read("/static/kiosk.js")
        assert evening.stop() == 0
