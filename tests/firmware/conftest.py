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
VIRTUAL = DEVICE.parents[2] / "companion" / "sensing" / "virtual"
CPYTHON, FAKES = VIRTUAL / "cpython", VIRTUAL / "fakes"
RUNTIMES: list[Runtime] = ["micropython", "cpython"] if find_micropython() else ["cpython"]


def command(runtime: Runtime, script: str) -> tuple[list[str], dict[str, str]]:
    """How a script is run with the firmware's modules and the simulated readers: words, and environment."""
    path = str(DEVICE / script)
    if runtime == "micropython":
        micropython = find_micropython()
        assert micropython
        return [micropython, path], os.environ | {"MICROPYPATH": f"{asset_dir('firmware')}:{FAKES}:.frozen"}
    found = f"{asset_dir('firmware')}:{FAKES}:{CPYTHON}"
    return [sys.executable, "-B", path], os.environ | {"PYTHONPATH": found}


@pytest.fixture(params=RUNTIMES)
def on_device(request: pytest.FixtureRequest) -> Callable[..., str]:
    """Calls a script with arguments and gives what it printed; a failed script fails the test."""

    def run(script: str, *arguments: str) -> str:
        words, environment = command(request.param, script)
        done = subprocess.run(
            [*words, *arguments], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(params=RUNTIMES, scope="module")
def on_device_process(request: pytest.FixtureRequest) -> Callable[[str], "subprocess.Popen[str]"]:
    """Starts a script that is then talked to over its standard input and output."""

    def start(script: str) -> "subprocess.Popen[str]":
        words, environment = command(request.param, script)
        return subprocess.Popen(
            words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    return start
