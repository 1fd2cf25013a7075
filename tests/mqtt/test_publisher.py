"""A table and its broker: told at once, told anew, never waited for."""

import contextlib
import json
import logging
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.mqtt.broker import Broker, BrokerFault
from companion.mqtt.probe import probe
from companion.mqtt.publisher import Publisher
from companion.table import Follower, Table
from tests.mqtt.ear import Ear
from tests.mqtt.mosquitto import Mosquitto, free_port
from tests.table.evening import play_on, started

LONGEST = 0.5
"""Seconds that an act may take on a busy machine; a broker that is waited for takes more than that."""


@contextmanager
def told_to(broker: Broker, table: Table, **more: Any) -> Iterator[Publisher]:
    with Publisher(broker, "4f", "Library", "1.0", **more) as publisher, Follower(table, publisher.show):
        yield publisher


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    folder = tmp_path / "games"
    folder.mkdir()
    table = started(folder, rules="bluff")
    yield table
    table.close()


def until(ear: Ear, topic: str, value: Any) -> None:
    ear.until(lambda: ear.last(f"cluedo/4f/{topic}") == value)


def whose(table: Table) -> dict[str, Any]:
    view = table.view(None)
    suspects = {one["name"]: one["suspect"] for one in view["seats"]}
    return {"seat": view["turn"], "suspect": suspects.get(view["turn"]), "awaits": view["awaits"]}


def test_a_game_is_told_as_it_goes_and_kept_for_those_who_come_later(
    broker: Broker, ear: Ear, table: Table
) -> None:
    chance = random.Random(3)
    with told_to(broker, table):
        until(ear, "availability", "online")
        for _ in range(60):
            playing = play_on(table, chance)
            until(ear, "turn", whose(table))
            if not playing:
                break
        with Ear(broker) as late:
            late.until(lambda: late.last("cluedo/4f/turn") == whose(table))
            late.until(lambda: len({topic for topic, _, _ in late.heard}) == 6)
            assert all(kept for _, _, kept in late.heard)
    until(ear, "availability", "offline")


def test_nothing_is_said_twice_on_one_link(broker: Broker, ear: Ear, table: Table) -> None:
    chance = random.Random(3)
    with told_to(broker, table):
        for _ in range(30):
            play_on(table, chance)
        until(ear, "turn", whose(table))
    until(ear, "availability", "offline")
    for topic in {topic for topic, _, _ in ear.heard}:
        said = [text for one, text, _ in ear.heard if one == topic]
        assert all(one != other for one, other in zip(said, said[1:], strict=False)), topic


def test_a_table_that_is_gone_without_a_word_is_called_offline(
    broker: Broker, ear: Ear, table: Table
) -> None:
    with Way(broker) as way, told_to(Broker.at(way.address), table):
        until(ear, "availability", "online")
        way.cut()
        until(ear, "availability", "offline")


def test_a_broker_that_was_gone_hears_everything_anew(
    mosquitto: Mosquitto, broker: Broker, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "companion")
    chance = random.Random(3)
    with told_to(broker, table) as publisher:
        with Ear(broker) as ear:
            until(ear, "turn", whose(table))
            mosquitto.kill()
        slowest = 0.0
        for _ in range(20):
            begun = time.monotonic()
            play_on(table, chance)
            slowest = max(slowest, time.monotonic() - begun)
        assert slowest < LONGEST
        mosquitto.start()
        with Ear(broker) as ear:
            until(ear, "turn", whose(table))
            until(ear, "availability", "online")
            ear.until(lambda: ear.last("homeassistant/device/cluedo-4f/config") is not None)
        assert publisher.fault is None
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == len(set(said)) + 1  # only that the broker is there is told twice
    assert any("has gone" in sentence for sentence in said) and said[-1].endswith("is there.")


def test_a_broker_that_is_not_there_is_told_once_and_stops_nothing(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "companion")
    port, chance = free_port(), random.Random(3)
    broker = Broker.at(f"127.0.0.1:{port}")
    begun = time.monotonic()
    with told_to(broker, table) as publisher:
        while publisher.fault is not None and "does not answer" not in publisher.fault:
            play_on(table, chance)
    assert time.monotonic() - begun < 10
    assert [record.getMessage() for record in caplog.records] == [
        f"The broker at {broker} does not answer (Connection refused): is it running, is mqtt its address?"
    ]
    assert probe(broker) == caplog.records[0].getMessage()


