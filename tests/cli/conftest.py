"""Calling the command as a user does."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.cli import main

Companion = Callable[..., Result]


@pytest.fixture
def companion() -> Companion:
    """Run `companion` with these words; a traceback fails the test at once."""

    def run(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)

    return run


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """Let a device look like a Pico that is plugged in."""

    def plug(device: object) -> None:
        port = ListPortInfo(str(device))
        port.vid, port.pid = 0x2E8A, 0x0005
        monkeypatch.setattr(list_ports, "comports", lambda: [port])

    return plug
