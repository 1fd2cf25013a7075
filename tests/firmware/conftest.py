"""Runs scripts of tests/firmware/device with the firmware's modules, under MicroPython and under CPython."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.assets import asset_dir
from companion.sensing.virtual import Runtime, find_micropython

collect_ignore = ["device"]  # scripts for the other side
DEVICE = Path(__file__).with_name("device")
CPYTHON = DEVICE.parents[2] / "companion" / "sensing" / "virtual" / "cpython"
RUNTIMES: list[Runtime] = ["micropython", "cpython"] if find_micropython() else ["cpython"]


@pytest.fixture(params=RUNTIMES)
def on_device(request: pytest.FixtureRequest) -> Callable[..., str]:
    """Calls a script with arguments and gives what it printed; a failed script fails the test."""

    def run(script: str, *arguments: str) -> str:
        path = str(DEVICE / script)
        if request.param == "micropython":
            micropython = find_micropython()
            assert micropython
            command = [micropython, path]
            found = {"MICROPYPATH": f"{asset_dir('firmware')}:.frozen"}
        else:
            command = [sys.executable, "-B", path]
            found = {"PYTHONPATH": f"{asset_dir('firmware')}:{CPYTHON}"}
        done = subprocess.run(
            [*command, *arguments],
            env=os.environ | found,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
