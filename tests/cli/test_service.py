"""What systemd hears: ready with the pages, alive from the table's loop, silence from a table that hangs."""

import os
import socket

import pytest

from companion.cli.service import Service
from companion.table import Journal, Pacer, Table
from tests.process import PATIENCE, running

PERIOD = 0.3
"""Seconds of the watchdog here; the unit's is a hundred times that."""


class Manager:
    """The end of NOTIFY_SOCKET that systemd holds."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.settimeout(PATIENCE)
        self.environ = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": str(int(PERIOD * 1e6))}

    def hear(self) -> str:
        return self.socket.recv(4096).decode()

    def until(self, word: str) -> str:
        while word not in (heard := self.hear()):
            pass
        return heard


@pytest.fixture(params=["path", "abstract"])
def manager(request, tmp_path):
    name = (
        str(tmp_path / "notify")
        if request.param == "path"
        else f"@companion-{os.getpid()}-{os.urandom(4).hex()}"
    )
    made = Manager(name)
    yield made
    made.socket.close()


def test_without_a_manager_nothing_is_said():
    service = Service({})
    service.ready("open")
    service.alive()
    service.stopping()


def test_a_manager_that_has_gone_ends_nothing(tmp_path):
    Service({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready("open")


def test_the_watchdog_is_fed_often_enough_and_not_more(manager):
    times = iter([0.0, *(step * PERIOD / 30 for step in range(300))])
    service = Service(manager.environ, lambda: next(times))
    fed = 0
    manager.socket.setblocking(False)
    for _ in range(300):
        service.alive()
        try:
            fed += manager.hear() == "WATCHDOG=1"
        except BlockingIOError:
            continue
    assert 27 <= fed <= 31


def test_a_table_that_hangs_is_not_alive(manager, tmp_path):
    table = Table(Journal.open(tmp_path))
    pacer = Pacer(table, Service(manager.environ).alive)
    pacer.start()
    try:
        assert manager.until("WATCHDOG=1")
        with table._lock:  # whatever hangs in the table holds its lock
            manager.socket.settimeout(PERIOD)
            with pytest.raises(TimeoutError):
                for _ in range(3):  # one may be under way
                    manager.hear()
        manager.socket.settimeout(PATIENCE)
        assert manager.until("WATCHDOG=1")
    finally:
        pacer.close()
        table.close()


def test_run_says_that_it_is_ready_and_where_it_lives_and_that_it_stops(manager, tmp_path, monkeypatch):
    for name, value in manager.environ.items():
        monkeypatch.setenv(name, value)
    with running("--link", "none", "--data", tmp_path) as evening:
        assert "STATUS=The table is open at http://" in manager.until("READY=1")
        assert evening.ask("/healthz")["status"] == "ok"
        assert manager.until("WATCHDOG=1")
        assert evening.stop() == 0
        assert manager.until("STOPPING=1")