def test_a_wrong_password_is_told_in_a_sentence(tmp_path: Path, table: Table) -> None:
    mosquitto = Mosquitto(tmp_path, password="brass-lamp")
    mosquitto.start()
    try:
        wrong = Broker.at(mosquitto.address, "club", "velvet")
        sentence = (
            f"The broker at {wrong} does not take this user and password: set mqtt-user and mqtt-password."
        )
        refused = threading.Event()
        with told_to(wrong, table) as publisher:
            while publisher.fault != sentence:
                assert not refused.wait(0.01)
        assert probe(wrong) == sentence
        assert "velvet" not in repr(wrong) + str(wrong)
        right = Broker.at(mosquitto.address, "club", "brass-lamp")
        assert probe(right) is None
        with Ear(right) as ear, told_to(right, table):
            until(ear, "availability", "online")
    finally:
        mosquitto.kill()


class Way:
    """A way to the broker that can be cut, or grow so slow that nothing comes through.

    address: of its near end.
    """

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._near = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._near.getsockname()[1]}"
        self._through: list[socket.socket] = []
        self._flows = threading.Event()
        self._flows.set()

    def __enter__(self) -> "Way":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *fault: object) -> None:
        self._near.close()
        self._flows.set()
        self.cut()

    def clog(self) -> None:
        self._flows.clear()

    def clear(self) -> None:
        self._flows.set()

    def cut(self) -> None:
        for one in self._through:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)  # wakes whoever waits for it, as a close would not

    def _accept(self) -> None:
        near, _ = self._near.accept()
        self._near.close()  # once cut it stays so
        far = socket.create_connection((self._broker.host, self._broker.port))
        self._through += [near, far]
        threading.Thread(target=self._pass_on, args=(far, near), daemon=True).start()
        self._pass_on(near, far, self._flows)

    def _pass_on(
        self, source: socket.socket, to: socket.socket, flows: threading.Event | None = None
    ) -> None:
        try:
            while data := source.recv(65536):
                if flows is not None:
                    flows.wait()
                to.sendall(data)
        except OSError:
            pass
        finally:
            self.cut()
            source.close()


def test_a_broker_that_reads_slowly_costs_neither_time_nor_memory(
    broker: Broker, ear: Ear, table: Table
) -> None:
    """Whatever waits is one message a topic; once it reads again it has the newest, not all that was."""
    chance = random.Random(3)
    with Way(broker) as way, told_to(Broker.at(way.address), table) as publisher:
        until(ear, "turn", whose(table))
        way.clog()
        slowest, view = 0.0, table.view(None)
        for number in range(400):  # 20 MB, far more than the buffers of the kernel hold
            begun = time.monotonic()
            publisher.show(view | {"awaits": [f"{number} {'x' * 50_000}"]})
            slowest = max(slowest, time.monotonic() - begun)
        assert slowest < LONGEST
        play_on(table, chance)
        way.clear()
        until(ear, "turn", whose(table))
        assert len(ear.heard) < 300


def test_how_long_a_game_runs_is_counted_in_minutes(broker: Broker, ear: Ear, table: Table) -> None:
    now = [50.0]
    with Publisher(broker, "4f", "Library", "1.0", clock=lambda: now[0]) as publisher:

        def minutes(phase: str, at: float) -> int:
            now[0] += at
            publisher.show(table.view(None) | {"phase": phase, "rules": f"{phase} {now[0]}"})
            ear.until(lambda: (ear.last("cluedo/4f/status") or {}).get("rules") == f"{phase} {now[0]}")
            return int(ear.last("cluedo/4f/status")["minutes"])

        assert minutes("lobby", 0) == 0
        assert minutes("play", 600) == 0
        assert minutes("play", 150) == 2
        assert minutes("over", 600) == 2
        assert minutes("play", 10) == 0
        assert publisher.show(table.view(None)) == 60
        assert publisher.show(table.view(None) | {"phase": "over"}) is None


@pytest.mark.parametrize("address", ["", "a b", "a b:c", "hub:port", "me@hub", "hub/x", ":1883", "hub:99999"])
def test_what_is_no_address_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(BrokerFault, match="write HOST or HOST:PORT"):
        Broker.at(address)


def test_addresses() -> None:
    assert str(Broker.at("hub.local")) == "hub.local:1883"
    assert Broker.at("[::1]:1884").host == "::1"
    for topic in ("", "a//b", "a/#", "+"):
        with pytest.raises(BrokerFault, match="is no topic"):
            Broker.at("hub", topic=topic)


def test_all_that_is_said_is_json_but_the_availability(broker: Broker, ear: Ear, table: Table) -> None:
    with told_to(broker, table):
        ear.until(lambda: len({topic for topic, _, _ in ear.heard}) == 6)
    for topic, text, _ in ear.heard:
        assert topic.endswith("/availability") or json.loads(text)
