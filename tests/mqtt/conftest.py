from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.mqtt.broker import Broker
from tests.chromium import started_chromium
from tests.mqtt.ear import Ear
from tests.mqtt.mosquitto import Mosquitto


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets everybody in."""
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def broker(mosquitto: Mosquitto) -> Broker:
    return Broker.at(mosquitto.address)


@pytest.fixture
def ear(broker: Broker) -> Iterator[Ear]:
    """Hears whatever is told to the broker."""
    with Ear(broker) as ear:
        yield ear


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with started_chromium() as browser:
        yield browser
