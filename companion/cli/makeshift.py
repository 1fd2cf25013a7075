"""What a service does where the machine is not as it should be: the best that is left, and it says so.

Somebody at a terminal is told instead, and nothing starts: they can put it right at once.
"""

import errno
import os
import socket
import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from companion.cli.network import open_port
from companion.cli.selfcheck import make_room
from companion.server.machine import Trouble

OTHERS = 9
"""Ports behind the wanted one that are tried when another program has that."""

_PROBE = 64 * 1024
"""Bytes that a start must be able to write: journal and host key have less."""


def port_for(port: int, host: str, *, managed: bool) -> tuple[socket.socket, list[Trouble]]:
    """The socket that pages are served on; near the wanted port if another program has that.

    managed: whether a service manager has started this. Raises click.ClickException.
    """
    try:
        return open_port(port, host), []
    except click.ClickException as fault:
        if not managed or port == 0 or host:
            raise
        for other in range(port + 1, port + 1 + OTHERS):
            try:
                listening = open_port(other, host)
            except click.ClickException:
                continue
            return listening, [Trouble("port", {"wanted": str(port), "port": str(other)})]
        raise fault from None


def folder_for(folder: Path, evening: ExitStack, *, managed: bool) -> tuple[Path, list[Trouble]]:
    """The data folder; one that is gone with the evening if that cannot be written.

    evening: what the folder lives for. managed: whether a service manager has started this.
    """
    if not managed or _writable(folder) or (make_room(folder) and _writable(folder)):
        return folder, []
    fleeting = evening.enter_context(tempfile.TemporaryDirectory(prefix="companion-"))
    return Path(fleeting), [Trouble("not-kept", {"folder": str(folder)})]


def _writable(folder: Path) -> bool:
    probe = folder / "probe"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(bytes(_PROBE))
            os.fsync(file.fileno())
        probe.unlink()
    except OSError as fault:
        if fault.errno == errno.ENOSPC:
            probe.unlink(missing_ok=True)
        return False
    return True
