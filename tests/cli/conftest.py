"""Calling the command as a user does."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.cli import main
from companion.sensing.virtual import find_micropython

collect_ignore = ["device"]  # scripts for the other side
if not find_micropython():  # no wheel for this machine: what the virtual board does without has no REPL
    collect_ignore.append("test_flash_pico.py")

Companion = Callable[..., Result]


@pytest.fixture
def companion() -> Companion:
    """Run `companion` with these words; a traceback fails the test at once."""

    def run(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)

    return run


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let devices look like Picos that are plugged in, and nothing else."""

    def plug(*devices: object) -> None:
        ports = [ListPortInfo(str(device)) for device in devices]
        for port in ports:
            port.vid, port.pid = 0x2E8A, 0x0005
        monkeypatch.setattr(list_ports, "comports", lambda: ports)

    return plug
